import type { ChangeKind, ChangeState } from "./schemas";

/** Why a change was refused for a creator, as text for the partner. */
const REFUSALS: Readonly<Record<string, string | undefined>> = {
  CREATOR_PAYS_OWN_SUBSCRIPTION: "Pays for their own subscription. Only they can end it.",
  suspended_otherwise: "Also suspended for another reason, which must be cleared first.",
  account_not_suspended: "Wasn’t deactivated.",
  failed: "Something went wrong on our side. Try again.",
};

/** The text for a refusal code. */
export const refusalInWords = (code: string): string => REFUSALS[code] ?? "Refused.";

/** How many creators a change has processed. */
export const changesDone = ({ changed, unchanged, refused }: ChangeState): number => changed + unchanged + refused;

/** How long the list of refused creators is kept. */
export const REFUSALS_KEPT_DAYS = 90;

const RUNNING: Record<ChangeKind, string> = { deactivate: "Deactivating", reactivate: "Reactivating" };
const DONE: Record<ChangeKind, string> = { deactivate: "Deactivated", reactivate: "Reactivated" };

/** A change's verb: "Deactivating" while it runs, "Deactivated" after. */
export const changeInWords = ({ kind, finishedAt }: ChangeState): string => (finishedAt ? DONE : RUNNING)[kind];
