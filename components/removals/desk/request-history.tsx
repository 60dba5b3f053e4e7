import { Timeline } from "@/components/custody/timeline";
import { wordsFor } from "@/components/lists/list-address";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import type { LedgerAction } from "@/lib/domain/core/ledger";
import type { ViewedRequest } from "@/lib/domain/removals/custody";

type RequestAction = Extract<LedgerAction, `removal_request.${string}`>;

const VERBS: Readonly<Record<RequestAction, string>> = {
  "removal_request.filed": "filed the request",
  "removal_request.viewed": "viewed the request",
  "removal_request.assigned": "assigned the request to themselves",
  "removal_request.released": "released the request",
  "removal_request.targets_added": "added what to look for",
  "removal_request.matched": "found records",
  "removal_request.item_attached": "attached a record",
  "removal_request.item_dismissed": "dismissed a suggestion",
  "removal_request.item_confirmed": "confirmed a removal",
  "removal_request.item_already_removed": "found a record already removed",
  "removal_request.rejection_proposed": "proposed to reject a record",
  "removal_request.item_rejected": "rejected a record",
  "removal_request.closing_proposed": "proposed to close the request",
  "removal_request.asked": "asked the claimant",
  "removal_request.answered": "answered",
  "removal_request.code_sent": "emailed a code for the claimant’s page",
  "removal_request.code_entered": "entered the code from their email",
  "removal_request.decided": "finished the request",
  "removal_request.appealed": "appealed",
  "removal_request.withdrawn": "withdrew the request",
  "removal_request.custodians_mailed": "emailed the custodians about the deadline",
  "removal_request.ordered_at_console": "entered a custodian’s decision at the console",
};

/** A request's changes and views, from the ledger. */
export function RequestHistory({ request: { history, items } }: { request: ViewedRequest }) {
  const titles = new Map(items.rows.map((item) => [item.id, recordTitle(item)]));
  return (
    <Timeline
      title="History"
      total={history.total}
      lines={history.rows.map(({ action, itemId, reason, ...line }) => ({
        ...line,
        did: wordsFor(VERBS, action) ?? action,
        more: [itemId && titles.get(itemId)].filter((part) => typeof part === "string"),
        note: reason,
      }))}
    />
  );
}
