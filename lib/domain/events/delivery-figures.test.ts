import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeDeliveries } from "@/lib/testing/deliveries";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { countDeliveriesTask, deliveryFigures } from "./delivery-figures";
import { listReachability } from "./endpoints";
import { forgetEventsTask } from "./forget-events";

async function setUp() {
  const partner = await makePartner();
  const endpoint = (data: { url: string; failingSince?: Date; status?: "paused"; deletedAt?: Date }) =>
    db.webhookEndpoint.create({ data: { id: newId(), partnerId: partner.id, createdAt: clock.now(), ...data } });
  const { id: endpointId } = await endpoint({ url: "https://a.example.com/" });
  const deliver = (ago: number, status: "delivered" | "failed" | "pending") =>
    makeDeliveries({ partnerId: partner.id, endpointId }, { at: new Date(clock.now().getTime() - ago), status });
  return { ctx: portalCtx(partner, "developer"), endpoint, deliver };
}

it("counts the deliveries created in a day and in a week, and all pending ones", async () => {
  const { ctx, deliver } = await setUp();
  const none = { delivered: 0, failed: 0 };
  expect(await deliveryFigures(ctx)).toEqual({ last24h: none, daily: none, days: 0, waiting: 0 });
  for (const ago of [HOUR_MS, 2 * HOUR_MS, 30 * HOUR_MS]) await deliver(ago, "delivered");
  await deliver(3 * HOUR_MS, "failed");
  await deliver(50 * HOUR_MS, "failed");
  await deliver(HOUR_MS, "pending");
  await deliver(8 * DAY_MS, "pending");
  await deliver(8 * DAY_MS, "delivered");
  const other = await setUp();
  await other.deliver(HOUR_MS, "failed");
  expect(await deliveryFigures(ctx)).toEqual({
    last24h: { delivered: 2, failed: 1 },
    daily: { delivered: 1, failed: 2 / 3 },
    days: 3,
    waiting: 2,
  });
});

it("counts the same from counted hours, which are written once and whole", async () => {
  clock.freeze(new Date());
  await db.webhookDeliveryHour.deleteMany();
  const { ctx, deliver } = await setUp();
  const now = clock.now().getTime();
  // On both sides of each end: of the week, of the day, and of the counted hours.
  const edges = [now - DAY_MS, now - 7 * DAY_MS, Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS];
  for (const edge of edges) {
    for (const near of [-HOUR_MS, -1, 0, 1, HOUR_MS]) await deliver(now - edge - near, "delivered");
    for (const near of [-1, 1]) await deliver(now - edge - near, "failed");
    const ofHour = Math.ceil(edge / HOUR_MS) * HOUR_MS;
    for (const near of [-1, 0]) await deliver(now - ofHour - near, "pending");
  }
  const live = await deliveryFigures(ctx);
  await Promise.all([countDeliveriesTask.run({}, firstRun), countDeliveriesTask.run({}, firstRun)]);
  const counted = await db.webhookDeliveryHour.findMany({ where: { partnerId: ctx.actor.partnerId } });
  expect(counted.length).toBeGreaterThan(3);
  expect(await deliveryFigures(ctx)).toEqual(live);
  await deliver(1, "delivered");
  await countDeliveriesTask.run({}, firstRun);
  expect(await db.webhookDeliveryHour.findMany({ where: { partnerId: ctx.actor.partnerId } })).toEqual(counted);
  expect((await deliveryFigures(ctx)).last24h.delivered).toBe(live.last24h.delivered + 1);
  clock.advance(9 * DAY_MS);
  await forgetEventsTask.run({}, firstRun);
  expect(await db.webhookDeliveryHour.count()).toBe(0);
});

it("lists failing endpoints, longest outage first, without paused or deleted ones", async () => {
  const { ctx, endpoint } = await setUp();
  const [long, short] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
  await endpoint({ url: "https://short.example.com/", failingSince: short });
  await endpoint({ url: "https://long.example.com/", failingSince: long });
  await endpoint({ url: "https://paused.example.com/", failingSince: long, status: "paused" });
  await endpoint({ url: "https://gone.example.com/", failingSince: long, deletedAt: short });
  const found = await listReachability(ctx);
  expect(found).toHaveLength(4);
  expect(found.filter(({ failingSince }) => failingSince).map(({ url }) => new URL(url).hostname)).toEqual([
    "long.example.com",
    "short.example.com",
  ]);
});
