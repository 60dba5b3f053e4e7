import { plainSpaces } from "@/lib/platform/date-text";
import type { RemovalFoundBy, RemovalItemStatus, TakedownOutcome } from "@/prisma/generated/client";

/** The legal bases of a removal request, as the contract names them. */
export const LEGAL_BASES = ["NCII_TAKE_IT_DOWN", "NCII_STATE", "AN_5196_APPEAL", "DMCA", "OTHER"] as const;
export type LegalBasis = (typeof LEGAL_BASES)[number];

/** The legal bases on pages. */
export const BASIS_LABELS: Readonly<Record<LegalBasis, string>> = {
  NCII_TAKE_IT_DOWN: "TAKE IT DOWN Act",
  NCII_STATE: "State law on intimate images",
  AN_5196_APPEAL: "Withdrawn consent",
  DMCA: "Copyright (DMCA)",
  OTHER: "Other grounds",
};

/** The status of a partner's takedown. `breached`: still open after its deadline. `canceled`: it is no longer asked for. */
export const TAKEDOWN_STATUSES = ["open", "breached", "taken_down", "already_removed", "canceled"] as const;
export type TakedownStatus = (typeof TAKEDOWN_STATUSES)[number];

/** The statuses on pages and in exports for people. */
export const TAKEDOWN_STATUS_LABELS: Readonly<Record<TakedownStatus, string>> = {
  open: "Open",
  breached: "Breached",
  taken_down: "Taken down",
  already_removed: "Already removed",
  canceled: "Canceled",
};

type Clock = { deadlineAt: Date; outcome: TakedownOutcome | null };

export function takedownStatus({ deadlineAt, outcome }: Clock, now: Date): TakedownStatus {
  if (outcome) return outcome === "no_longer_asked" ? "canceled" : outcome;
  return deadlineAt < now ? "breached" : "open";
}

/** What must come down: a record of the content log, a publication of a scene, or a production. */
export type TakedownKind = "content" | "publication" | "production";

/** The kinds on pages and in print. */
export const KIND_LABELS: Readonly<Record<TakedownKind, string>> = {
  content: "Content",
  publication: "Publication",
  production: "Production",
};

/** The kind of a record, by which of its ids it has. */
export const kindOf = ({ productionId, publicationId }: RecordIds): TakedownKind =>
  productionId ? "production" : publicationId ? "publication" : "content";

type RecordIds = { productionId: string | null; publicationId: string | null };

/** The statuses of a removal request. */
export const REQUEST_STATUSES = ["open", "decided", "withdrawn"] as const;

/** The status of a record in a request, on pages. */
export const ITEM_STATUS_LABELS: Readonly<Record<RemovalItemStatus, string>> = {
  suggested: "Suggested",
  open: "Open",
  confirmed: "Confirmed",
  rejected: "Rejected",
  already_removed: "Already removed",
  dismissed: "Dismissed",
  withdrawn: "Withdrawn",
};

/** How a record was found, on custodians' pages. */
const FOUND_BY_LABELS: Readonly<Record<RemovalFoundBy, string>> = {
  url: "Same URL",
  sha256: "Same file",
  email: "Claimant’s address",
  name: "Same name",
  external_id: "Id in the description",
  similar: "Similar image",
  copy: "Copy of a confirmed file",
  custodian: "Attached by a custodian",
  account: "Chosen in their account",
};

/** How a record of a request was found. What a withdrawn release is about counts as chosen in an account. */
export const foundByText = (foundBy: RemovalFoundBy, { isWithdrawal }: { isWithdrawal: boolean }): string =>
  isWithdrawal && foundBy === "account" ? "Withdrawn release" : FOUND_BY_LABELS[foundBy];

/** The longest reason of a decision. */
export const REASON_MAX = 1000;

/** Whether a rejection needs two custodians: the request is about intimate images. */
export const needsTwo = (basis: LegalBasis): boolean => basis === "NCII_TAKE_IT_DOWN" || basis === "NCII_STATE";

// The deadline of the last of the business days is midnight there.
const local = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZone: "America/New_York",
  timeZoneName: "short",
});

/** A deadline as a claimant reads it in mails, such as "Dec 15, 2026, 11:59 PM EST". */
export const localDeadline = (deadlineAt: Date): string => plainSpaces(local.format(deadlineAt));
