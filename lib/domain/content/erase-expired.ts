import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { db, inTransaction, Prisma } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { eraseDepiction } from "./erase-depiction";
import { removeFromSearch } from "./search/fill-search";
import { forgetWords } from "./search/forget-words";

const BATCH = 100;
const REASON = "The seven years of its retention are over";
// What an index can be asked, with a day to spare for leap days. By the database's clock, as its guards go.
const BOUND = Prisma.sql`now() - interval '7 years' + interval '1 day'`;

/**
 * Erases depictions whose seven years are over and that no legal hold keeps, in small batches, the oldest first; then words that
 * stood only in what was erased, on that day too.
 */
export const eraseExpiredTask = defineTask("erase_expired_content", z.object({}), async (_, { requestId }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "retention" }, requestId };
  while (await eraseBatch(ctx));
  while (await forgetEntries(ctx));
  await forgetWords();
  await tellHeld();
});

export const eraseExpired: Schedule = { task: eraseExpiredTask, cron: "30 2 * * *" };

/** Says what is only kept because a legal hold stands, so that none is forgotten. */
async function tellHeld(): Promise<void> {
  const [held] = await db.$queryRaw<{ records: number; since: Date | null }[]>`
    SELECT count(DISTINCT d.id)::int AS records, min(h.placed_at) AS since FROM legal_holds h JOIN depictions d ON d.id = h.depiction_id
    WHERE h.lifted_at IS NULL AND d.production_date <= ${BOUND} AND seven_years_after(d.production_date) <= now()`;
  if (held && held.records > 0) log.info(held, "records whose seven years are over are kept by legal holds");
}

/** Whether there may be more. */
async function eraseBatch(ctx: Ctx<SystemActor>): Promise<boolean> {
  return inTransaction(async (tx) => {
    const expired = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM depictions WHERE production_date <= ${BOUND} AND NOT legal_hold AND seven_years_after(production_date) <= now()
      ORDER BY production_date LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    for (const { id } of expired) await eraseDepiction(tx, ctx, { depictionId: id, reason: REASON });
    return expired.length === BATCH;
  });
}

/** Index entries of erased depictions, when their own clock has run out too. Who it was about keeps a line of it. */
async function forgetEntries(ctx: Ctx<SystemActor>): Promise<boolean> {
  return inTransaction(async (tx) => {
    const erased = await tx.$queryRaw<{ depictionId: string; userId: string; partnerId: string }[]>`
      DELETE FROM index_entries WHERE (depiction_id, user_id) IN (
        SELECT depiction_id, user_id FROM index_entries i
        WHERE last_changed_at <= ${BOUND} AND NOT legal_hold
          AND seven_years_after(greatest(production_date, last_changed_at)) <= now()
          AND NOT EXISTS (SELECT FROM depictions d WHERE d.id = i.depiction_id)
        ORDER BY last_changed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING depiction_id AS "depictionId", user_id AS "userId", partner_id AS "partnerId"`;
    for (const { depictionId, userId, partnerId } of erased) {
      const subject = { kind: "person", id: userId } as const;
      record(tx, { ctx, action: "index_entry.erased", subject, partnerId, reason: REASON, detail: { depictionId } });
    }
    const depictionIds = erased.map(({ depictionId }) => depictionId);
    await removeFromSearch(tx, depictionIds);
    return erased.length === BATCH;
  });
}
