import { Fragment, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/link";

export type SectionProps = {
  id: string;
  title: ReactNode;
  name?: string;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
};

const headings = { 2: "text-lg font-semibold", 3: "text-base font-semibold" };

/** A linkable part of the reference. `name` labels the link when the title is not plain text. */
export function Section({ id, title, name, level = 2, className, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-4", className)}>
      <Heading id={id} className={cn("group/heading scroll-mt-20", headings[level])}>
        {title}
        <a
          href={`#${id}`}
          className="ml-2 text-muted opacity-0 focus-visible:opacity-100 group-hover/heading:opacity-100 print:hidden"
        >
          <span aria-hidden>#</span>
          <span className="sr-only">Link to {name ?? title}</span>
        </a>
      </Heading>
      {children}
    </section>
  );
}

/** Names that fit on a phone don't break, not even at hyphens. */
const isShort = (code: string): boolean => code.length <= 24 && !code.includes(" ");

const MARKED = /(\[[^\]]+\]\([^)]+\)|`[^`]+`)/;

/** Text with code in backticks and `[links](/docs)`. */
export function InlineText({ text }: { text: string }): ReactNode {
  return text.split(MARKED).map((part, index) => {
    const [, words = "", href = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (href) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <TextLink key={index} href={href}>
          {words.startsWith("`") ? (
            <code className="break-words font-mono">
              <Breakable name={words.slice(1, -1)} />
            </code>
          ) : (
            curly(words)
          )}
        </TextLink>
      );
    }
    return part.startsWith("`") && part.length > 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className={cn("font-mono text-ink", isShort(part) ? "whitespace-nowrap" : "break-words")}>
        {isShort(part) ? part.slice(1, -1) : <Breakable name={part.slice(1, -1)} />}
      </code>
    ) : (
      curly(part)
    );
  });
}

/** Descriptions of routes have straight apostrophes, because programs print them too. */
export const curly = (text: string): string => text.replaceAll(/(?<=\p{L})'/gu, "’");

/** A paragraph with code in backticks. */
export const Prose = ({ text }: { text: string }) => (
  <p className="max-w-3xl">
    <InlineText text={text} />
  </p>
);

/** A list of sentences with code in backticks. `ordered`: steps, one after the other. */
export function Sentences({ items, ordered = false }: { items: readonly string[]; ordered?: boolean }) {
  const Element = ordered ? "ol" : "ul";
  return (
    <Element className={cn("flex max-w-3xl flex-col gap-2 pl-6", ordered ? "list-decimal" : "list-disc")}>
      {items.map((item) => (
        <li key={item}>
          <InlineText text={item} />
        </li>
      ))}
    </Element>
  );
}

/** A name in code style that may wrap after dots and underscores. */
export const BreakableName = ({ name }: { name: string }) => (
  <code className="font-mono text-[0.9em]">
    <Breakable name={name} />
  </code>
);

const Breakable = ({ name }: { name: string }) =>
  name.split(/(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** The headings of the navigation, in its order. */
export const CHAPTERS = ["Start", "Guides", "Reference"] as const;

/** A page of the documentation and its parts. `names`: the labels are identifiers, shown as code. */
export type ContentsGroup = {
  slug: string;
  chapter: (typeof CHAPTERS)[number];
  title: string;
  /** One line for lists of pages. */
  summary?: string;
  names?: boolean;
  parts: readonly { id: string; label: string }[];
};

type ContentsProps = { groups: readonly ContentsGroup[]; current?: string };

/** Search and the pages, with the parts of the current one: a sidebar, or a disclosure on a phone. */
export function Contents(props: ContentsProps) {
  return (
    <div className="flex shrink-0 flex-col gap-3 lg:sticky lg:top-0 lg:z-20 lg:max-h-dvh lg:w-56 lg:gap-4 lg:self-start lg:pt-8 print:hidden">
      <SearchBox />
      <nav aria-label="Documentation" className="hidden min-h-0 overflow-y-auto p-1 pb-8 lg:-mx-1 lg:block">
        <Groups {...props} />
      </nav>
      <details className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="min-h-12 px-4 py-3 font-medium">Contents</summary>
        <nav aria-label="Documentation" className="border-line border-t p-4">
          <Groups {...props} />
        </nav>
      </details>
    </div>
  );
}

/** Searches as you type, by `/docs/docs.js`. Without scripts it leads to the list of all pages. */
function SearchBox() {
  return (
    <search className="relative">
      <form action="/docs/search">
        <input
          type="search"
          name="q"
          aria-label="Search the documentation"
          placeholder="Search"
          autoComplete="off"
          spellCheck={false}
          data-docs-search
          className="h-10 w-full rounded-md border border-line-strong bg-surface px-3 text-sm"
        />
      </form>
    </search>
  );
}

const ENTRY = "block rounded-md px-2 py-2 text-sm hover:bg-sunken lg:py-1";

function Groups({ groups, current }: ContentsProps) {
  return (
    <ul className="flex flex-col gap-4">
      <li>
        <a
          href="/docs"
          className={`${ENTRY} aria-[current]:bg-sunken aria-[current]:font-medium`}
          aria-current={current === "" ? "page" : undefined}
        >
          Home
        </a>
      </li>
      {CHAPTERS.map((chapter) => (
        <li key={chapter}>
          <p className="px-2 pb-1 font-medium text-muted text-xs">{chapter}</p>
          <ul>
            {groups
              .filter((group) => group.chapter === chapter)
              .map((group) => (
                <Entry key={group.slug} group={group} isCurrent={group.slug === current} />
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const Entry = ({ group: { slug, title, names, parts }, isCurrent }: { group: ContentsGroup; isCurrent: boolean }) => (
  <li>
    <a
      href={`/docs/${slug}`}
      className={`${ENTRY} aria-[current]:bg-sunken aria-[current]:font-medium`}
      aria-current={isCurrent ? "page" : undefined}
    >
      {title}
    </a>
    {isCurrent ? (
      <ul className="mt-1 mb-3 ml-2 border-line border-l pl-2">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={`${ENTRY} text-muted hover:text-ink`}>
              {names ? <BreakableName name={label} /> : label}
            </a>
          </li>
        ))}
      </ul>
    ) : null}
  </li>
);

/** The contents of one page. Each line has the id of the part it links to. */
export function EntryList({ group: { slug, title, names, parts } }: { group: ContentsGroup }) {
  // Some pages share their slug with one of their parts. Then the part gets the id.
  const isTaken = parts.some(({ id }) => id === slug);
  return (
    <section aria-labelledby={`${slug}-contents`}>
      <h2 id={`${slug}-contents`} className="pb-2 font-semibold text-base">
        <a href={`/docs/${slug}`} {...(!isTaken && { id: slug })} className="scroll-mt-20 rounded-sm hover:underline">
          {title}
        </a>
      </h2>
      <ul className="flex flex-col">
        {parts.map(({ id, label }) => (
          <li key={id} id={id} className="scroll-mt-20 rounded-md py-2 target:bg-sunken target:px-2 md:py-1">
            <TextLink href={`/docs/${slug}#${id}`}>{names ? <BreakableName name={label} /> : label}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Links to the previous and the next page. */
export const Neighbors = ({
  before,
  after,
}: {
  before: ContentsGroup | undefined;
  after: ContentsGroup | undefined;
}) => (
  <nav aria-label="Pages" className="flex flex-wrap justify-between gap-4 border-line border-t pt-6 print:hidden">
    {before ? <TextLink href={`/docs/${before.slug}`}>← {before.title}</TextLink> : <span />}
    {after ? <TextLink href={`/docs/${after.slug}`}>{after.title} →</TextLink> : null}
  </nav>
);
