import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { FAILS_AFTER_MS, makeFailedDeliveries } from "@/lib/testing/deliveries";
import { linesOn } from "@/lib/testing/effects";
import { FROM, makePartner, portalCtx } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { atOnce } from "@/lib/testing/sql";
import { makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, giveUpDeletedTask, setEndpointStatus } from "./endpoint-changes";
import {
  countFailed,
  findReplay,
  REPLAY_BATCH,
  replayBatch,
  replayFailed,
  replayTask,
  resendDelivery,
} from "./replay-failed";

const LONG_AGO = new Date(0);

async function setUp(failed = 0) {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const subscriber = await makeSubscriber();
  const { partner, endpointId } = subscriber;
  const fail = (count: number) => makeFailedDeliveries({ partnerId: partner.id, endpointId }, count);
  const ids = failed > 0 ? await fail(failed) : [];
  const replayLines = async () =>
    (await linesOn(endpointId)).filter(({ action }) => action === "webhook_endpoint.replayed");
  return { ...subscriber, fail, ids, replayLines };
}

async function begin(ctx: Parameters<typeof replayFailed>[0], endpointId: string, since = LONG_AGO) {
  const { replayId } = await replayFailed(ctx, { endpointId, since });
  if (!replayId) throw new Error("nothing had failed");
  return replayId;
}

const find = (id: string) => db.webhookReplay.findUniqueOrThrow({ where: { id } });
const failAgain = (id: string) =>
  db.webhookDelivery.updateMany({
    where: { id },
    data: { status: "failed", failures: 5, nextAttemptAt: null, settledAt: clock.now() },
  });

describe("a replay", () => {
  it("queues deliveries that failed since a time, with all their retries, and shows its starter and total", async () => {
    const { partner, ctx, endpointId, fail, count, replayLines } = await setUp(2);
    clock.advance(MINUTE_MS);
    const since = clock.now();
    await fail(3);
    clock.advance(MINUTE_MS);
    expect(await countFailed(ctx, { endpointId, since })).toEqual({
      count: 3,
      since: since.toISOString(),
      waiting: 0,
      waitingCut: false,
    });
    expect(await countFailed(ctx, { endpointId, since: "1h" })).toMatchObject({ count: 5 });
    const replayId = await begin(ctx, endpointId, since);
    expect(await findReplay(ctx, { endpointId })).toMatchObject({ id: replayId, total: 3, done: 0, finishedAt: null });
    expect(await runJobs(replayTask, { replayId })).toBe(1);

    expect([await count("pending"), await count("failed")]).toEqual([3, 2]);
    const queued = await db.webhookDelivery.findMany({ where: { endpointId, status: "pending" } });
    for (const one of queued) expect(one).toMatchObject({ failures: 0, settledAt: null });
    expect(await findReplay(ctx, { endpointId })).toMatchObject({
      total: 3,
      done: 3,
      startedBy: partner.users.developer.email,
      finishedAt: clock.now().toISOString(),
    });
    const [line, ...more] = await replayLines();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ actorId: partner.users.developer.id });
    expect(JSON.parse(line?.detail ?? "")).toEqual({ ...FROM, replayId, since: since.toISOString(), total: 3 });
  });

  it("includes everything that failed since a time, whenever it was created", async () => {
    const { ctx, endpointId, ids } = await setUp(2);
    clock.advance(HOUR_MS);
    expect(await countFailed(ctx, { endpointId, since: "1h" })).toMatchObject({ count: 2, waiting: 0 });
    clock.advance(1);
    expect(await countFailed(ctx, { endpointId, since: "1h" })).toMatchObject({ count: 0, waiting: 0 });
    const [first] = await db.webhookDelivery.findMany({ where: { endpointId } });
    expect(first?.settledAt?.getTime()).toBe((first?.createdAt.getTime() ?? 0) + FAILS_AFTER_MS);
    const replayId = await begin(ctx, endpointId, first?.settledAt ?? LONG_AGO);
    await runJobs(replayTask, { replayId });
    expect(await find(replayId)).toMatchObject({ done: ids.length });
  });

  it("doesn't delay new events, and a single resend goes first", async () => {
    const { ctx, endpointId, ids, fail, ping } = await setUp(REPLAY_BATCH + 3);
    clock.advance(MINUTE_MS);
    const replayId = await begin(ctx, endpointId);
    await replayBatch(replayId);
    clock.advance(10);
    const [late = "", other = ""] = (await fail(2)).toSorted();
    await ping("now");
    await runJobs(replayTask, { replayId });
    const dueOrder = async () => {
      const where = { endpointId, status: "pending" } as const;
      const rows = await db.webhookDelivery.findMany({ where, orderBy: { nextAttemptAt: "asc" } });
      return rows.map(({ id }) => (ids.includes(id) || [late, other].includes(id) ? id : "the new one"));
    };
    const before = await dueOrder();
    // Two with the same time may come in either order.
    expect([10, 11]).toContain(before.indexOf("the new one"));
    expect(before.filter((id) => id !== "the new one")).toEqual(ids);
    const last = ids.at(-1) ?? "";
    for (const deliveryId of [late, other, last]) await resendDelivery(ctx, { deliveryId });
    expect((await dueOrder()).slice(0, 4)).toEqual([last, other, late, ids[0]]);
  });

  it("whose job failed for good continues when it is requested again", async () => {
    const { ctx, endpointId, ids } = await setUp(REPLAY_BATCH + 1);
    const replayId = await begin(ctx, endpointId);
    await replayBatch(replayId);
    const found = () => findReplay(ctx, { endpointId });
    const key = `replay_webhook_deliveries ${replayId}`;
    await db.$executeRaw`
      SELECT graphile_worker.reschedule_jobs(
        ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = ${key}),
        run_at => now() + interval '3 days', attempts => 25, max_attempts => 25)`;
    clock.advance(HOUR_MS);
    expect(await found()).toMatchObject({ isLate: false, finishedAt: null });
    clock.advance(1);
    expect(await found()).toMatchObject({ isLate: true, finishedAt: null });
    expect(await replayFailed(ctx, { endpointId, since: LONG_AGO })).toMatchObject({ replayId, isNew: false });
    const jobs = await db.$queryRaw`
      SELECT attempts, run_at <= now() AS due FROM graphile_worker.jobs WHERE key = ${key}`;
    expect(jobs).toContainEqual({ attempts: 0, due: true });
    await runJobs(replayTask, { replayId });
    expect(await found()).toMatchObject({ done: ids.length, finishedAt: clock.now().toISOString(), isLate: false });
  });

  it("without failed deliveries doesn't start", async () => {
    const { ctx, endpointId, replayLines } = await setUp(1);
    const since = new Date(clock.now().getTime() + MINUTE_MS);
    expect(await replayFailed(ctx, { endpointId, since })).toEqual({ replayId: null, total: 0, isNew: false });
    expect(await findReplay(ctx, { endpointId })).toBeNull();
    expect(await replayLines()).toEqual([]);
  });

  it("works in batches, oldest first, and resumes after a crash", async () => {
    const { ctx, endpointId, ids, count } = await setUp(REPLAY_BATCH * 2 + 7);
    const replayId = await begin(ctx, endpointId);
    expect(await replayBatch(replayId)).toBe(true);
    expect(await find(replayId)).toMatchObject({ done: REPLAY_BATCH, reachedId: ids[REPLAY_BATCH - 1] });
    expect(await count("pending")).toBe(REPLAY_BATCH);
    // A stopping worker ends between two batches, and the queue restarts the job.
    const stopped = replayTask.run({ replayId }, { ...firstRun, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect(await find(replayId)).toMatchObject({ done: REPLAY_BATCH * 2, finishedAt: null });
    await runJobs(replayTask, { replayId });
    expect(await find(replayId)).toMatchObject({ done: ids.length, total: ids.length, finishedAt: clock.now() });
    expect([await count("pending"), await count("failed")]).toEqual([ids.length, 0]);
    // Once more, as if the queue had missed the end.
    await replayTask.run({ replayId }, firstRun);
    expect(await find(replayId)).toMatchObject({ done: ids.length });
  });

  it("counts each delivery once even if two jobs run at once", async () => {
    const { ctx, endpointId, ids } = await setUp(REPLAY_BATCH + 20);
    const replayId = await begin(ctx, endpointId);
    await Promise.all([1, 2].map(() => replayTask.run({ replayId }, firstRun)));
    expect(await find(replayId)).toMatchObject({ done: ids.length, total: ids.length });
  });

  it("ignores deliveries that fail after it started, again or for the first time", async () => {
    const { ctx, endpointId, fail, ids, count } = await setUp(REPLAY_BATCH + 5);
    const replayId = await begin(ctx, endpointId);
    clock.advance(1);
    const [late = ""] = await fail(1);
    await replayBatch(replayId);
    const [first = ""] = ids;
    await failAgain(first);
    await runJobs(replayTask, { replayId });
    const failed = await db.webhookDelivery.findMany({ where: { endpointId, status: "failed" } });
    expect(failed.map(({ id }) => id).toSorted()).toEqual([first, late].toSorted());
    expect(await find(replayId)).toMatchObject({ done: REPLAY_BATCH + 5 });
    // The next replay includes them.
    await runJobs(replayTask, { replayId: await begin(ctx, endpointId) });
    expect(await count("failed")).toBe(0);
  });

  it("runs one at a time per endpoint", async () => {
    const { partner, ctx, endpointId, replayLines } = await setUp(3);
    const asked: Awaited<ReturnType<typeof replayFailed>>[] = [];
    const ask = async () => {
      asked.push(await replayFailed(ctx, { endpointId, since: LONG_AGO }));
    };
    await atOnce(ask, ask);
    expect(asked.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
    expect(new Set(asked.map(({ replayId }) => replayId)).size).toBe(1);
    expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(1);
    expect(await replayLines()).toHaveLength(1);
    expect(await runJobs(replayTask, { replayId: asked[0]?.replayId })).toBe(1);

    const other = await makeEndpoint(partner);
    await makeFailedDeliveries({ partnerId: partner.id, endpointId: other.endpointId }, 1);
    await runJobs(replayTask, { replayId: await begin(ctx, other.endpointId) });
    expect(await db.webhookDelivery.count({ where: { endpointId: other.endpointId, status: "pending" } })).toBe(1);
  });

  it("is refused by the database while another one runs", async () => {
    const { ctx, endpointId } = await setUp(1);
    const { id: _, ...row } = await find(await begin(ctx, endpointId));
    await expect(db.webhookReplay.create({ data: { ...row, id: "another" } })).rejects.toThrow();
  });

  it("is refused while the endpoint is paused, and ends when it is deleted", async () => {
    const { ctx, endpointId, count } = await setUp(REPLAY_BATCH + 1);
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    const refused = replayFailed(ctx, { endpointId, since: LONG_AGO });
    await expect(refused).rejects.toMatchObject({ status: 409, code: "endpoint_paused" });
    await setEndpointStatus(ctx, { endpointId, status: "enabled" });
    const replayId = await begin(ctx, endpointId);
    await replayBatch(replayId);
    await deleteEndpoint(ctx, { endpointId });
    await runJobs(replayTask, { replayId });
    expect(await find(replayId)).toMatchObject({ done: REPLAY_BATCH, finishedAt: clock.now() });
    await runJobs(giveUpDeletedTask);
    expect(await count("pending")).toBe(0);
  });

  it("does not exist for another partner, and is refused for a viewer", async () => {
    const { partner, ctx, endpointId, count } = await setUp(1);
    await begin(ctx, endpointId);
    const theirs = portalCtx(await makePartner(), "owner");
    const ask = { endpointId, since: LONG_AGO };
    await expect(replayFailed(theirs, ask)).rejects.toMatchObject({ status: 404 });
    await expect(replayFailed(portalCtx(partner, "viewer"), ask)).rejects.toMatchObject({ status: 403 });
    await expect(countFailed(theirs, ask)).rejects.toMatchObject({ status: 404 });
    await expect(findReplay(theirs, ask)).rejects.toMatchObject({ status: 404 });
    expect(await count("failed")).toBe(1);
  });
});
