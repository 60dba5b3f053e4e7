import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { FormState } from "@/components/ui/form";
import { MATCH_STATUS_LABELS, type MatchStatus } from "@/lib/domain/removals/exchange/labels";

/** How a custodian decides about a match. */
export type Decide = (matchId: string, outcome: string, state: FormState, form: FormData) => Promise<FormState>;

const TONES: Readonly<Record<MatchStatus, Tone>> = {
  open: "waiting",
  same: "harm",
  different: "done",
  ended: "neutral",
};

/** A match's status, or, while it is open, the buttons that decide about it. */
export const MatchDecision = ({ id, status, decide }: { id: string; status: MatchStatus; decide: Decide }) =>
  status === "open" ? (
    <span className="flex flex-wrap gap-2">
      <ActionForm action={decide.bind(null, id, "same")} label="Same" size="sm" />
      <ActionForm action={decide.bind(null, id, "different")} label="Different" size="sm" />
    </span>
  ) : (
    <StatusBadge tone={TONES[status]} ended={status === "ended"}>
      {MATCH_STATUS_LABELS[status]}
    </StatusBadge>
  );

/** In how many of 256 bits two hashes differ. */
export const distanceText = (distance: number): string =>
  distance === 0 ? "Equal" : distance === 1 ? "1 bit differs" : `${distance} bits differ`;
