import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { FAILS_AFTER_MS, makeFailedDeliveries } from "@/lib/testing/deliveries";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { makeEndpoint } from "@/lib/testing/webhooks";
import { deleteEndpoint } from "./endpoint-changes";
import { listReceivers } from "./endpoints";
import { getDelivery } from "./get-delivery";
import { deliveryList } from "./list-deliveries";
import { resendDelivery } from "./replay-failed";

const START = new Date("2026-11-21T12:00:00Z");

/** Two endpoints of a partner with failed deliveries, a minute apart: A B A B A B A. Returns the ids, newest first. */
async function setUp() {
  clock.freeze(START);
  const partner = await makePartner();
  const partnerId = partner.id;
  const ctx = portalCtx(partner, "developer");
  const make = async (url: string) => (await makeEndpoint(partner, { url })).endpointId;
  const [a, b] = [await make("http://127.0.0.1:9/a"), await make("http://127.0.0.1:9/b")];
  const ids: string[] = [];
  for (const endpointId of [a, b, a, b, a, b, a]) {
    clock.advance(MINUTE_MS);
    ids.unshift(...(await makeFailedDeliveries({ partnerId, endpointId }, 1)));
  }
  const list = async (asked: Partial<Parameters<typeof deliveryList.read>[1]> = {}) =>
    (await deliveryList.read(ctx, { limit: 50, ...asked })).rows.map(({ id }) => id);
  return { partner, ctx, a, b, ids, list };
}

async function tried(deliveryId: string, endpointId: string, more: Record<string, unknown> = {}) {
  const { partnerId } = await db.webhookDelivery.findFirstOrThrow({ where: { id: deliveryId } });
  return db.webhookAttempt.create({
    data: {
      id: newId(),
      deliveryId,
      partnerId,
      endpointId,
      url: "http://127.0.0.1:9/before",
      at: clock.now(),
      durationMs: 12.5,
      requestHeaders: { "X-SVC-Event": "test.ping" },
      responseStatus: 500,
      responseHeaders: { "set-cookie": ["a", "b"] },
      responseBody: new Uint8Array([0x6e, 0x6f]),
      succeeded: false,
      ...more,
    },
  });
}

describe("deliveries", () => {
  it("are listed for all endpoints, newest first, or for one", async () => {
    const { a, b, ids, list } = await setUp();
    expect(await list()).toEqual(ids);
    expect(await list({ endpoint: a })).toEqual(ids.filter((_, n) => n % 2 === 0));
    expect(await list({ endpoint: b })).toEqual(ids.filter((_, n) => n % 2 === 1));
  });

  it("are paged forward and back, each once", async () => {
    const { ctx, ids } = await setUp();
    const seen: string[][] = [];
    let page = await deliveryList.read(ctx, { limit: 3 });
    for (;;) {
      seen.push(page.rows.map(({ id }) => id));
      if (!page.older) break;
      page = await deliveryList.read(ctx, { limit: 3, cursor: page.older });
    }
    expect(seen).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    const back = await deliveryList.read(ctx, { limit: 3, cursor: page.newer ?? "" });
    expect(back.rows.map(({ id }) => id)).toEqual(ids.slice(3, 6));
  });

  it("are filtered by status, type, time and id", async () => {
    const { ctx, ids, list } = await setUp();
    const [first = "", second = ""] = ids;
    await resendDelivery(ctx, { deliveryId: first });
    expect(await list({ status: "pending" })).toEqual([first]);
    expect(await list({ status: "failed" })).toEqual(ids.slice(1));
    expect(await list({ status: "delivered" })).toEqual([]);
    await db.webhookDelivery.updateMany({ where: { id: second }, data: { type: "solo_account.verified" } });
    expect(await list({ type: "solo_account.verified" })).toEqual([second]);
    expect(await list({ type: "solo_account.verified", status: "pending" })).toEqual([]);
    const at = (minute: number) =>
      new Date(START.getTime() - FAILS_AFTER_MS + minute * MINUTE_MS).toISOString().slice(0, 16);
    expect(await list({ range: "custom", from: at(6) })).toEqual(ids.slice(0, 2));
    expect(await list({ range: "custom", to: at(2) })).toEqual(ids.slice(-1));
    expect(await list({ range: "custom", from: at(3), to: at(5) })).toEqual([ids[4], ids[3]].toReversed());
    expect(await list({ delivery: second })).toEqual([second]);
  });

  it("show the last attempt's result and the number of attempts, even if their endpoint was deleted", async () => {
    const { ctx, a, ids } = await setUp();
    const [id = ""] = ids;
    await tried(id, a);
    clock.advance(MINUTE_MS);
    const last = { responseStatus: null, responseHeaders: undefined, responseBody: null, error: "Refused." };
    await tried(id, a, last);
    await deleteEndpoint(ctx, { endpointId: a });
    const [newest, other] = (await deliveryList.read(ctx, { limit: 2 })).rows;
    expect(newest).toMatchObject({
      id,
      status: "failed",
      attempts: 2,
      nextAttemptAt: null,
      lastAttempt: { at: clock.now().toISOString(), durationMs: 12.5, responseStatus: null, error: "Refused." },
      endpoint: { id: a, status: "deleted", url: "http://127.0.0.1:9/a" },
    });
    expect(other).toMatchObject({ attempts: 0, lastAttempt: null, endpoint: { status: "enabled" } });
    expect((await listReceivers(ctx)).map(({ status }) => status)).toEqual(["enabled", "deleted"]);
  });

  it("of another partner are hidden everywhere", async () => {
    const { a, ids } = await setUp();
    const [deliveryId = ""] = ids;
    const theirs = portalCtx(await makePartner(), "owner");
    for (const asked of [{}, { endpoint: a }, { delivery: deliveryId }]) {
      expect(await deliveryList.read(theirs, { limit: 50, ...asked })).toMatchObject({ rows: [] });
    }
    await expect(getDelivery(theirs, { deliveryId })).rejects.toMatchObject({ status: 404 });
    expect(await listReceivers(theirs)).toEqual([]);
  });
});

describe("one delivery", () => {
  it("has the event's exact body and numbered attempts, newest first, in pages", async () => {
    const { ctx, a, ids } = await setUp();
    const [deliveryId = ""] = ids;
    for (let n = 0; n < 12; n++) {
      clock.advance(1);
      await tried(deliveryId, a, n === 11 ? { error: "Late.", durationMs: 30_000 } : {});
    }
    const { delivery, body, attempts, newer, older } = await getDelivery(ctx, { deliveryId });
    const event = await db.webhookEvent.findFirstOrThrow({ where: { id: delivery.eventId } });
    expect(body).toBe(Buffer.from(event.body).toString());
    expect(attempts.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(attempts[0]?.attempt).toMatchObject({ error: "Late.", durationMs: 30_000, requestBody: body });
    expect(attempts[1]?.attempt).toEqual({
      url: "http://127.0.0.1:9/before",
      at: expect.any(Date),
      durationMs: 12.5,
      requestHeaders: { "X-SVC-Event": "test.ping" },
      requestBody: body,
      responseStatus: 500,
      responseHeaders: { "set-cookie": ["a", "b"] },
      responseBody: "no",
      responseBodyIs: { cut: false, bytes: false },
      error: null,
      succeeded: false,
    });
    expect(newer).toBeNull();
    const second = await getDelivery(ctx, { deliveryId, cursor: older ?? "" });
    expect(second.attempts.map(({ number }) => number)).toEqual([2, 1]);
  });

  it("is 404 if it doesn't exist", async () => {
    const { ctx } = await setUp();
    for (const deliveryId of ["del_none", "", "del_\0", `del_${newId()}`, newId()]) {
      await expect(getDelivery(ctx, { deliveryId })).rejects.toMatchObject({ status: 404 });
    }
  });
});
