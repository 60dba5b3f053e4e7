import type { Onboarding } from "@/lib/domain/accounts";
import { findBilling } from "@/lib/domain/billing";
import type { ProvenVisit } from "@/lib/domain/context";
import { findLatestCheck, findRefusal, findVerification, type OwnCheck, opensCheck } from "@/lib/domain/identity";

/** Where a person who has proven the mailbox stands in an onboarding. */
export type Stage =
  /** Known to the service already: may this platform be linked? */
  | { at: "link_asked" }
  | { at: "link_declined" }
  | { at: "ready" }
  /** Something began that is not for this visit; what, it does not say. */
  | { at: "begun_elsewhere" }
  | { at: "draft"; check: OwnCheck }
  | { at: "submitted"; check: OwnCheck }
  | { at: "rejected"; check: OwnCheck }
  | { at: "refused"; until: Date }
  | { at: "verified"; verifiedAt: Date };

const BEGUN_ELSEWHERE = { at: "begun_elsewhere" } as const;

/** The person an onboarding is about, whether linked yet or asked to be; null when there is none. */
export const personOf = ({ account }: Onboarding): string | null =>
  account.userId ?? account.linkRequest?.userId ?? null;

/**
 * Read where the person stands, as far as the visit may know. Only for a browser that has proven the mailbox: what this tells
 * must not reach whoever else holds the link. A code can be passed on to them, so to a visit that was proven by one it tells
 * of nothing that began elsewhere, and of a verified person only what the platform is told anyway.
 */
export async function readStage({ account }: Onboarding, visit: ProvenVisit): Promise<Stage> {
  const { userId, linkRequest, status } = account;
  const byMail = visit.provenBy === "mail_link";
  if (!userId) return { at: byMail && linkRequest?.decision === "declined" ? "link_declined" : "link_asked" };
  const [verification, check] = await Promise.all([findVerification(userId), findLatestCheck(userId)]);
  const opens = check === null || opensCheck(visit, check);
  if (verification) {
    return opens || status === "active" ? { at: "verified", verifiedAt: verification.verifiedAt } : BEGUN_ELSEWHERE;
  }
  if (!opens) return BEGUN_ELSEWHERE;
  if (check?.status === "draft") return { at: "draft", check };
  if (check?.status === "submitted") return { at: "submitted", check };
  const refusal = await findRefusal(userId);
  if (refusal) return opensCheck(visit, refusal) ? { at: "refused", until: refusal.until } : BEGUN_ELSEWHERE;
  return check?.status === "rejected" ? { at: "rejected", check } : { at: "ready" };
}

/**
 * The rejection that the link's own mail reported, with its reason. Anyone who opens that link may read it before proving
 * anything. Null behind every other link.
 */
export async function readMailedRejection(onboarding: Onboarding): Promise<OwnCheck | null> {
  const { kind, expired, issuedAt, account } = onboarding;
  if (kind !== "mail" || expired || account.status === "suspended") return null;
  const stage = await readStage(onboarding, { id: "", provenBy: "mail_link" });
  if (stage.at !== "rejected") return null;
  const { accountId, decidedAt } = stage.check;
  return accountId === account.id && decidedAt && decidedAt <= issuedAt ? stage.check : null;
}

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
