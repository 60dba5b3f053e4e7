import { conflictWith } from "@/lib/domain/custody/conflicts";
import { Prisma } from "@/lib/platform/db";

// Conditions about waiting checks, for queries of `identity_checks k`.

const { sql } = Prisma;

/** Whether a check waits for this custodian or any, and not for the person's better photos. */
export const awaitsDecision = (userId: string) => sql`(k.planted_for_id = ${userId}
  OR (k.status = 'submitted' AND k.driver = 'custodian_review' AND k.photos_asked_at IS NULL))`;

/** Whether this custodian doesn't wait for a second opinion about a check. It waits for their colleagues until one answers. */
export const asksNothing = (userId: string) => sql`k.opinion_asked_by_id IS DISTINCT FROM ${userId}`;

/** Whether this custodian may decide a check: it waits for one, and is neither their own nor reserved for another. */
export const decidable = (userId: string) =>
  sql`(${awaitsDecision(userId)} AND k.user_id <> ${userId} AND NOT ${conflictWith("check", sql`k.id`, userId)})`;
