import { BookOpen, Eye, FileLock2, Link2, type LucideIcon, ScrollText, ShieldAlert } from "lucide-react";
import type { GetServerSideProps, PageConfig } from "next";
import Head from "next/head";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/link";
import { examplesOf } from "@/lib/api/reference/examples";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const config: PageConfig = { unstable_runtimeJS: false };

/** Rendered for each request, for the visitor's theme and a nonce in its content policy. */
export const getServerSideProps: GetServerSideProps = async () => ({ props: {} });

const steps = [
  {
    title: "Provision a creator",
    text: "One call with your user id and their email address. It is safe to repeat.",
  },
  {
    title: "They show an ID",
    text: "On their phone, on our page. We say who asks, why, and who will see it. They can stop and resume.",
  },
  {
    title: "A custodian reviews it",
    text: "A person compares the document with the face, and gives a reason for each decision.",
  },
  { title: "Your API says active", text: "Only this status unlocks uploads. You never store the ID." },
];

const promises = [
  {
    icon: Eye,
    title: "You see a status, not a person",
    text: "No endpoint returns a legal name, a birth date or an ID. You can’t leak what you don’t have.",
  },
  {
    icon: FileLock2,
    title: "One encryption key per person",
    text: "We strip metadata from photos and encrypt them under a key for that person. Links to them expire within minutes.",
  },
  {
    icon: ScrollText,
    title: "Every view is logged",
    text: "Every change and every view of an ID goes into a chained ledger. The database itself refuses to alter it.",
  },
];

const { curl } = examplesOf({
  method: "POST",
  url: "https://your-address/api/v1/solo-accounts",
  body: {
    externalUserId: "creator-4711",
    email: "robin@example.com",
    callbackUrl: "https://platform.example/hooks",
  },
});

const response = `{
  "accountId": "0ek1v5cqj2m8x7t3a9h4ywzrd",
  "status": "pending_id_verification",
  "onboardingUrl": "https://your-address/onboard/…",
  "createdAt": "2026-11-21T08:53:42.118Z"
}`;

export default function LandingPage() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-24 px-4 py-16 md:px-8 md:py-24"
    >
      <Head>
        <title>{`${SERVICE_NAME}: compliance records, kept for you`}</title>
      </Head>
      <section className="grid items-center gap-12 lg:grid-cols-2">
        <div className="flex flex-col items-start gap-6">
          <h1 className="font-semibold text-xl">The record behind what you publish</h1>
          <p className="max-w-prose text-muted">
            {SERVICE_NAME} is the custodian of records for platforms that host adult content. We verify who appears,
            keep the proof for seven years, and answer for it under 18 U.S.C. § 2257. You integrate one REST API.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href="/portal" variant="primary" size="lg">
              Open the partner portal
            </ButtonLink>
            <ButtonLink href="/docs" size="lg" icon={<BookOpen aria-hidden />}>
              Read the API
            </ButtonLink>
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Sample label="Provision a creator" code={curl} />
          <Sample label="201 Created" code={response} />
        </div>
      </section>

      <section aria-labelledby="how" className="flex flex-col gap-8">
        <h2 id="how" className="font-semibold text-lg">
          From email address to verified creator
        </h2>
        <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            <li key={step.title} className="flex flex-col gap-2 border-accent border-t-2 pt-4">
              <span className="text-muted text-sm tabular-nums">{index + 1}</span>
              <h3 className="font-medium">{step.title}</h3>
              <p className="text-muted text-sm">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section aria-labelledby="kept" className="flex flex-col gap-8">
        <h2 id="kept" className="font-semibold text-lg">
          How we protect records
        </h2>
        <ul className="grid gap-8 md:grid-cols-3">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex flex-col gap-2">
              <Icon className="size-6 text-accent-text" aria-hidden />
              <h3 className="font-medium">{title}</h3>
              <p className="text-muted text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <div className="grid gap-4 md:gap-8 lg:grid-cols-2">
        <Aside id="sent" icon={Link2} title="Did a platform send you here?">
          <p className="text-muted text-sm">
            You don’t need an account. Open the link in the email we sent you, or continue from the platform. It always
            has a working link.
          </p>
        </Aside>
        <Aside id="shown" icon={ShieldAlert} title="Are you shown where you shouldn’t be?">
          <p className="text-muted text-sm">
            Tell us, without an account. Platforms never get your name, and intimate images have a deadline of 48 hours.
          </p>
          <ButtonLink href="/removal" className="self-start">
            Ask for a removal
          </ButtonLink>
        </Aside>
      </div>
    </main>
  );
}

type AsideProps = { id: string; icon: LucideIcon; title: string; children: ReactNode };

/** A note for people who don't come to integrate an API. */
const Aside = ({ id, icon: Icon, title, children }: AsideProps) => (
  <section
    aria-labelledby={id}
    className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-6 md:flex-row md:items-start md:gap-6 md:p-8"
  >
    <Icon className="size-6 shrink-0 text-accent-text" aria-hidden />
    <div className="flex max-w-prose flex-col gap-2">
      <h2 id={id} className="font-medium">
        {title}
      </h2>
      {children}
    </div>
  </section>
);

function Sample({ label, code }: { label: string; code: string }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="border-line border-b px-4 py-3 text-muted text-xs">{label}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto p-4 font-mono text-xs focus-visible:-outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
