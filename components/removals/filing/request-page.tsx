import type { ReactNode } from "react";
import { Heading, QuietLink } from "@/components/acts/parts";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import type { ClaimantView, Message, NamedThing } from "@/lib/domain/removals";
import { BASIS_LABELS, ITEM_STATUS_LABELS, localDeadline } from "@/lib/domain/removals/labels";

type RequestPageProps = {
  request: ClaimantView;
  /** The deadline has passed. */
  isLate: boolean;
  /** Where the claimant appeals or withdraws. */
  appealHref: string;
  withdrawHref: string;
  /** The forms to add a URL and to write to a custodian. */
  addUrl: ReactNode;
  write: ReactNode;
};

/** Everything a claimant can know about their request, and change. */
export function RequestPage({ request, isLate, appealHref, withdrawHref, addUrl, write }: RequestPageProps) {
  const { status, things, messages, claim, mayAppeal, isAsked } = request;
  const isOpen = status === "open";
  const question = isAsked ? messages.findLast(({ from }) => from === "custodian") : undefined;
  const others = messages.filter((message) => message !== question);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge
          tone={isOpen ? "accent" : status === "decided" ? "done" : "neutral"}
          ended={status === "withdrawn"}
        >
          {STATUS_WORDS[status]}
        </StatusBadge>
        <Headline request={request} isLate={isLate} />
      </div>
      {isAsked ? (
        <section className="flex flex-col gap-4">
          <Callout tone="waiting" title="A custodian asks you">
            <p className="wrap-anywhere whitespace-pre-wrap text-base text-ink">{question?.text}</p>
          </Callout>
          {write}
        </section>
      ) : null}
      {mayAppeal ? (
        <Callout tone="accent" title="You can appeal once">
          Another custodian decides again. <QuietLink href={appealHref}>Appeal the decision</QuietLink>
        </Callout>
      ) : null}
      {things.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="font-medium">What you asked us to remove</h2>
          <NamedThings things={things} />
        </section>
      ) : null}
      {others.length > 0 ? (
        <section className="flex flex-col gap-3">
          <h2 className="font-medium">Messages</h2>
          <Messages messages={others} />
        </section>
      ) : null}
      {isOpen ? (
        <section className="flex flex-col gap-3">
          <h2 className="font-medium">Add to your request</h2>
          <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
            {addUrl}
            {isAsked ? null : write}
          </div>
        </section>
      ) : null}
      <section className="flex flex-col gap-3">
        <h2 className="font-medium">What you sent</h2>
        <dl className="flex flex-col gap-3 text-sm">
          <Fact label="Legal basis">{BASIS_LABELS[request.legalBasis]}</Fact>
          {claim.description ? <Fact label="Description">{claim.description}</Fact> : null}
          {claim.actsFor ? <Fact label="You act for">{claim.actsFor.name}</Fact> : null}
          <Fact label="Signed by">{request.signedName}</Fact>
        </dl>
        <details>
          <summary className="cursor-pointer text-sm">Your statement</summary>
          <blockquote className="wrap-anywhere mt-3 whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm">
            {request.statement}
          </blockquote>
        </details>
      </section>
      <div className="flex flex-col gap-1">
        {isOpen ? <QuietLink href={withdrawHref}>Withdraw this request</QuietLink> : null}
        <p className="text-muted text-sm">
          Keep the link to this page private. Every email about this request contains it.
        </p>
      </div>
    </div>
  );
}

function Headline({ request, isLate }: Pick<RequestPageProps, "request" | "isLate">) {
  const { status, deadlineAt, decidedAt, withdrawnAt, requestedAt, appealedAt, things } = request;
  // Nothing more is looked for where all that was found was rejected.
  const has = (...wanted: NamedThing["outcome"][]) => things.some(({ outcome }) => wanted.includes(outcome));
  const isWatched = has("confirmed", "partly") || !has("rejected");
  if (status === "withdrawn") {
    return (
      <Heading title="You withdrew your request">
        Withdrawn on <Time at={withdrawnAt ?? requestedAt} as="datetime" />. What was taken down before stays down.
      </Heading>
    );
  }
  if (status === "decided") {
    return (
      <Heading title="Your request is decided">
        Decided on <Time at={decidedAt ?? requestedAt} as="datetime" />.{" "}
        {isWatched ? "We keep looking for identical copies for a year, and email you when we decide on one." : null}
      </Heading>
    );
  }
  if (isLate) {
    return (
      <Heading title="We are late">
        We had to decide by {localDeadline(deadlineAt)}. Your request stays first in our queue.
      </Heading>
    );
  }
  return (
    <Heading title={appealedAt ? "We are working on your appeal" : "We are working on your request"}>
      A custodian decides by <strong className="text-ink">{localDeadline(deadlineAt)}</strong> (<Time at={deadlineAt} />
      ). We email you at each step.
    </Heading>
  );
}

const STATUS_WORDS = { open: "Open", decided: "Decided", withdrawn: "Withdrawn" } as const;

const Messages = ({ messages }: { messages: readonly Message[] }) => (
  <ol className="flex flex-col gap-3">
    {messages.map(({ id, from, isAppeal, text, sentAt }) => (
      <li key={id} className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4">
        <span className="flex flex-wrap justify-between gap-2 text-muted text-sm">
          {from === "custodian" ? "A custodian" : isAppeal ? "You appealed" : "You"}
          <Time at={sentAt} as="datetime" />
        </span>
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      </li>
    ))}
  </ol>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-wrap">{children}</dd>
  </div>
);

const LABELS: Readonly<Record<Exclude<NamedThing["kind"], "url" | "file">, string>> = {
  account: "The record you chose",
  email: "Content with your email address",
  description: "What you described",
  copies: "Identical copies",
};

function labelOf({ kind, name }: Pick<NamedThing, "kind" | "name">): string | null {
  if (kind === "url") return name;
  if (kind === "file") return `Your file ${name?.slice(0, 12)}…`;
  return kind === "account" && name ? `${LABELS.account}: “${name}”` : LABELS[kind];
}

type Outcome = { tone: Tone; label: string; means: string };

const OUTCOMES: Readonly<Record<NamedThing["outcome"], Outcome>> = {
  open: { tone: "accent", label: ITEM_STATUS_LABELS.open, means: "A custodian is reviewing it." },
  confirmed: {
    tone: "done",
    label: ITEM_STATUS_LABELS.confirmed,
    means: "Platforms that work with us must not show it.",
  },
  partly: { tone: "done", label: "Partly confirmed", means: "Platforms that work with us must not show part of it." },
  rejected: { tone: "neutral", label: ITEM_STATUS_LABELS.rejected, means: "We don’t ask platforms to take it down." },
  not_found: { tone: "neutral", label: "Not found", means: "We didn’t find it on a platform that works with us." },
  withdrawn: { tone: "neutral", label: ITEM_STATUS_LABELS.withdrawn, means: "We stopped working on it." },
};

/** What a claimant named, with its outcome. */
function NamedThings({ things }: { things: readonly NamedThing[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
      {things.map(({ kind, name, outcome, reasons }) => {
        const { tone, label, means } = OUTCOMES[outcome];
        return (
          <li key={`${kind} ${name}`} className="flex flex-col gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <span className="wrap-anywhere min-w-0 font-medium">{labelOf({ kind, name })}</span>
              <StatusBadge tone={tone} ended={outcome === "withdrawn"}>
                {label}
              </StatusBadge>
            </div>
            <p className="text-muted text-sm">{means}</p>
            {reasons.map((reason) => (
              <p key={reason} className="wrap-anywhere whitespace-pre-wrap text-sm">
                {reason}
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
