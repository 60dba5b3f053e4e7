import { STATUS_WORDS } from "@/components/accounts/creator-facts";
import { wordsFor } from "@/components/lists/list-address";
import { SectionCard } from "@/components/ui/card";
import { latestText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { AccountLine } from "@/lib/domain/accounts/custody";
import type { LedgerAction } from "@/lib/domain/core/ledger";

/** A ledger entry in words, shown as "who did: more". */
export type TimelineLine = {
  id: string;
  at: Date;
  who: string;
  did: string;
  more: readonly string[];
  note?: string | null;
};

type TimelineProps = {
  title: string;
  lines: readonly TimelineLine[];
  /** How many there are, if not all are shown. */
  total?: number;
};

/** Every change and view from the ledger. For custodians only. */
export function Timeline({ title, lines, total = lines.length }: TimelineProps) {
  return (
    <SectionCard
      id="history"
      title={title}
      description={<>Every change and view, from the ledger. {latestText(lines.length, total)}</>}
    >
      <ol className="flex flex-col">
        {lines.map(({ id, at, who, did, more, note }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="wrap-anywhere min-w-0">
              <span className="font-medium">{who}</span> {did}
              {more.length > 0 ? <span className="text-muted">: {more.join(", ")}</span> : null}
              {note ? <span className="block">“{note}”</span> : null}
            </span>
            <Time at={at} className="text-muted" />
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}

type AccountAction = Extract<LedgerAction, `${"solo_account" | "link_request" | "onboarding"}.${string}`>;

const VERBS: Record<AccountAction, string> = {
  "solo_account.provisioned": "provisioned the account",
  "solo_account.status_changed": "changed the status",
  "solo_account.hold_placed": "suspended the account",
  "solo_account.hold_lifted": "lifted a suspension",
  "solo_account.viewed": "viewed the account",
  "link_request.asked": "sent the link request",
  "link_request.approved": "approved the link",
  "link_request.declined": "declined the link",
  "link_request.withdrawn": "unlinked the platform",
  "onboarding.code_sent": "requested a code",
  "onboarding.mailbox_proven": "verified their email address",
};

/** An account's history. For custodians only. */
export const AccountHistory = ({ lines }: { lines: readonly AccountLine[] }) => (
  <Timeline
    title="Timeline"
    lines={lines.map(({ action, reason, to, ...line }) => ({
      ...line,
      did: wordsFor(VERBS, action) ?? action,
      more: [to && (wordsFor(STATUS_WORDS, to) ?? to), reason].filter((part) => typeof part === "string"),
    }))}
  />
);
