import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { endpointInput, makeEndpoint, makeSubscriber, ping } from "@/lib/testing/webhooks";
import { createEndpoint, deleteEndpoint, editEndpoint, setEndpointStatus } from "./endpoint-changes";
import { healthOf } from "./endpoints";
import { emit } from "./events";
import { forgetEventsTask } from "./forget-events";
import { liveSecrets } from "./open-secrets";
import { findReplay, replayFailed, resendDelivery } from "./replay-failed";
import { EndpointInput } from "./schemas";
import { endOverlap, revealSecret, rotateSecret } from "./secrets";
import type { Attempt } from "./sending/attempt";
import { recordAttempts } from "./sending/record-attempts";

const input = endpointInput();

const deliveries = (endpointId: string) => db.webhookDelivery.findMany({ where: { endpointId } });
const secretsOf = async (endpointId: string) => (await liveSecrets([endpointId])).get(endpointId);

describe("an event", () => {
  it("is written with a delivery for each enabled, subscribed endpoint of its partner, or not at all", async () => {
    const { partner, ctx, endpointId } = await makeSubscriber();
    const other = await makeSubscriber();
    const paused = await makeEndpoint(partner);
    await setEndpointStatus(ctx, { endpointId: paused.endpointId, status: "paused" });
    const choosy = await makeEndpoint(partner, { types: ["solo_account.verified"] });
    const gone = await makeEndpoint(partner);
    await deleteEndpoint(ctx, gone);
    await ping(partner);
    const count = async ({ endpointId: id }: { endpointId: string }) => (await deliveries(id)).length;
    expect([await count({ endpointId }), await count(paused), await count(choosy), await count(gone)]).toEqual([
      1, 0, 0, 0,
    ]);
    expect(await count(other)).toBe(0);

    const failing = inTransaction(async (tx) => {
      await emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "never" } });
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    expect(await count({ endpointId })).toBe(1);
    expect(await db.webhookEvent.count({ where: { partnerId: partner.id } })).toBe(1);
  });
});

describe("a signing secret", () => {
  it("is stored sealed, and shown to people who may manage it, with a ledger entry each time", async () => {
    const { partner, ctx, endpointId, secret } = await makeSubscriber();
    const row = await db.webhookSecret.findFirstOrThrow({ where: { endpointId } });
    expect(Buffer.from(row.sealed).includes(secret.slice(6, 30))).toBe(false);
    expect(await revealSecret(ctx, { endpointId })).toEqual({ secret });
    expect(
      await db.ledgerEntry.count({ where: { subjectId: endpointId, action: "webhook_endpoint.secret_viewed" } }),
    ).toBe(1);
    await expect(revealSecret(portalCtx(partner, "viewer"), { endpointId })).rejects.toMatchObject({ status: 403 });
  });

  it("signs beside the new one until its overlap ends or is ended", async () => {
    clock.freeze(new Date("2026-11-21T12:00:00Z"));
    const { ctx, endpointId, secret } = await makeSubscriber();
    const { secret: second } = await rotateSecret(ctx, { endpointId, overlapHours: 24 });
    expect(await secretsOf(endpointId)).toEqual([second, secret]);
    clock.advance(24 * 3_600_000);
    expect(await secretsOf(endpointId)).toEqual([second]);

    clock.advance(1);
    const { secret: third } = await rotateSecret(ctx, { endpointId, overlapHours: 168 });
    expect(await secretsOf(endpointId)).toEqual([third, second]);
    await endOverlap(ctx, { endpointId });
    expect(await secretsOf(endpointId)).toEqual([third]);

    clock.advance(1);
    const { secret: fourth } = await rotateSecret(ctx, { endpointId, overlapHours: 0 });
    expect(await secretsOf(endpointId)).toEqual([fourth]);
    await expect(rotateSecret(ctx, { endpointId, overlapHours: 169 })).rejects.toMatchObject({ field: "overlapHours" });
    await expect(rotateSecret(ctx, { endpointId, overlapHours: Number.NaN })).rejects.toMatchObject({ status: 400 });
  });

  it("looks up a URL only for people who may manage endpoints, and rejects text that can't be stored", async () => {
    const { partner, endpointId } = await makeSubscriber();
    // Checked first, it would be a 400.
    const unusable = { ...input, url: "ftp://hooks.example.com/" };
    const viewer = portalCtx(partner, "viewer");
    await expect(createEndpoint(viewer, { ...unusable, partnerId: partner.id })).rejects.toMatchObject({ status: 403 });
    await expect(editEndpoint(viewer, { ...unusable, endpointId })).rejects.toMatchObject({ status: 403 });
    for (const text of ["a\0b", "half \ud800"]) {
      expect(EndpointInput.safeParse({ url: `https://example.com/${text}` }).success).toBe(false);
      expect(EndpointInput.safeParse({ url: "https://example.com/", description: text }).success).toBe(false);
    }
  });
});

describe("an endpoint", () => {
  it("does not exist for another partner, and can't be changed by a viewer", async () => {
    const { partner, endpointId } = await makeSubscriber();
    const theirs = portalCtx(await makePartner(), "owner");
    const verbs = [
      (ctx: typeof theirs) => editEndpoint(ctx, { endpointId, ...input, description: "changed" }),
      (ctx: typeof theirs) => setEndpointStatus(ctx, { endpointId, status: "paused" }),
      (ctx: typeof theirs) => deleteEndpoint(ctx, { endpointId }),
      (ctx: typeof theirs) => rotateSecret(ctx, { endpointId, overlapHours: 0 }),
      (ctx: typeof theirs) => endOverlap(ctx, { endpointId }),
      (ctx: typeof theirs) => revealSecret(ctx, { endpointId }),
      (ctx: typeof theirs) => replayFailed(ctx, { endpointId, since: new Date(0) }),
    ];
    const before = await db.webhookEndpoint.findUnique({ where: { id: endpointId }, include: { secrets: true } });
    for (const verb of verbs) {
      await expect(verb(theirs)).rejects.toMatchObject({ status: 404 });
      await expect(verb(portalCtx(partner, "viewer"))).rejects.toMatchObject({ status: 403 });
    }
    expect(await db.webhookEndpoint.findUnique({ where: { id: endpointId }, include: { secrets: true } })).toEqual(
      before,
    );
  });

  it("has a URL that is unique within its partner until deleted, even for concurrent registrations", async () => {
    const { partner, ctx, endpointId } = await makeSubscriber();
    const taken = { field: "url", message: "You already have an endpoint with this URL." };
    const wanted = { ...endpointInput(), partnerId: partner.id };
    const both = await Promise.allSettled([1, 2].map(() => createEndpoint(ctx, wanted)));
    const made = both.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(made).toHaveLength(1);
    expect(both.flatMap((each) => (each.status === "rejected" ? [each.reason] : []))).toMatchObject([taken]);
    await expect(editEndpoint(ctx, { endpointId, ...wanted })).rejects.toMatchObject(taken);
    const { endpointId: holder = "" } = made[0] ?? {};
    await editEndpoint(ctx, { endpointId: holder, ...wanted, description: "the same URL" });
    const theirs = await makeSubscriber();
    await createEndpoint(theirs.ctx, { ...wanted, partnerId: theirs.partner.id });
    await deleteEndpoint(ctx, { endpointId: holder });
    await editEndpoint(ctx, { endpointId, ...wanted });
  });
});

describe("failed deliveries", () => {
  const fail = (endpointId: string) =>
    db.webhookDelivery.updateMany({
      where: { endpointId },
      data: { status: "failed", failures: 5, nextAttemptAt: null, settledAt: clock.now() },
    });

  it("are resent one by one, but not while the endpoint is paused", async () => {
    const { partner, ctx, endpointId } = await makeSubscriber();
    await ping(partner);
    await fail(endpointId);
    const { id: deliveryId } = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
    await resendDelivery(ctx, { deliveryId });
    expect(await deliveries(endpointId)).toMatchObject([{ status: "pending", failures: 0 }]);
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    await expect(resendDelivery(ctx, { deliveryId })).rejects.toMatchObject({ code: "endpoint_paused" });
    const stranger = portalCtx(await makePartner(), "owner");
    await expect(resendDelivery(stranger, { deliveryId })).rejects.toMatchObject({ status: 404 });
    const viewer = portalCtx(partner, "viewer");
    await expect(resendDelivery(viewer, { deliveryId })).rejects.toMatchObject({ status: 403 });
    for (const none of ["del_none", `${deliveryId}\0`, "\0"]) {
      await expect(resendDelivery(ctx, { deliveryId: none })).rejects.toMatchObject({ status: 404 });
      await expect(replayFailed(ctx, { endpointId: none, since: new Date(0) })).rejects.toMatchObject({ status: 404 });
      await expect(findReplay(ctx, { endpointId: none })).rejects.toMatchObject({ status: 404 });
    }
  });
});

const HOUR = 3_600_000;
const NOW = new Date("2026-11-21T12:30:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

type Tried = { endpointId: string; at: Date; durationMs?: number; succeeded?: boolean };

/** Records one batch of attempts for endpoints that need not exist. */
async function settled(tried: readonly Tried[]): Promise<void> {
  await recordAttempts(
    tried.map(({ endpointId, at, durationMs = 100, succeeded = true }) => ({
      delivery: {
        id: "del_x",
        eventId: "evt_x",
        endpointId,
        partnerId: newId(),
        type: "test.ping",
        failures: 0,
        rehearsal: false,
        edits: null,
        dueAt: at,
        bytes: 0,
        body: Buffer.of(),
      },
      attempt: { url: "http://127.0.0.1:9/", at, durationMs, ...ANSWER, succeeded } satisfies Attempt,
    })),
  );
}

const ANSWER = { requestHeaders: {}, responseStatus: 200, responseHeaders: null, responseBody: null, error: null };

const oneOf = async (endpointId: string) => {
  const found = (await healthOf([endpointId])).get(endpointId);
  if (!found) throw new Error("no health");
  return found;
};

it("counts the attempts of a day and a week across batches, and the p95 of successful ones", async () => {
  clock.freeze(NOW);
  const [endpointId, other] = [newId(), newId()];
  const quick = Array.from({ length: 90 }, () => ({ endpointId, at: ago(1), durationMs: 50 }));
  await settled([...quick.slice(0, 40), { endpointId: other, at: ago(1) }]);
  await settled(quick.slice(40));
  await settled([
    ...Array.from({ length: 10 }, () => ({ endpointId, at: ago(2), durationMs: 4_000 })),
    ...Array.from({ length: 25 }, () => ({ endpointId, at: ago(3), durationMs: 30_000, succeeded: false })),
    ...Array.from({ length: 900 }, () => ({ endpointId, at: ago(100), durationMs: 10 })),
  ]);
  const { last24h, last7d } = await oneOf(endpointId);
  expect(last24h).toMatchObject({ attempts: 125, succeeded: 100 });
  expect(last24h.p95Ms).toBeGreaterThan(3_300);
  expect(last24h.p95Ms).toBeLessThan(4_800);
  expect(last7d).toMatchObject({ attempts: 1_025, succeeded: 1_000 });
  expect(last7d.p95Ms).toBeLessThan(60);
  expect((await oneOf(other)).last24h).toMatchObject({ attempts: 1, succeeded: 1 });
});

it("never reports a p95 above the slowest success, in any batch or hour", async () => {
  clock.freeze(NOW);
  const endpointId = newId();
  const of = (durationMs: number, at: Date, succeeded = true) => settled([{ endpointId, at, durationMs, succeeded }]);
  await of(5_000, ago(1), false);
  expect((await oneOf(endpointId)).last24h.p95Ms).toBeNull();
  await of(225, ago(1));
  await of(4, ago(1));
  await of(6_000, ago(1), false);
  await of(5, ago(2));
  expect((await oneOf(endpointId)).last24h.p95Ms).toBe(225);
  await of(282, ago(100));
  expect((await oneOf(endpointId)).last24h.p95Ms).toBe(225);
  expect((await oneOf(endpointId)).last7d.p95Ms).toBeLessThanOrEqual(282);
});

it("covers 24 clock hours for a day and 168 for a week, and draws each of them", async () => {
  clock.freeze(NOW);
  const endpointId = newId();
  const at = (text: string) => ({ endpointId, at: new Date(text) });
  await settled([
    at("2026-11-21T12:29:00Z"),
    at("2026-11-20T13:00:00Z"),
    at("2026-11-20T12:59:59Z"),
    at("2026-11-14T13:00:00Z"),
    at("2026-11-14T12:59:59Z"),
  ]);
  const { last24h, last7d, hours, days } = await oneOf(endpointId);
  expect([last24h.attempts, last7d.attempts]).toEqual([2, 4]);
  expect(hours).toHaveLength(24);
  expect(hours[0]).toEqual({ at: new Date("2026-11-20T13:00:00Z"), attempts: 1, succeeded: 1 });
  expect(hours[23]).toEqual({ at: new Date("2026-11-21T12:00:00Z"), attempts: 1, succeeded: 1 });
  expect(days.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0, 0, 2, 1]);
  // A day begins at 13:00 UTC there, and so did the week.
  const elsewhere = (await healthOf([endpointId], "Pacific/Guadalcanal")).get(endpointId)?.days ?? [];
  expect(elsewhere.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0, 1, 2]);
  expect(elsewhere.at(-1)?.at).toEqual(new Date("2026-11-20T13:00:00Z"));
});

it("has no data for an endpoint without attempts", async () => {
  const { last24h, last7d } = await oneOf(newId());
  expect([last24h, last7d]).toEqual(Array(2).fill({ attempts: 0, succeeded: 0, p95Ms: null }));
});

it("adds up concurrent batches", async () => {
  clock.freeze(NOW);
  const ids = [newId(), newId(), newId()];
  const batch = (order: readonly string[]) => settled(order.map((endpointId) => ({ endpointId, at: ago(1) })));
  await Promise.all(Array.from({ length: 8 }, (_, n) => batch(n % 2 ? ids : ids.toReversed())));
  for (const id of ids) expect((await oneOf(id)).last24h.attempts).toBe(8);
});

it("deletes hours that health no longer reads", async () => {
  const endpointId = newId();
  await settled([
    { endpointId, at: new Date(Date.now() - 7 * 24 * HOUR) },
    { endpointId, at: new Date(Date.now() - 9 * 24 * HOUR) },
  ]);
  await forgetEventsTask.run({}, { requestId: "r", attempt: 1, lastAttempt: false, signal: undefined });
  expect(await db.webhookEndpointHour.count({ where: { endpointId } })).toBe(1);
});
