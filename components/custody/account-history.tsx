import { STATUS_WORDS } from "@/components/creators/solo-status";
import type { AccountLine } from "@/lib/domain/custody";
import type { LedgerAction } from "@/lib/domain/ledger";
import { Timeline } from "./timeline";

type AccountAction = Extract<LedgerAction, `${"solo_account" | "link_request" | "onboarding"}.${string}`>;

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
