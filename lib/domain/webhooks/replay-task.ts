import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { firstDeliveryAt } from "./first-delivery-at";
import { wakeSender } from "./sending/wake";

/** How many deliveries one transaction queues again: as many as nobody notices. */
export const REPLAY_BATCH = 500;

/**
 * Queues what a replay is about, the oldest first, one batch after another until none is left. Each batch notes in its own
 * transaction how far it came, so a job that died or runs twice goes on where the last batch ended.
 */
export const replayTask = defineTask(
  "replay_webhook_deliveries",
  z.object({ replayId: z.string() }),
  async ({ replayId }, { signal }) => {
    while (await replayBatch(replayId)) {
      // The queue tries again what was stopped.
      signal?.throwIfAborted();
    }
  },
);

type Batch = { count: number; reachedId: string | null };

/** Queues one batch of a replay again. False when that was the last one, or there was nothing left to do. */
export async function replayBatch(replayId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const replay = await tx.webhookReplay.findUnique({ where: { id: replayId }, select: { endpointId: true } });
    if (!replay) return false;
    // Held against its deletion, which must find everything that is queued.
    const [endpoint] = await tx.$queryRaw<{ gone: boolean }[]>`
      SELECT deleted_at IS NOT NULL AS gone FROM webhook_endpoints WHERE id = ${replay.endpointId} FOR SHARE`;
    // One job at a time, though the queue may believe that another has died.
    await tx.$queryRaw`SELECT 1 AS locked FROM webhook_replays WHERE id = ${replayId} FOR UPDATE`;
    const { endpointId, since, startedAt, reachedId, done, total, finishedAt } =
      await tx.webhookReplay.findUniqueOrThrow({ where: { id: replayId } });
    if (finishedAt) return false;
    const now = clock.now();
    if (!endpoint || endpoint.gone) {
      await tx.webhookReplay.update({ where: { id: replayId }, data: { finishedAt: now } });
      return false;
    }
    // By index, whatever PostgreSQL believes of a table that changes as fast as this one.
    await tx.$queryRaw`SELECT set_config('enable_seqscan', 'off', true)`;
    // Due in the order in which they were made, though all of them are due. What failed again since is not sent twice.
    const [batch] = await tx.$queryRaw<Batch[]>`
      WITH batch AS MATERIALIZED (
        SELECT id FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND status = 'failed' AND id >= ${firstDeliveryAt(since)}
          AND id > ${reachedId ?? ""} AND settled_at <= ${startedAt}
        ORDER BY id LIMIT ${REPLAY_BATCH} FOR UPDATE),
      queued AS (
        UPDATE webhook_deliveries d
        SET status = 'pending', failures = 0, next_attempt_at = least(d.created_at, ${now}::timestamptz), settled_at = NULL
        FROM batch WHERE d.id = batch.id RETURNING d.id)
      SELECT count(*)::int AS count, max(id) AS "reachedId" FROM queued`;
    const { count, reachedId: reached } = batch ?? { count: 0, reachedId: null };
    const isLast = count < REPLAY_BATCH;
    await tx.webhookReplay.update({
      where: { id: replayId },
      data: {
        done: done + count,
        // What was settled as the replay began may have been counted too late.
        total: Math.max(total, done + count),
        reachedId: reached ?? reachedId,
        finishedAt: isLast ? now : null,
      },
    });
    if (count > 0) await wakeSender(tx);
    return !isLast;
  });
}
