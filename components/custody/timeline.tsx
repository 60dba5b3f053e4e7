import { STATUS_WORDS } from "@/components/creators/solo-status";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { AccountLine } from "@/lib/domain/custody";
import type { LedgerAction } from "@/lib/domain/ledger";

/** A line of the ledger in words: `did` follows the name, `more` follows that. */
export type TimelineLine = {
  id: string;
  at: Date;
  who: string;
  did: string;
  more: readonly string[];
  note?: string | null;
};

/** Everything that was done to something, and each look at it, from the ledger, for the service's own people. */
export function Timeline({ title, lines }: { title: string; lines: readonly TimelineLine[] }) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title={title} description="From the ledger: each change, and each look." />
      <CardBody>
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
      </CardBody>
    </Card>
  );
}

type AccountAction = Extract<LedgerAction, `${"solo_account" | "link_request" | "onboarding"}.${string}`>;

const SAYINGS: Record<AccountAction, string> = {
  "solo_account.provisioned": "provisioned it",
  "solo_account.status_changed": "changed its status",
  "solo_account.hold_placed": "suspended it",
  "solo_account.hold_lifted": "lifted a suspension",
  "solo_account.viewed": "looked at it",
  "link_request.asked": "asked the person",
  "link_request.approved": "approved the link",
  "link_request.declined": "declined the link",
  "link_request.withdrawn": "took the link back",
  "onboarding.code_sent": "asked for a code by mail",
  "onboarding.mailbox_proven": "proved that the mailbox is theirs",
};

const isKnown = (action: string): action is AccountAction => Object.hasOwn(SAYINGS, action);
const isStatus = (text: string): text is keyof typeof STATUS_WORDS => Object.hasOwn(STATUS_WORDS, text);

/** Everything that was done to an account, and each look at it, from the ledger. */
export const AccountHistory = ({ lines }: { lines: readonly AccountLine[] }) => (
  <Timeline
    title="Timeline"
    lines={lines.map(({ action, reason, to, ...line }) => ({
      ...line,
      did: isKnown(action) ? SAYINGS[action] : action,
      more: [to && (isStatus(to) ? STATUS_WORDS[to] : to), reason].filter((part) => typeof part === "string"),
    }))}
  />
);
