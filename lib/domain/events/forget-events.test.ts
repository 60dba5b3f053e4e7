import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeDeliveries } from "@/lib/testing/deliveries";
import { makePartner } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { forgetEventsTask } from "./forget-events";

const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
const run = () => forgetEventsTask.run({}, firstRun);

async function setUp() {
  const partner = await makePartner();
  const endpoint = await db.webhookEndpoint.create({
    data: {
      id: newId(),
      partnerId: partner.id,
      url: "https://a.example.com/",
      status: "paused",
      createdAt: clock.now(),
    },
  });
  /** Events from some days ago, each with a delivery and an attempt. */
  const make = async (days: number, count = 1, status: "delivered" | "pending" = "delivered") => {
    const at = ago(days);
    const ids = await makeDeliveries({ partnerId: partner.id, endpointId: endpoint.id }, { count, at, status });
    const attempt = { endpointId: endpoint.id, url: endpoint.url, at, durationMs: 1, requestHeaders: {} };
    await db.webhookAttempt.createMany({
      data: ids.map((deliveryId) => ({ id: newId(), deliveryId, ...attempt, responseStatus: 200, succeeded: true })),
    });
  };
  const left = async () => ({
    events: await db.webhookEvent.count({ where: { partnerId: partner.id } }),
    deliveries: await db.webhookDelivery.count({ where: { partnerId: partner.id } }),
    attempts: await db.webhookAttempt.count({ where: { endpointId: endpoint.id } }),
  });
  return { partner, endpoint, make, left };
}

it("erases events older than 90 days with their deliveries, and nothing newer", async () => {
  const { make, left } = await setUp();
  await make(89.99);
  await make(91, 1);
  await make(400, 1);
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
});

it("erases more than a batch in one run, and ends", async () => {
  const { make, left } = await setUp();
  await make(100, 1_203);
  await make(1, 3);
  await run();
  expect(await left()).toEqual({ events: 3, deliveries: 3, attempts: 3 });
});

it("also erases old deliveries pending at a paused endpoint", async () => {
  const { make, left } = await setUp();
  await make(91, 2, "pending");
  await make(80, 1, "pending");
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
});

it("stops between two batches when the worker stops", async () => {
  const { make, left } = await setUp();
  await make(100, 600);
  const stopped = forgetEventsTask.run({}, { ...firstRun, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow();
  expect((await left()).events).toBeGreaterThanOrEqual(100);
  await run();
  expect(await left()).toEqual({ events: 0, deliveries: 0, attempts: 0 });
});

it("erases an endpoint deleted over 90 days ago, with its replays, unless a delivery refers to it", async () => {
  const { partner, endpoint, make } = await setUp();
  const { id: endpointId } = endpoint;
  const of = { endpointId, partnerId: partner.id };
  const replay = (startedAt: Date) =>
    db.webhookReplay.create({
      data: { id: newId(), ...of, since: startedAt, total: 1, done: 1, startedAt, finishedAt: startedAt },
    });
  for (const days of [100, 99]) await replay(ago(days));
  await db.webhookSecret.create({ data: { id: newId(), endpointId, sealed: Buffer.from("x"), createdAt: ago(100) } });
  const hour = new Date(clock.now().getTime() - (clock.now().getTime() % HOUR_MS));
  await db.webhookEndpointHour.create({ data: { endpointId, hour, attempts: 1, succeeded: 0, latencies: [] } });
  await make(1);
  const erased = async () => {
    await run();
    return (await db.webhookEndpoint.count({ where: { id: endpointId } })) === 0;
  };
  expect(await erased()).toBe(false);
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(91) } });
  expect(await erased()).toBe(false);
  await db.webhookEvent.deleteMany({ where: { partnerId: partner.id } });
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(89.99) } });
  expect(await erased()).toBe(false);
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(2);
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(90.01) } });
  expect(await erased()).toBe(true);
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(0);
  expect(await db.webhookSecret.count({ where: { endpointId } })).toBe(0);
  expect(await db.webhookEndpointHour.count({ where: { endpointId } })).toBe(0);
});
