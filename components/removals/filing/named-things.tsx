import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { NamedThing } from "@/lib/domain/removals";
import { ITEM_STATUS_LABELS } from "@/lib/domain/removals/labels";

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

type Words = { tone: Tone; label: string; means: string };

const OUTCOMES: Readonly<Record<NamedThing["outcome"], Words>> = {
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
