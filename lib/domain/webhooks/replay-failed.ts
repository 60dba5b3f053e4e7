import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import type { WebhookReplay } from "@/prisma/generated/client";
import { queueAgain, wakeSender } from "./delivery-states";
import { lockEndpoint } from "./endpoints";

type Failed = { endpointId: string; since: Date };

/** A replay that was asked for: `replayId` is null when nothing had failed. `isNew` is false for one that was under way already. */
export type AskedReplay = { replayId: string | null; total: number; isNew: boolean };

/**
 * Begins to send again what has failed for an endpoint since a moment, whenever it was made: a job does it, in batches, each
 * on the schedule anew. There is one replay of an endpoint at a time; asked for another meanwhile, this is the one under way,
 * and it goes on if its job had been given up. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function replayFailed(ctx: Ctx<PortalUserActor>, { endpointId, since }: Failed): Promise<AskedReplay> {
  return inTransaction(async (tx) => {
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    const underWay = await tx.webhookReplay.findFirst({ where: { endpointId: id, finishedAt: null } });
    if (underWay) {
      await enqueueReplay(tx, underWay.id);
      return { replayId: underWay.id, total: underWay.total, isNew: false };
    }
    const startedAt = clock.now();
    const total = await countFailedSince(tx, { endpointId: id, since, until: startedAt });
    if (total === 0) return { replayId: null, total, isNew: false };
    const replayId = newId();
    const startedById = ctx.actor.userId;
    await tx.webhookReplay.create({
      data: { id: replayId, endpointId: id, partnerId, since, total, startedAt, startedById },
    });
    await enqueueReplay(tx, replayId);
    const subject = { kind: "webhook_endpoint", id } as const;
    const detail = { replayId, since: since.toISOString(), total };
    record(tx, { ctx, action: "webhook_endpoint.replayed", subject, partnerId, detail });
    return { replayId, total, isNew: true };
  });
}

// A job that waits for its next try, or has none left, begins anew at once. Beside one that runs, there is nothing left for it.
const enqueueReplay = (tx: Tx, replayId: string): Promise<void> =>
  enqueue(tx, replayTask.name, { replayId }, { jobKey: `${replayTask.name} ${replayId}` });

const LONG_AGO = new Date(0);

/** How many deliveries one transaction queues again: as many as nobody notices. */
export const REPLAY_BATCH = 500;

/**
 * Queues what a replay is about, in the order in which it failed, one batch after another until none is left. Each batch notes
 * in its own transaction how far it came, so a job that died or runs twice goes on where the last batch ended.
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

type Queued = { count: number; reachedAt: Date | null; reachedId: string | null };

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
    const found = await tx.webhookReplay.findUniqueOrThrow({ where: { id: replayId } });
    const { done, total } = found;
    if (found.finishedAt) return false;
    const now = clock.now();
    if (!endpoint || endpoint.gone) {
      await tx.webhookReplay.update({ where: { id: replayId }, data: { finishedAt: now } });
      return false;
    }
    const { count, ...reached } = await queueBatch(tx, found, now);
    const isLast = count < REPLAY_BATCH;
    await tx.webhookReplay.update({
      where: { id: replayId },
      data: {
        done: done + count,
        // What was settled as the replay began may have been counted too late.
        total: Math.max(total, done + count),
        ...(count > 0 && reached),
        finishedAt: isLast ? now : null,
      },
    });
    if (count > 0) await wakeSender(tx);
    return !isLast;
  });
}

/** Queues the next failures behind those before, and says how many there were and which was the last. */
async function queueBatch(tx: Tx, replay: WebhookReplay, now: Date): Promise<Queued> {
  const { endpointId, since, startedAt, reachedAt, reachedId, done } = replay;
  // By index, whatever PostgreSQL believes of a table that changes as fast as this one.
  await tx.$queryRaw`SELECT set_config('enable_seqscan', 'off', true)`;
  // Due from now on, one each millisecond, across the batches: what happens meanwhile takes its turn among them, and is not
  // behind a whole outage. What failed again since is not sent twice.
  const first = new Date(Math.max(now.getTime(), startedAt.getTime() + done));
  const failed = failedSince({ endpointId, since: reachedAt ?? since, until: startedAt });
  const [queued] = await tx.$queryRaw<Queued[]>`
    WITH batch AS MATERIALIZED (
      SELECT id, settled_at FROM webhook_deliveries
      WHERE ${failed} AND (settled_at, id) > (${reachedAt ?? LONG_AGO}::timestamptz, ${reachedId ?? ""})
      ORDER BY settled_at, id LIMIT ${REPLAY_BATCH} FOR UPDATE),
    placed AS (
      SELECT id, ${first}::timestamptz + (row_number() OVER (ORDER BY id) - 1) * interval '1 millisecond' AS due FROM batch),
    queued AS (${queueAgain(Prisma.sql`placed`)} RETURNING d.id)
    SELECT (SELECT count(*)::int FROM queued) AS count, last.settled_at AS "reachedAt", last.id AS "reachedId"
    FROM (SELECT) once LEFT JOIN (SELECT settled_at, id FROM batch ORDER BY settled_at DESC, id DESC LIMIT 1) last ON true`;
  return queued ?? { count: 0, reachedAt: null, reachedId: null };
}

/** Which failures of an endpoint a replay is about: those between two moments, both of them included. */
type FailedSpan = { endpointId: string; since: Date; until: Date };

// The status stands there as text: with a value in its place, a plan for all values could not use the index of failures.
/** The condition of it, by the index of failures in their order. */
const failedSince = ({ endpointId, since, until }: FailedSpan): Prisma.Sql => Prisma.sql`
  endpoint_id = ${endpointId} AND status = 'failed' AND settled_at >= ${since} AND settled_at <= ${until}`;

/** How to count them. */
export const countOfFailed = (span: FailedSpan): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${failedSince(span)}`;

/** How many they are. */
export async function countFailedSince(tx: Pick<Tx, "$queryRaw">, span: FailedSpan): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>(countOfFailed(span));
  return row?.count ?? 0;
}
