import { BookOpen, Braces, type LucideIcon, Timer } from "lucide-react";
import { PICTURES, Screenshot } from "./article";
import { CHAPTERS, type ContentsGroup, EntryList } from "./section";

const WAYS: readonly { href: string; icon: LucideIcon; title: string; text: string }[] = [
  {
    href: "/docs/quickstart",
    icon: Timer,
    title: "Five-minute quickstart",
    text: "From a key to a provisioned creator and a verified webhook.",
  },
  {
    href: "#guides",
    icon: BookOpen,
    title: "Guides",
    text: "One task each: onboarding, content, scenes, certificates, takedowns.",
  },
  {
    href: "#reference",
    icon: Braces,
    title: "Reference",
    text: "Every call, field, event and error, from the code that answers them.",
  },
];

/** Three ways in, what people see, and the list of all pages. Old links, `/docs#part`, lead to the line of their part. */
export const DocsHome = ({ contents }: { contents: readonly ContentsGroup[] }) => (
  <>
    <div className="flex flex-col gap-3">
      <h1 className="font-semibold text-xl">Documentation</h1>
      <p className="max-w-2xl text-muted">
        One REST API and signed webhooks. Your creators and performers show their ID and sign on our pages; you get a
        status, and publish when it says so.
      </p>
    </div>
    <ul className="grid gap-4 md:grid-cols-3">
      {WAYS.map(({ href, icon: Icon, title, text }) => (
        <li key={href}>
          <a
            href={href}
            className="flex h-full flex-col gap-2 rounded-lg border border-line bg-surface p-5 hover:border-line-strong"
          >
            <Icon aria-hidden className="size-6 text-accent-text" />
            <span className="font-semibold">{title}</span>
            <span className="text-muted text-sm">{text}</span>
          </a>
        </li>
      ))}
    </ul>
    <section aria-labelledby="pictures" className="flex flex-col gap-4">
      <h2 id="pictures" className="font-semibold text-lg">
        What people see
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-[13rem_13rem_minmax(0,1fr)]">
        <Screenshot {...PICTURES.onboarding} />
        <Screenshot {...PICTURES.consent} />
        <div className="sm:col-span-2 xl:col-span-1">
          <Screenshot {...PICTURES.scene} />
        </div>
      </div>
    </section>
    <AllPages contents={contents} />
  </>
);

/** Every page, by chapter. Without scripts, a search leads here. */
export const AllPages = ({ contents }: { contents: readonly ContentsGroup[] }) =>
  CHAPTERS.map((chapter) => (
    <section key={chapter} aria-labelledby={chapter.toLowerCase()} className="flex flex-col gap-4">
      <h2 id={chapter.toLowerCase()} className="scroll-mt-8 font-semibold text-lg">
        {chapter}
      </h2>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
        {contents
          .filter((group) => group.chapter === chapter)
          .map((group) => (
            <EntryList key={group.slug} group={group} />
          ))}
      </div>
    </section>
  ));
