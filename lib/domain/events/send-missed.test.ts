import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { atOnce } from "@/lib/testing/sql";
import { makeSubscriber, ping } from "@/lib/testing/webhooks";
import { countDeliveriesTask, deliveryFigures } from "./delivery-figures";
import { deleteEndpoint, setEndpointStatus } from "./endpoint-changes";
import { findEndpoint } from "./endpoints";
import { answerMissed, sendMissedTask } from "./send-missed";

/** An endpoint that got one event, missed two in a pause, and then got another. */
async function setUp(types: Parameters<typeof makeSubscriber>[0] = {}) {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const made = await makeSubscriber(types);
  const { ctx, endpointId } = made;
  const set = (status: "paused" | "enabled") => setEndpointStatus(ctx, { endpointId, status });
  const happen = async () => {
    clock.advance(5 * MINUTE_MS);
    await made.ping();
    clock.advance(5 * MINUTE_MS);
  };
  await happen();
  await set("paused");
  const since = clock.now();
  await happen();
  await ping(await makePartner());
  await happen();
  await set("enabled");
  const until = clock.now();
  await happen();
  const answer = (send: boolean) => answerMissed(ctx, { endpointId, send });
  const missed = async () => (await findEndpoint(ctx, { endpointId }))?.missed;
  const lines = async () => (await linesOn(endpointId)).map(({ action }) => action).filter((a) => a.includes("missed"));
  return { ...made, set, happen, since, until, answer, missed, lines };
}

it("offers what an endpoint missed while it was paused, and sends it once", async () => {
  const { answer, missed, since, until, count, deliveries, lines, partner } = await setUp();
  const found = await missed();
  expect(found?.count).toBe(2);
  const minute = (at?: Date) => Math.round(Number(at) / MINUTE_MS);
  expect([minute(found?.since), minute(found?.until)]).toEqual([minute(since), minute(until)]);
  expect(await count()).toBe(2);
  await answer(true);
  expect(await missed()).toBeNull();
  await runJobs(sendMissedTask);
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  const made = await deliveries();
  expect(made.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id));
  expect(made.map(({ status }) => status)).toEqual(Array(4).fill("pending"));
  expect(made.slice(1, 3).map(({ nextAttemptAt }) => Number(nextAttemptAt) - clock.now().getTime())).toEqual([0, 1]);
  expect(await answer(true)).toEqual({ count: 0 });
  expect(await lines()).toEqual(["webhook_endpoint.missed_sent"]);
});

it("sends more than one batch, each event once and in order", async () => {
  const { answer, missed, deliveries, partner } = await setUp({
    types: ["solo_account.verified", "content_log.created"],
  });
  const [, second] = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  const more = Array.from({ length: 1_100 }, (_, n) => ({
    ...{ partnerId: partner.id, body: Buffer.from("{}"), createdAt: clock.now() },
    id: `${second?.id.slice(0, 14)}${String(n).padStart(15, "0")}`,
    type: n % 3 ? "solo_account.verified" : "content_log.created",
  }));
  await db.webhookEvent.createMany({ data: more });
  expect(await missed()).toMatchObject({ count: 1_100 });
  await answer(true);
  await runJobs(sendMissedTask);
  const made = (await deliveries()).toSorted((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt));
  const sent = made.map(({ eventId }) => eventId);
  expect(sent).toHaveLength(1_100);
  expect(sent).toEqual([...new Set(sent)].toSorted());
});

it("sends it once if the button is pressed twice, or the job runs twice", async () => {
  const { answer, count, endpointId, since, until, lines } = await setUp();
  await atOnce(
    () => answer(true),
    () => answer(true),
  );
  await runJobs(sendMissedTask);
  const span = { endpointId, since: since.toISOString(), until: until.toISOString() };
  const run = () => sendMissedTask.run(span, firstRun);
  await Promise.all([run(), run()]);
  expect(await count()).toBe(4);
  expect(await lines()).toEqual(["webhook_endpoint.missed_sent"]);
});

it("offers both pauses together, and nothing that was sent between them", async () => {
  const { set, happen, missed, since } = await setUp();
  await set("paused");
  expect(await missed()).toBeNull();
  await happen();
  await set("enabled");
  expect(await missed()).toEqual({ count: 3, since, until: clock.now() });
});

it("forgets what was waived", async () => {
  const { answer, missed, count, lines } = await setUp();
  expect(await answer(false)).toEqual({ count: 2 });
  await runJobs(sendMissedTask);
  expect([await missed(), await count()]).toEqual([null, 2]);
  expect(await lines()).toEqual(["webhook_endpoint.missed_waived"]);
});

it("offers nothing of types that the endpoint doesn't get, and nothing without a pause", async () => {
  const { missed } = await setUp({ types: ["solo_account.verified"] });
  expect(await missed()).toBeNull();
});

it("is not another partner's, not a viewer's, and waits while the endpoint is paused", async () => {
  const { endpointId, partner, set, answer } = await setUp();
  const by = (ctx: Parameters<typeof answerMissed>[0]) => answerMissed(ctx, { endpointId, send: true });
  await expect(by(portalCtx(await makePartner(), "owner"))).rejects.toMatchObject({ status: 404 });
  await expect(by(portalCtx(partner, "viewer"))).rejects.toMatchObject({ status: 403 });
  await set("paused");
  await expect(answer(true)).rejects.toMatchObject({ code: "endpoint_paused" });
});

it("sends nothing to an endpoint that was deleted meanwhile", async () => {
  const { ctx, endpointId, answer, count } = await setUp();
  await answer(true);
  await deleteEndpoint(ctx, { endpointId });
  await runJobs(sendMissedTask);
  expect(await count()).toBe(2);
});

it("adds late deliveries to hours that were counted", async () => {
  const { ctx, answer } = await setUp();
  clock.advance(3 * HOUR_MS);
  await countDeliveriesTask.run({}, firstRun);
  const before = await deliveryFigures(ctx);
  await answer(true);
  await runJobs(sendMissedTask);
  await db.webhookDelivery.updateMany({
    where: { partnerId: ctx.actor.partnerId },
    data: { status: "delivered", nextAttemptAt: null, settledAt: clock.now() },
  });
  const after = await deliveryFigures(ctx);
  expect([before.last24h.delivered, after.last24h.delivered]).toEqual([0, 4]);
});
