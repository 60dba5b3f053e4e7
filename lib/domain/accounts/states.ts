export const SOLO_STATUSES = ["pending_id_verification", "subscribed_pending_id", "active", "suspended"] as const;
export const SUSPEND_REASONS = [
  "subscription_lapsed",
  "platform_lapsed",
  "partner_deactivated",
  "platform_deactivated",
  "manual_suspension",
] as const;

/** The reasons for which the service itself suspends an account. */
export const SERVICE_REASONS = [
  "manual_suspension",
  "platform_deactivated",
] as const satisfies readonly SuspendReason[];

/** Strongest first: of several suspensions, the first of these gives the reason shown. */
export const SUSPENSION_KINDS = ["service", "partner", "platform", "subscription"] as const;

export type SoloStatus = (typeof SOLO_STATUSES)[number];
export type SuspendReason = (typeof SUSPEND_REASONS)[number];
export type SuspensionKind = (typeof SUSPENSION_KINDS)[number];
export type Suspension = { kind: SuspensionKind; reason: SuspendReason };
export type FundedBy = "creator" | "platform";

/** Everything that an account's status rests on. */
export type Facts = {
  /** A person is linked: at once for an address the service had not seen, by their own approval otherwise. */
  linked: boolean;
  /** That person has an identity on file. */
  verified: boolean;
  fundedBy: FundedBy;
  /** Whoever funds the account is paid up: the partner's platform fee, or the linked creator's own subscription. */
  paid: boolean;
  /** The partner took the creator back before the ID check was finished. */
  reinstated: boolean;
  /** The person took their approval back after the account had been active. */
  left: boolean;
  /** Suspensions in force. */
  suspensions: readonly Suspension[];
};

export type DerivedStatus =
  | { status: Exclude<SoloStatus, "suspended">; suspendReason: null }
  | { status: "suspended"; suspendReason: SuspendReason };

/**
 * The status of an account, from facts alone. Contract: States, Solo account.
 * A platform-funded creator goes straight from `pending_id_verification` to `active`, and shows `subscribed_pending_id`
 * only after being taken back without an ID. That depends on nothing a person did, so a partner that deactivates and
 * reactivates learns nothing about the address.
 * Of an account whose person left, the contract has no word: it reads in everything like one that the service suspends.
 */
export function deriveStatus({
  linked,
  verified,
  fundedBy,
  paid,
  reinstated,
  left,
  suspensions,
}: Facts): DerivedStatus {
  const standing: readonly Suspension[] = left
    ? [...suspensions, { kind: "service", reason: "manual_suspension" }]
    : suspensions;
  const strongest = SUSPENSION_KINDS.flatMap((kind) => standing.filter((hold) => hold.kind === kind))[0];
  if (strongest) return { status: "suspended", suspendReason: strongest.reason };
  if (linked && verified && paid) return { status: "active", suspendReason: null };
  const subscribed = paid && (fundedBy === "creator" ? linked : reinstated);
  return { status: subscribed ? "subscribed_pending_id" : "pending_id_verification", suspendReason: null };
}

/**
 * The hold that missing payment places, or null. Only an account that has been active can lapse; one that never was
 * stays pending until its funder pays.
 */
export function lapseOf(account: { fundedBy: FundedBy; paid: boolean; verifiedAt: Date | null }): Suspension | null {
  if (account.paid || account.verifiedAt === null) return null;
  return account.fundedBy === "platform"
    ? { kind: "platform", reason: "platform_lapsed" }
    : { kind: "subscription", reason: "subscription_lapsed" };
}
