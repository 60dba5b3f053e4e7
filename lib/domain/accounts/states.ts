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

/** Everything an account's status depends on. */
export type Facts = {
  /** A person is linked: at once for an unknown address, by their approval otherwise. */
  linked: boolean;
  /** That person has an identity on file. */
  verified: boolean;
  fundedBy: FundedBy;
  /** The partner's platform fee, or the linked creator's own subscription, is paid. */
  paid: boolean;
  /** The partner reactivated the creator before the ID check was finished. */
  reinstated: boolean;
  /** The person withdrew their approval after the account had been active. */
  left: boolean;
  /** Suspensions in force. */
  suspensions: readonly Suspension[];
};

export type DerivedStatus =
  | { status: Exclude<SoloStatus, "suspended">; suspendReason: null }
  | { status: "suspended"; suspendReason: SuspendReason };

/**
 * The status of an account, from facts alone. Contract: States.
 * A platform-funded creator goes straight from `pending_id_verification` to `active`, and shows `subscribed_pending_id`
 * only after a reactivation without an ID. That depends on nothing the person did, so a partner that deactivates and
 * reactivates learns nothing about the address.
 * The contract has no status for an account whose person left: it reads like a suspension by the service.
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
  const inForce: readonly Suspension[] = left
    ? [...suspensions, { kind: "service", reason: "manual_suspension" }]
    : suspensions;
  const strongest = SUSPENSION_KINDS.flatMap((kind) => inForce.filter((one) => one.kind === kind))[0];
  if (strongest) return { status: "suspended", suspendReason: strongest.reason };
  if (linked && verified && paid) return { status: "active", suspendReason: null };
  const subscribed = paid && (fundedBy === "creator" ? linked : reinstated);
  return { status: subscribed ? "subscribed_pending_id" : "pending_id_verification", suspendReason: null };
}

/**
 * The suspension for a missed payment, or null. Only an account that has been active can lapse; others stay pending until
 * payment.
 */
export function lapseOf(account: { fundedBy: FundedBy; paid: boolean; verifiedAt: Date | null }): Suspension | null {
  if (account.paid || account.verifiedAt === null) return null;
  return account.fundedBy === "platform"
    ? { kind: "platform", reason: "platform_lapsed" }
    : { kind: "subscription", reason: "subscription_lapsed" };
}

export const STATUS_WORDS: Record<SoloStatus, string> = {
  active: "Active",
  suspended: "Suspended",
  subscribed_pending_id: "Paid, ID missing",
  pending_id_verification: "Not active yet",
};

/** Why an account is suspended, as text after "Suspended:". */
export const REASON_WORDS: Record<SuspendReason, string> = {
  subscription_lapsed: "subscription ended",
  platform_lapsed: "platform fee unpaid",
  partner_deactivated: "deactivated by you",
  platform_deactivated: "deactivated by the service",
  manual_suspension: "suspended by the service",
};
