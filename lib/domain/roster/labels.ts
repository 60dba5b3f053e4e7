import type { ChangeState } from "./schemas";

/** Why a change was refused for a creator, in words for the partner. */
const REFUSALS: Readonly<Record<string, string | undefined>> = {
  CREATOR_PAYS_OWN_SUBSCRIPTION: "Pays for their own subscription. Only they can end it.",
  suspended_otherwise: "Suspended for another reason as well, which has to be cleared first.",
  account_not_suspended: "Was not deactivated, so there is nothing to take back.",
  failed: "Something went wrong on our side. Try it again.",
};

/** The words for a code that a deactivation or reactivation was refused with. */
export const refusalInWords = (code: string): string => REFUSALS[code] ?? "Refused.";

/** How many of a change are behind it. */
export const changesDone = ({ changed, unchanged, refused }: ChangeState): number => changed + unchanged + refused;

/** For so long it is kept for whom a change was refused, and why. */
export const REFUSALS_KEPT_DAYS = 90;
