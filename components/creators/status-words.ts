import type { SoloStatus, SuspendReason } from "@/lib/domain/accounts/states";

/** What a status is called on pages. */
export const STATUS_WORDS: Record<SoloStatus, string> = {
  active: "Active",
  suspended: "Suspended",
  subscribed_pending_id: "Paid, ID missing",
  pending_id_verification: "Not active yet",
};

/** Why an account is suspended, as what follows "Suspended:". */
export const REASON_WORDS: Record<SuspendReason, string> = {
  subscription_lapsed: "subscription ended",
  platform_lapsed: "platform fee unpaid",
  partner_deactivated: "deactivated by you",
  platform_deactivated: "deactivated by the service",
  manual_suspension: "suspended by the service",
};

/** The same for the service's own people, to whom the partner is not "you". */
export const reasonForService = (reason: SuspendReason): string =>
  reason === "partner_deactivated" ? "deactivated by the partner" : REASON_WORDS[reason];

/** Who can end a suspension. */
export const CLEARED_BY: Record<SuspendReason, string> = {
  subscription_lapsed: "It ends by itself when the creator pays again.",
  platform_lapsed: "It ends by itself when your platform fee is paid.",
  partner_deactivated: "Only you can take them back.",
  platform_deactivated: "Only the service can end it. Write to support.",
  manual_suspension: "Only the service can end it. Write to support.",
};
