import type { ProvenVisit } from "@/lib/domain/core/context";
import { opensCheck } from "./lock-check";
import { findLatestCheck, findRefusal, findVerification, type OwnCheck } from "./queries";

/** The stage of a person's ID, as far as a visit may know it. */
export type IdentityStage =
  | { at: "ready" }
  /** Another visit started a check. This visit may not see more. */
  | { at: "begun_elsewhere" }
  | { at: "draft"; check: OwnCheck }
  | { at: "submitted"; check: OwnCheck }
  | { at: "rejected"; check: OwnCheck }
  | { at: "refused"; until: Date }
  | { at: "verified"; verifiedAt: Date };

const BEGUN_ELSEWHERE = { at: "begun_elsewhere" } as const;

/**
 * The stage of the ID of a person whose mailbox this visit has proven. A person can be tricked into passing on a code, so a
 * visit proven by a code sees no check started elsewhere; and that the person is verified, only with `verifiedIsKnown`.
 */
export async function readIdentityStage(
  userId: string,
  visit: ProvenVisit,
  { verifiedIsKnown = false } = {},
): Promise<IdentityStage> {
  const [verification, check] = await Promise.all([findVerification(userId), findLatestCheck(userId)]);
  const opens = check === null || opensCheck(visit, check);
  if (verification) {
    return opens || verifiedIsKnown ? { at: "verified", verifiedAt: verification.verifiedAt } : BEGUN_ELSEWHERE;
  }
  if (!opens) return BEGUN_ELSEWHERE;
  if (check?.status === "draft") return { at: "draft", check };
  if (check?.status === "submitted") return { at: "submitted", check };
  const refusal = await findRefusal(userId);
  if (refusal) return opensCheck(visit, refusal) ? { at: "refused", until: refusal.until } : BEGUN_ELSEWHERE;
  return check?.status === "rejected" ? { at: "rejected", check } : { at: "ready" };
}
