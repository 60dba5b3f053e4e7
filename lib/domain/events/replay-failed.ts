import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isDeliveryId, isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import type { WebhookReplay } from "@/prisma/generated/client";
import type { FailedCount, PortalReplay, ReplaySince } from "./delivery-schemas";
import { forceIndexes, queueAgain } from "./delivery-states";
import { countWaiting, lockEndpoint } from "./endpoints";
import { WAITING_SHOWN } from "./missed-span";
import { wakeSender } from "./sending/wake";

/** The latest replay of an endpoint, running or finished. Null if there was none. Throws `NotFound`. */
export async function findReplay(
  ctx: Ctx<PortalUserActor>,
  { endpointId }: { endpointId: string },
): Promise<PortalReplay | null> {
  await assertOwn(ctx, endpointId);
  const replay = await db.webhookReplay.findFirst({
    where: { endpointId },
    orderBy: { id: "desc" },
    include: { startedBy: { select: { name: true, email: true } } },
  });
  if (!replay) return null;
  const { id, since, total, done, startedAt, startedBy, finishedAt } = replay;
  return {
    id,
    since: since.toISOString(),
    total,
    done,
    startedAt: startedAt.toISOString(),
    startedBy: startedBy && (startedBy.name ?? startedBy.email),
    finishedAt: finishedAt?.toISOString() ?? null,
    isLate: finishedAt === null && startedAt.getTime() < clock.now().getTime() - LATE_MS,
  };
}

// The largest replay takes minutes.
const LATE_MS = HOUR_MS;

const LENGTHS = { "1h": HOUR_MS, "24h": DAY_MS, "7d": 7 * DAY_MS };

/**
 * The number of deliveries that failed since a time, which a replay would resend, and of pending ones, which we retry
 * anyway. Throws `NotFound`.
 */
export async function countFailed(
  ctx: Ctx<PortalUserActor>,
  { endpointId, since: asked }: { endpointId: string; since: ReplaySince },
): Promise<FailedCount> {
  await assertOwn(ctx, endpointId);
  const now = clock.now();
  const since = asked instanceof Date ? asked : new Date(now.getTime() - LENGTHS[asked]);
  const [count, waiting] = await Promise.all([
    countFailedSince(db, { endpointId, since, until: now }),
    countWaiting(endpointId),
  ]);
  const shown = Math.min(waiting, WAITING_SHOWN);
  return { count, since: since.toISOString(), waiting: shown, waitingCut: waiting > shown };
}

async function assertOwn({ actor }: Ctx<PortalUserActor>, endpointId: string): Promise<void> {
  if (!isId(endpointId)) throw new NotFound();
  const where = { id: endpointId, partnerId: actor.partnerId, deletedAt: null };
  if (!(await db.webhookEndpoint.findFirst({ where, select: { id: true } }))) throw new NotFound();
}

type ReplayInput = { endpointId: string; since: Date };

/** `replayId` is null if nothing had failed. `isNew` is false if the replay was already running. */
export type ReplayStart = { replayId: string | null; total: number; isNew: boolean };

/**
 * Starts to resend an endpoint's deliveries that failed since a time. A job queues them in batches, with all their
 * retries. An endpoint has one replay at a time: if one is running, this returns it, and restarts its job if that has
 * stopped. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function replayFailed(
  ctx: Ctx<PortalUserActor>,
  { endpointId, since }: ReplayInput,
): Promise<ReplayStart> {
  return inTransaction(async (tx) => {
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    const running = await tx.webhookReplay.findFirst({ where: { endpointId: id, finishedAt: null } });
    if (running) {
      await enqueueReplay(tx, running.id);
      return { replayId: running.id, total: running.total, isNew: false };
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

// A job that waits for a retry, or has none left, starts again now. If one is running, the new job finds nothing to do.
const enqueueReplay = (tx: Tx, replayId: string): Promise<void> =>
  enqueue(tx, replayTask.name, { replayId }, { jobKey: `${replayTask.name} ${replayId}` });

const LONG_AGO = new Date(0);

/** How many deliveries one transaction queues again: few enough to cause no delay. */
export const REPLAY_BATCH = 500;

/**
 * Queues a replay's deliveries in the order they failed, batch by batch. Each batch saves its progress in its transaction, so a
 * job that died or runs twice continues after the last batch.
 */
export const replayTask = defineTask(
  "replay_webhook_deliveries",
  z.object({ replayId: z.string() }),
  async ({ replayId }, { signal }) => {
    while (await replayBatch(replayId)) {
      // The job queue retries a stopped job.
      signal?.throwIfAborted();
    }
  },
);

type QueuedBatch = { count: number; reachedAt: Date | null; reachedId: string | null };

/** Queues one batch of a replay. Returns false after the last one. */
export async function replayBatch(replayId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const replay = await tx.webhookReplay.findUnique({ where: { id: replayId }, select: { endpointId: true } });
    if (!replay) return false;
    // Locked, because deleting the endpoint must find everything that is queued.
    const [endpoint] = await tx.$queryRaw<{ gone: boolean }[]>`
      SELECT deleted_at IS NOT NULL AS gone FROM webhook_endpoints WHERE id = ${replay.endpointId} FOR SHARE`;
    // One job at a time, even if the job queue wrongly believes that the other has died.
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
        // Deliveries that failed as the replay started may not have been counted.
        total: Math.max(total, done + count),
        ...(count > 0 && reached),
        finishedAt: isLast ? now : null,
      },
    });
    if (count > 0) await wakeSender(tx);
    return !isLast;
  });
}

/** Queues the next failures. Returns their number and the last one. */
async function queueBatch(tx: Tx, replay: WebhookReplay, now: Date): Promise<QueuedBatch> {
  const { endpointId, since, startedAt, reachedAt, reachedId, done } = replay;
  await forceIndexes(tx);
  // Due one per millisecond from now on, across batches, so that new events don't wait behind a whole outage. Deliveries that
  // failed again since then are not sent twice.
  const first = new Date(Math.max(now.getTime(), startedAt.getTime() + done));
  const failed = failedSince({ endpointId, since: reachedAt ?? since, until: startedAt });
  const [queued] = await rowsIn<QueuedBatch>(tx)`
    WITH batch AS MATERIALIZED (
      SELECT id, settled_at FROM webhook_deliveries
      WHERE ${failed} AND (settled_at, id) > (${reachedAt ?? LONG_AGO}::timestamptz, ${reachedId ?? ""})
      ORDER BY settled_at, id LIMIT ${REPLAY_BATCH} FOR UPDATE),
    placed AS (
      SELECT id, ${first}::timestamptz + (row_number() OVER (ORDER BY id) - 1) * interval '1 millisecond' AS due FROM batch),
    queued AS (${queueAgain(Prisma.sql`placed`)} RETURNING d.id)
    SELECT (SELECT count(*)::int FROM queued) AS count, last.settled_at AS reached_at, last.id AS reached_id
    FROM (SELECT) once LEFT JOIN (SELECT settled_at, id FROM batch ORDER BY settled_at DESC, id DESC LIMIT 1) last ON true`;
  return queued ?? { count: 0, reachedAt: null, reachedId: null };
}

/** An endpoint's failures between two times, inclusive. */
type FailedSpan = { endpointId: string; since: Date; until: Date };

/** The SQL condition. The status is a literal, because a generic plan for a parameter couldn't use the partial index. */
const failedSince = ({ endpointId, since, until }: FailedSpan): Prisma.Sql => Prisma.sql`
  endpoint_id = ${endpointId} AND status = 'failed' AND settled_at >= ${since} AND settled_at <= ${until}`;

/** The query that counts them. */
export const countOfFailed = (span: FailedSpan): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${failedSince(span)}`;

/** Counts them. */
export async function countFailedSince(tx: Pick<Tx, "$queryRaw">, span: FailedSpan): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>(countOfFailed(span));
  return row?.count ?? 0;
}

/**
 * Resends a delivery of any status under the same ids, before all pending deliveries of its endpoint and with all its retries.
 * If an attempt is running, another one follows it. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function resendDelivery(ctx: Ctx<PortalUserActor>, { deliveryId }: { deliveryId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!isDeliveryId(deliveryId)) throw new NotFound();
    const delivery = await tx.webhookDelivery.findFirst({ where: { id: deliveryId }, select: { endpointId: true } });
    if (!delivery) throw new NotFound();
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, delivery.endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    await forceIndexes(tx);
    // First in line, even before the replay of a whole outage, because a person is waiting for it.
    await tx.$executeRaw`${queueAgain(Prisma.sql`(
      SELECT ${deliveryId} AS id, least(${clock.now()}::timestamptz, min(next_attempt_at) - interval '1 millisecond') AS due
      FROM webhook_deliveries WHERE endpoint_id = ${id} AND status = 'pending')`)}`;
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.delivery_resent", subject, partnerId, detail: { deliveryId } });
  });
}
