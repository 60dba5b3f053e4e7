import { STATUS_WORDS } from "@/components/creators/status-words";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { AccountLine } from "@/lib/domain/custody";
import type { LedgerAction } from "@/lib/domain/ledger";

type AccountAction = Extract<LedgerAction, `solo_account.${string}` | `link_request.${string}`>;

const SAYINGS: Record<AccountAction, string> = {
  "solo_account.provisioned": "provisioned it",
  "solo_account.status_changed": "changed its status",
  "solo_account.hold_placed": "placed a hold",
  "solo_account.hold_lifted": "lifted a hold",
  "solo_account.viewed": "looked at it",
  "link_request.asked": "asked the person",
  "link_request.approved": "approved the link",
  "link_request.declined": "declined the link",
  "link_request.withdrawn": "took the link back",
};

const isKnown = (action: string): action is AccountAction => Object.hasOwn(SAYINGS, action);
const isStatus = (text: string): text is keyof typeof STATUS_WORDS => Object.hasOwn(STATUS_WORDS, text);

/** Everything that was done to an account, and each look at it, from the ledger. */
export function AccountHistory({ lines }: { lines: readonly AccountLine[] }) {
  return (
    <Card as="section" aria-labelledby="history">
      <CardHeader id="history" title="Timeline" description="From the ledger: each change, and each look." />
      <CardBody>
        <ol className="flex flex-col">
          {lines.map((line) => (
            <li
              key={line.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
            >
              <span className="wrap-anywhere min-w-0">
                <span className="font-medium">{line.who}</span>{" "}
                {isKnown(line.action) ? SAYINGS[line.action] : line.action}
                <span className="text-muted">{details(line)}</span>
                {line.note ? <span className="block">“{line.note}”</span> : null}
              </span>
              <Time at={line.at} className="text-muted" />
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function details({ reason, to }: AccountLine): string {
  const parts = [to && (isStatus(to) ? STATUS_WORDS[to] : to), reason].filter(Boolean);
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}
