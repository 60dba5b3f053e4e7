import type { Ctx, PersonActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { PLACED } from "./placed-platforms";

/** What a person's platforms come to: how many ask, how many are linked, and what those that are linked need. */
export type PlatformsSummary = {
  asked: number;
  linked: number;
  /** The name of the latest that asks. */
  asks: string | null;
  /** Somebody linked lets its creators pay for themselves; or somebody linked or asking does. */
  needsSubscription: boolean;
  mayNeedSubscription: boolean;
  /** In whose onboarding the ID is shown: the latest that waits for it, or else the latest that is linked. */
  onboarding: { accountId: string; platform: string } | null;
};

/** Counts a person's platforms, however many there are. */
export async function sumPlatforms({ actor: { userId } }: Ctx<PersonActor>): Promise<PlatformsSummary> {
  const { rows } = await pool().query<
    Omit<PlatformsSummary, "onboarding"> & { onboardingId: string | null; in: string }
  >(
    `WITH placed AS (SELECT m.*, p.name FROM (${PLACED}) AS m JOIN partners p ON p.id = m.partner_id),
       shown AS (
         SELECT id, name FROM placed WHERE place = 1
         ORDER BY status IN ('pending_id_verification', 'subscribed_pending_id') DESC, id DESC LIMIT 1
       )
     SELECT count(*) FILTER (WHERE place = 0)::int AS asked, count(*) FILTER (WHERE place = 1)::int AS linked,
       (SELECT name FROM placed WHERE place = 0 ORDER BY id DESC LIMIT 1) AS asks,
       coalesce(bool_or(place = 1 AND funded_by = 'creator'), false) AS "needsSubscription",
       coalesce(bool_or(place < 2 AND funded_by = 'creator'), false) AS "mayNeedSubscription",
       (SELECT id FROM shown) AS "onboardingId", (SELECT name FROM shown) AS in
     FROM placed`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error("a count has no row");
  const { onboardingId, in: platform, ...summary } = row;
  return { ...summary, onboarding: onboardingId ? { accountId: onboardingId, platform } : null };
}
