import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { lockSource, recordOnSource } from "./sources";

/**
 * Ends a source: nothing is fetched, submitted or matched from now on, and its open matches end. If we submitted hashes, its next runs
 * withdraw them before its keys are deleted. `leaves`: the keys are deleted now, and what is still there stays. A repeat changes nothing.
 */
export function endSource(ctx: Ctx<StaffActor>, sourceId: string, { leaves = false } = {}): Promise<void> {
  return inTransaction(async (tx) => {
    const { endedAt, withdraws } = await lockSource(tx, ctx, sourceId, "any");
    if (endedAt && !(withdraws && leaves)) return;
    const now = clock.now();
    const left = await countLeft(tx, sourceId);
    if (!endedAt) {
      const data = { endedAt: now, withdraws: left > 0, nextRunAt: now, failures: 0, lastError: null };
      await tx.hashSource.update({ where: { id: sourceId }, data });
      await tx.listedMatch.updateMany({ where: { sourceId, status: "open" }, data: { status: "ended" } });
    }
    if (leaves || left === 0) await closeSource(tx, ctx, sourceId);
    else recordOnSource(tx, ctx, sourceId, "hash_source.ending", { left });
  });
}

/** The submissions `o` that are at their service, or may be, because a call about them had no answer. */
export const isThere = Prisma.sql`(o.told_at IS NOT NULL AND o.withdrawal_sent_at IS NULL)`;

/** How many of our hashes are at a source's service. */
async function countLeft(tx: Tx, sourceId: string): Promise<number> {
  const [{ left } = { left: 0 }] = await rowsIn<{ left: number }>(tx)`
    SELECT count(*)::int AS left FROM hash_submissions o WHERE o.source_id = ${sourceId} AND ${isThere}`;
  return left;
}

/** Deletes the keys of a source that has ended. The ledger has how many of our hashes stay at its service. */
export async function closeSource(tx: Tx, ctx: Ctx, sourceId: string): Promise<void> {
  await tx.hashSource.update({ where: { id: sourceId }, data: { withdraws: false } });
  await tx.hashSourceKey.deleteMany({ where: { sourceId } });
  recordOnSource(tx, ctx, sourceId, "hash_source.ended", { left: await countLeft(tx, sourceId) });
}
