import { RecordLink } from "@/components/custody/record-link";
import { requestHref } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { FormState } from "@/components/ui/form";
import type { Listed } from "@/lib/domain/removals/exchange";
import { MATCH_STATUS_LABELS, type MatchStatus } from "@/lib/domain/removals/exchange/labels";

/** How a custodian decides about a match. */
export type Decide = (matchId: string, outcome: string, state: FormState, form: FormData) => Promise<FormState>;

const TONES: Readonly<Record<MatchStatus, Tone>> = {
  open: "waiting",
  same: "harm",
  different: "done",
  ended: "neutral",
};

type MatchDecisionProps = {
  match: Pick<Listed, "id" | "status" | "isListed" | "removalId"> & { depictionId?: string | null };
  decide: Decide;
};

/** What was decided about a match, where it leads, and the buttons that decide or change it. */
export function MatchDecision({ match, decide }: MatchDecisionProps) {
  const { id, status, isListed, depictionId, removalId } = match;
  const button = (outcome: "same" | "different", label: string) => (
    <ActionForm action={decide.bind(null, id, outcome)} label={label} size="sm" />
  );
  if (status === "open") {
    return (
      <span className="flex flex-wrap gap-2">
        {button("same", "Same")}
        {button("different", "Different")}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusBadge tone={TONES[status]} ended={status === "ended"}>
        {MATCH_STATUS_LABELS[status]}
      </StatusBadge>
      {status === "same" && depictionId ? (
        <RecordLink href={`/custodian/records/${depictionId}`}>Open record</RecordLink>
      ) : null}
      {status === "same" && removalId ? (
        <RecordLink href={requestHref({ id: removalId })}>Open request</RecordLink>
      ) : null}
      {isListed && status === "same" ? button("different", "Change to different") : null}
      {isListed && status === "different" ? button("same", "Change to same") : null}
    </span>
  );
}

/** In how many of 256 bits two hashes differ. */
export const distanceText = (distance: number): string =>
  distance === 0 ? "Equal" : distance === 1 ? "1 bit differs" : `${distance} bits differ`;
