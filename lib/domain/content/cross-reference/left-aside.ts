import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian } from "@/lib/domain/people";
import { db } from "@/lib/platform/db";

/**
 * How many records could not be put into the search, and wait for the next try. They are found by who appears in them, and not
 * by words. Throws `Forbidden`.
 */
export async function countLeftAside(ctx: Ctx<StaffActor>): Promise<number> {
  await assertCustodian(db, ctx);
  const rows = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM depictions_to_search WHERE again_at IS NOT NULL`;
  return rows[0]?.count ?? 0;
}
