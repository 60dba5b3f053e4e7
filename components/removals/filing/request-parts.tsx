import type { ReactNode } from "react";
import { Heading } from "@/components/acts/parts";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ClaimantView, Message, NamedThing } from "@/lib/domain/removals";
import { type DeviceKind, fileName } from "@/lib/domain/removals/filing/labels";
import { ITEM_STATUS_LABELS } from "@/lib/domain/removals/labels";

/** Where the request is, and when we decide. `isLate`: the deadline has passed. */
export function Headline({ request, isLate }: { request: ClaimantView; isLate: boolean }) {
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
        {isWatched
          ? "We keep looking for copies and similar pictures for a year, and email you when we decide on one."
          : null}
      </Heading>
    );
  }
  if (isLate) {
    return (
      <Heading title="We are late">
        We had to decide by <Time at={deadlineAt} as="datetime" />. Your request stays first in our queue.
      </Heading>
    );
  }
  return (
    <Heading title={appealedAt ? "We are working on your appeal" : "We are working on your request"}>
      A custodian decides by{" "}
      <strong className="text-ink">
        <Time at={deadlineAt} as="datetime" />
      </strong>{" "}
      (<Time at={deadlineAt} />
      ).
    </Heading>
  );
}

/** The status in one word. */
export const STATUS_WORDS = { open: "Open", decided: "Decided", withdrawn: "Withdrawn" } as const;

/** What the claimant and custodians wrote. */
export const Messages = ({ messages }: { messages: readonly Message[] }) => (
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

/** What the claimant said. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-wrap">{children}</dd>
  </div>
);

const LABELS: Readonly<Record<Exclude<NamedThing["kind"], "url" | "release" | DeviceKind>, string>> = {
  account: "The record you chose",
  email: "Content with your email address",
  description: "What you described",
  others: "What else we found",
  copies: "Identical copies",
};

const isFile = (kind: NamedThing["kind"]): kind is DeviceKind =>
  kind === "picture" || kind === "video" || kind === "file";

/** `files`: the hashes of all files that they named, in their order. */
function labelOf({ kind, name }: NamedThing, files: readonly NamedThing["name"][]): string | null {
  if (kind === "url") return name;
  if (isFile(kind)) return fileName(kind, files.indexOf(name) + 1, name ?? "");
  if (kind === "release") return `Distribution of “${name}”, with its download and resale`;
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
export function NamedThings({ things }: { things: readonly NamedThing[] }) {
  const files = things.filter(({ kind }) => isFile(kind)).map(({ name }) => name);
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
      {things.map((thing) => {
        const { kind, name, outcome, reasons } = thing;
        const { tone, label, means } = OUTCOMES[outcome];
        return (
          <li key={`${kind} ${name}`} className="flex flex-col gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <span className="wrap-anywhere min-w-0 font-medium">{labelOf(thing, files)}</span>
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
