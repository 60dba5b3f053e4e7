import type { Onboarding } from "../accounts";
import { findLatestCheck, findVerification, type OwnCheck, refusedUntil } from "../identity";

/** Where a person who has proven the mailbox stands in an onboarding. */
export type Stage =
  /** Known to the service already: may this platform be linked? */
  | { at: "link_asked" }
  | { at: "link_declined" }
  | { at: "ready" }
  | { at: "draft"; check: OwnCheck }
  | { at: "submitted"; check: OwnCheck }
  | { at: "rejected"; check: OwnCheck }
  | { at: "refused"; until: Date }
  | { at: "verified"; verifiedAt: Date };

/** The person an onboarding is about, whether linked yet or asked to be; null when there is none. */
export const personOf = ({ account }: Onboarding): string | null =>
  account.userId ?? account.linkRequest?.userId ?? null;

/**
 * Read where the person stands. Only for a browser that has proven the mailbox: what this tells must not reach whoever
 * else holds the link.
 */
export async function readStage({ account }: Onboarding): Promise<Stage> {
  const { userId, linkRequest } = account;
  if (!userId) return { at: linkRequest?.decision === "declined" ? "link_declined" : "link_asked" };
  const [verification, check] = await Promise.all([findVerification(userId), findLatestCheck(userId)]);
  if (verification) return { at: "verified", verifiedAt: verification.verifiedAt };
  if (check?.status === "draft") return { at: "draft", check };
  if (check?.status === "submitted") return { at: "submitted", check };
  const until = await refusedUntil(userId);
  if (until) return { at: "refused", until };
  return check?.status === "rejected" ? { at: "rejected", check } : { at: "ready" };
}
