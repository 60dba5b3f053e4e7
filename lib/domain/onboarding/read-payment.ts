import type { Onboarding } from "@/lib/domain/accounts";
import { findBilling } from "@/lib/domain/billing";
import type { ProvenVisit } from "@/lib/domain/context";

/** How it stands with the subscription that an onboarding asks for. */
export type Payment =
  /** `lapsed`: there was one, and it ended. */
  | { state: "due"; priceCents: number; lapsed: boolean }
  | { state: "paid"; priceCents: number }
  /** Counts as paid until then, while the processor tries again. */
  | { state: "past_due"; priceCents: number; until: Date }
  /** There is something that this visit is not told of: the way on is the person's own mail. */
  | { state: "elsewhere" };

/**
 * Read whether the linked person still has to subscribe; null where the platform pays, and where nobody is linked. Only for
 * a browser that has proven the mailbox. A visit that was proven by a code is told no more than the platform is: that it is
 * paid, that nobody ever paid, or that the account is suspended because the subscription ended.
 */
export async function readPayment({ account }: Onboarding, visit: ProvenVisit): Promise<Payment | null> {
  const { userId, fundedBy, suspendReason } = account;
  if (!userId || fundedBy === "platform") return null;
  const { subscription, priceCents } = await findBilling(userId);
  const byMail = visit.provenBy === "mail_link";
  const platformIsTold = suspendReason === "subscription_lapsed";
  switch (subscription.state) {
    case "none":
      return { state: "due", priceCents, lapsed: false };
    case "ended":
      return byMail || platformIsTold ? { state: "due", priceCents, lapsed: true } : { state: "elsewhere" };
    case "past_due":
      if (byMail && subscription.graceEndsAt) return { state: "past_due", priceCents, until: subscription.graceEndsAt };
      return { state: "paid", priceCents };
    case "active":
    case "ending":
      return { state: "paid", priceCents };
  }
}
