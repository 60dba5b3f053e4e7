import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { healthOf } from "./endpoint-health";
import { forgetEventsTask } from "./forget-events";
import type { Attempt } from "./sending/attempt";
import { recordAttempts } from "./sending/record-attempts";

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
        type: "test.ping",
        failures: 0,
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
