import { describe, expect, it } from "vitest";
import { GET as readAccount } from "@/app/api/v1/solo-accounts/[accountId]/route";
import { events as declared, deliveryFigures, findEndpoint, readFeed, setEndpointStatus } from "@/lib/domain/events";
import { FeedQuery } from "@/lib/domain/events/schemas";
import { recordAttempts } from "@/lib/domain/events/sending/record-attempts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { call } from "@/lib/testing/api";
import { keyCtx, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { atOnce } from "@/lib/testing/sql";
import { attemptWith, makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import type { StepName } from "./labels";
import {
  advanceRehearsalTask,
  endRehearsal,
  findRehearsal,
  listRehearsals,
  rehearse,
  startRehearsal,
} from "./rehearse";

async function setUp(given: Parameters<typeof makeSubscriber>[0] = {}) {
  // The database's own clock must not be ahead of it.
  clock.freeze(new Date("2030-01-08T12:00:00Z"));
  const made = await makeSubscriber(given);
  const { ctx, endpointId, partner } = made;
  const { rehearsalId } = await startRehearsal(ctx, { endpointId });
  const press = async (...steps: StepName[]) => {
    for (const step of steps) {
      clock.advance(1_000);
      await rehearse(ctx, { rehearsalId, step });
    }
  };
  const sent = async () => {
    const rows = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
    return rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()));
  };
  const types = async () => (await sent()).map(({ type }) => type);
  const shown = async () => {
    const found = await findRehearsal(ctx, { rehearsalId });
    if (!found) throw new Error("the rehearsal is gone");
    return found;
  };
  return { ...made, rehearsalId, press, sent, types, shown };
}

describe("a rehearsal", () => {
  it("sends the real events of each step, by their schemas, marked, to its endpoint alone", async () => {
    const { press, sent, partner, deliveries } = await setUp();
    const other = await makeEndpoint(partner);
    await press("verify", "log", "store", "remove", "create", "sign", "create", "refuse", "create", "expire");
    await press("suspend", "restore", "request");
    const bodies = await sent();
    expect(bodies.map(({ type }) => type)).toEqual([
      "solo_account.verified",
      "content_log.created",
      "content_log.copy_stored",
      "content_log.deleted",
      "collab_scene.created",
      "collab_scene.performer_consented",
      "collab_scene.performer_consented",
      "collab_scene.greenlit",
      "collab_scene.created",
      "collab_scene.performer_refused",
      "collab_scene.created",
      "collab_scene.blocked",
      "solo_account.suspended",
      "solo_account.verified",
      "production.takedown_requested",
    ]);
    for (const { type, data, rehearsal } of bodies) {
      expect(rehearsal).toBe(true);
      expect(declared[type as keyof typeof declared].data.parse(data)).toEqual(data);
    }
    expect(await deliveries()).toHaveLength(bodies.length);
    expect(await db.webhookDelivery.count({ where: { endpointId: other.endpointId } })).toBe(0);
    const takedown = bodies.at(-1).data;
    expect(Date.parse(takedown.removalDeadline) - Date.parse(takedown.requestedAt)).toBe(2 * DAY_MS);
  });

  it("respects what its endpoint is subscribed to, and needs none", async () => {
    const { press, count, ctx, types } = await setUp({ types: ["solo_account.suspended"] });
    await press("verify", "suspend");
    expect([await types(), await count()]).toEqual([["solo_account.verified", "solo_account.suspended"], 1]);
    const { rehearsalId } = await startRehearsal(ctx, { endpointId: null });
    await rehearse(ctx, { rehearsalId, step: "verify" });
    expect(await count()).toBe(1);
  });

  it.each<[StepName[], StepName]>([
    [[], "verify"],
    [["verify"], "suspend"],
    [["verify"], "create"],
    [["verify", "create"], "sign"],
    [["verify", "create"], "expire"],
    [[], "request"],
  ])("after %s, two presses of %s at once are one step", async (before, step) => {
    const { press, ctx, rehearsalId, types } = await setUp();
    await press(...before);
    const sent = (await types()).length;
    const refusals: unknown[] = [];
    const once = () => rehearse(ctx, { rehearsalId, step }).catch(({ code }) => refusals.push(code));
    await atOnce(once, once);
    expect(refusals).toEqual(["step_unavailable"]);
    expect(new Set((await types()).slice(sent)).size).toBe(step === "sign" ? 2 : 1);
  });

  it("refuses what can't happen now", async () => {
    const { press } = await setUp();
    await expect(press("suspend")).rejects.toMatchObject({ code: "step_unavailable" });
    await expect(press("create")).rejects.toMatchObject({ code: "step_unavailable" });
    await press("verify", "create", "refuse");
    await expect(press("sign")).rejects.toMatchObject({ code: "step_unavailable" });
  });

  it("has a clock that runs out, and sends the expiry once", async () => {
    const { press, types, shown } = await setUp();
    await press("verify", "create", "clock");
    expect((await shown()).clockAt).toEqual(new Date(clock.now().getTime() + 2 * MINUTE_MS));
    clock.advance(MINUTE_MS);
    await runJobs(advanceRehearsalTask);
    expect(await types()).not.toContain("collab_scene.blocked");
    clock.advance(MINUTE_MS);
    // The job is late: signing has already ended.
    await expect(press("sign")).rejects.toMatchObject({ code: "step_unavailable" });
    await runJobs(advanceRehearsalTask);
    await runJobs(advanceRehearsalTask);
    expect((await types()).filter((type) => type === "collab_scene.blocked")).toHaveLength(1);
    expect(await shown()).toMatchObject({ scene: "blocked", clockAt: null });
  });

  it("sends no expiry of a scene that was signed in time", async () => {
    const { press, types } = await setUp();
    await press("verify", "create", "clock", "sign");
    clock.advance(5 * MINUTE_MS);
    await runJobs(advanceRehearsalTask);
    expect(await types()).not.toContain("collab_scene.blocked");
  });

  it("is gone after a day, and its row too", async () => {
    const { ctx, rehearsalId, partner, press } = await setUp();
    await press("verify", "create", "clock");
    clock.advance(3 * MINUTE_MS);
    await runJobs(advanceRehearsalTask);
    clock.advance(DAY_MS);
    expect([await findRehearsal(ctx, { rehearsalId }), await listRehearsals(ctx)]).toEqual([null, []]);
    await expect(press("suspend")).rejects.toMatchObject({ status: 404 });
    await runJobs(advanceRehearsalTask);
    expect(await db.rehearsal.count({ where: { partnerId: partner.id } })).toBe(0);
  });

  it("is no account: the API knows none of its ids, and no table of records has a row", async () => {
    const { press, partner, shown } = await setUp();
    await press("verify", "log", "create", "sign");
    const { accountId } = await shown();
    const { key } = await makeKey(partner);
    expect((await call(readAccount, { key, params: { accountId } })).status).toBe(404);
    const where = { partnerId: partner.id };
    const counts = [db.soloAccount.count({ where }), db.depiction.count({ where }), db.collabScene.count({ where })];
    expect(await Promise.all(counts)).toEqual([0, 0, 0]);
    expect(await db.sceneFee.count({ where })).toBe(0);
  });

  it("is in the feed for those who ask, and in no figure, health or outage", async () => {
    const { ctx, partner, press, due, endpoint, ping, count } = await setUp();
    await press("verify", "suspend");
    await ping();
    const feed = async (query: Record<string, string>) =>
      (await readFeed(keyCtx(partner), FeedQuery.parse(query))).events.map(({ type }) => type);
    expect(await feed({})).toEqual(["test.ping"]);
    expect(await feed({ rehearsals: "true" })).toEqual([
      "solo_account.verified",
      "solo_account.suspended",
      "test.ping",
    ]);
    const [first, second] = await due();
    if (!first || !second) throw new Error("nothing is due");
    await recordAttempts([
      { delivery: first, attempt: attemptWith() },
      { delivery: { ...second, failures: 4 }, attempt: attemptWith({ responseStatus: 500 }) },
    ]);
    expect([await count("delivered"), await count("failed")]).toEqual([1, 1]);
    expect(await deliveryFigures(ctx)).toMatchObject({ last24h: { delivered: 0, failed: 0 }, waiting: 1 });
    expect(await db.webhookEndpointHour.count({ where: { partnerId: partner.id } })).toBe(0);
    expect(await endpoint()).toMatchObject({ failingSince: null, told: 0, untoldSince: null });
  });

  it("is nothing that a paused endpoint missed", async () => {
    const { ctx, partner, press } = await setUp();
    const { endpointId } = await makeEndpoint(partner);
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    await press("verify");
    await setEndpointStatus(ctx, { endpointId, status: "enabled" });
    expect((await findEndpoint(ctx, { endpointId }))?.missed).toBeNull();
  });

  it("starts for an enabled endpoint of one's own, at most five at once, and ends", async () => {
    const { ctx, partner, endpointId, rehearsalId } = await setUp();
    const foreign = await makeEndpoint(await makePartner());
    await expect(startRehearsal(ctx, foreign)).rejects.toMatchObject({ code: "invalid_field" });
    for (let n = 1; n < 5; n++) await startRehearsal(ctx, { endpointId });
    await expect(startRehearsal(ctx, { endpointId })).rejects.toMatchObject({ code: "too_many_rehearsals" });
    await endRehearsal(ctx, { rehearsalId });
    await endRehearsal(ctx, { rehearsalId });
    expect(await listRehearsals(ctx)).toHaveLength(4);
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    await expect(startRehearsal(ctx, { endpointId })).rejects.toMatchObject({ code: "endpoint_paused" });
    await expect(startRehearsal(portalCtx(partner, "viewer"), { endpointId: null })).rejects.toMatchObject({
      status: 403,
    });
  });

  it("starts five at most, however many are pressed at once", async () => {
    const ctx = portalCtx(await makePartner());
    const pressed = await Promise.allSettled(
      Array.from({ length: 10 }, () => startRehearsal(ctx, { endpointId: null })),
    );
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await listRehearsals(ctx)).toHaveLength(5);
  });

  it("is another partner's to nobody", async () => {
    const { rehearsalId, shown } = await setUp();
    const stranger = portalCtx(await makePartner(), "owner");
    expect(await findRehearsal(stranger, { rehearsalId })).toBeNull();
    await expect(rehearse(stranger, { rehearsalId, step: "verify" })).rejects.toMatchObject({ status: 404 });
    await endRehearsal(stranger, { rehearsalId });
    expect((await shown()).account).toBe("pending");
  });
});
