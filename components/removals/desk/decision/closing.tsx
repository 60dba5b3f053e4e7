import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { needsTwo } from "@/lib/domain/removals/labels";
import type { DecisionProps } from "./posted";

type Closing = Pick<DecisionProps, "request" | "statuses" | "reader">;

/** How a request in which nothing is open ends. About intimate images, two custodians must agree. */
export function closingOf({ request, statuses, reader }: Closing): { note: ReactNode; label?: string } {
  const { legalBasis, closingBy, closingReason, closedByIds } = request;
  const isUndecided = statuses.every((status) => status === "suggested" || status === "dismissed");
  const needsOther = needsTwo(legalBasis);
  if (isUndecided && closedByIds.includes(reader) && !(needsOther && closingBy)) {
    return {
      note: <Callout title="You took part in closing this before the appeal">Another custodian must close it.</Callout>,
    };
  }
  const proposal = isUndecided && needsOther ? closingBy : null;
  if (proposal?.id === reader) {
    return { note: <Callout title="You proposed to close this request">Another custodian must agree.</Callout> };
  }
  return {
    note: proposal ? (
      <Callout tone="waiting" title={`${proposal.name} proposes to close this request`}>
        “{closingReason}”
      </Callout>
    ) : null,
    label: isUndecided && needsOther && !proposal ? "Propose to close" : "Close request",
  };
}
