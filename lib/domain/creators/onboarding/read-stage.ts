import type { Onboarding } from "@/lib/domain/accounts";
import { findBilling } from "@/lib/domain/billing";
import type { ProvenVisit } from "@/lib/domain/core/context";
import { type IdentityStage, type OwnCheck, readIdentityStage } from "@/lib/domain/identity";

/** The stage of an onboarding, for a person who has proven the mailbox. */
export type Stage =
  /** The person has an account with the service and must approve or decline this platform. */
  { at: "link_asked" } | { at: "link_declined" } | IdentityStage;

/** The person of an onboarding, linked or asked to link; null when there is none. */
export const personOf = ({ account }: Onboarding): string | null =>
  account.userId ?? account.linkRequest?.userId ?? null;

/**
 * The person's stage, as far as the visit may know it. Only for a browser that has proven the mailbox. A visit proven by a code
 * sees of a verified person only what the platform can see anyway.
 */
export async function readStage({ account }: Onboarding, visit: ProvenVisit): Promise<Stage> {
  const { userId, linkRequest, status } = account;
  const byMail = visit.provenBy === "mail_link";
  if (!userId) return { at: byMail && linkRequest?.decision === "declined" ? "link_declined" : "link_asked" };
  return readIdentityStage(userId, visit, { verifiedIsKnown: status === "active" });
}

/** What this link's mail told of a check. */
export type MailedCheck = { told: "rejected" | "photos_asked"; check: OwnCheck };

/**
 * The rejection, or the request for better photos, that this link's mail told the person. It is shown before the mailbox is proven, as
 * the mail has it already. Null for other links.
 */
export async function readMailedCheck(onboarding: Onboarding): Promise<MailedCheck | null> {
  const { kind, expired, issuedAt, account } = onboarding;
  if (kind !== "mail" || expired || account.status === "suspended") return null;
  const stage = await readStage(onboarding, { id: "", provenBy: "mail_link" });
  if (stage.at !== "rejected" && stage.at !== "submitted") return null;
  const { check } = stage;
  const toldAt = stage.at === "rejected" ? check.decidedAt : check.photosAskedAt;
  if (check.accountId !== account.id || !toldAt || toldAt > issuedAt) return null;
  return { told: stage.at === "rejected" ? "rejected" : "photos_asked", check };
}

/** The subscription that an onboarding requires. */
export type Payment =
  /** `lapsed`: an earlier subscription ended. */
  | { state: "due"; priceCents: number; lapsed: boolean }
  | { state: "paid"; priceCents: number }
  /** Counts as paid until then, while the processor retries. */
  | { state: "past_due"; priceCents: number; until: Date }
  /** This visit may not see the state. The person continues from their own mail. */
  | { state: "elsewhere" };

/**
 * Whether the linked person still has to subscribe; null when the platform pays or no person is linked. Only for a browser
 * that has proven the mailbox. A visit proven by a code sees no more than the platform does: paid, never paid, or suspended
 * because the subscription ended.
 */
export async function readPayment({ account }: Onboarding, visit: ProvenVisit): Promise<Payment | null> {
  const { userId, fundedBy, suspendReason } = account;
  if (!userId || fundedBy === "platform") return null;
  const { subscription, priceCents } = await findBilling(userId);
  const byMail = visit.provenBy === "mail_link";
  const platformKnows = suspendReason === "subscription_lapsed";
  switch (subscription.state) {
    case "none":
      return { state: "due", priceCents, lapsed: false };
    case "ended":
      return byMail || platformKnows ? { state: "due", priceCents, lapsed: true } : { state: "elsewhere" };
    case "past_due":
      if (byMail && subscription.graceEndsAt) return { state: "past_due", priceCents, until: subscription.graceEndsAt };
      return { state: "paid", priceCents };
    case "active":
    case "ending":
      return { state: "paid", priceCents };
  }
}
