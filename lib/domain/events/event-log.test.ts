import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { firstIdAt, newDeliveryId } from "@/lib/platform/ids";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { makeSubscriber } from "@/lib/testing/webhooks";
import { eventList, findEvent } from "./event-log";
import type { EventType } from "./events";

type EventInput = { at?: string; type?: EventType; objects?: string[] };

async function setUp() {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "developer");
  /** An event at a time. Of those at one time, the last created is the newest. */
  let made = 0n;
  const make = async ({ at = "2026-11-01T12:00:00.000Z", type = "test.ping", objects = [] }: EventInput = {}) => {
    const createdAt = new Date(at);
    const random = BigInt(`0x${partner.id.slice(-8).replace(/[^0-9a-f]/g, "7")}`) << 8n;
    const id = `evt_${add(firstIdAt(createdAt), random + made++)}`;
    const body = Buffer.from(JSON.stringify({ id, type }));
    await db.webhookEvent.create({ data: { id, partnerId: partner.id, type, body, objects, createdAt } });
    return id;
  };
  type Asked = Parameters<typeof eventList.read>[1];
  const find = async ({ cursor, ...input }: Omit<Asked, "cursor"> & { cursor?: string | null } = {}) => {
    const times = input.from || input.to ? { range: "custom" as const } : {};
    const {
      rows: events,
      newer,
      older,
    } = await eventList.read(ctx, { ...input, ...times, cursor: cursor ?? undefined });
    return { ids: events.map(({ id }) => id), newer, older };
  };
  return { ctx, make, find };
}

function add(id: string, more: bigint): string {
  let value = 0n;
  for (const char of id) value = value * 36n + BigInt(Number.parseInt(char, 36));
  return (value + more).toString(36).padStart(25, "0");
}

describe("the event log", () => {
  it("has only the partner's own events, newest first, in pages both ways", async () => {
    const { make, find } = await setUp();
    const other = await setUp();
    await other.make();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await make());
    const first = await find({ limit: 2 });
    expect(first).toMatchObject({ ids: ids.slice(0, 2), newer: null });
    const second = await find({ limit: 2, cursor: first.older });
    expect(second.ids).toEqual(ids.slice(2, 4));
    const third = await find({ limit: 2, cursor: second.older });
    expect(third).toMatchObject({ ids: ids.slice(4), older: null });
    expect((await find({ limit: 2, cursor: third.newer })).ids).toEqual(second.ids);
    expect((await find({ limit: 2, cursor: "nonsense" })).ids).toEqual(first.ids);
  });

  it("filters by type, time and object, alone and together, on each page", async () => {
    const { make, find } = await setUp();
    const type = "solo_account.verified";
    const [early, day, late] = ["2026-11-01T23:59:59.999Z", "2026-11-02T00:00Z", "2026-11-03T00:00Z"];
    const [fromDay, fromLate] = [day, late].map((at) => at?.slice(0, -1));
    const plain = await make({ at: early });
    const a = await make({ at: day, type, objects: ["one", "two"] });
    const b = await make({ at: day, type, objects: ["two"] });
    const c = await make({ at: late, type, objects: ["one"] });
    const d = await make({ at: late, objects: ["one"] });
    expect((await find({ type })).ids).toEqual([c, b, a]);
    expect((await find({ object: "one" })).ids).toEqual([d, c, a]);
    expect((await find({ object: "one", type })).ids).toEqual([c, a]);
    expect((await find({ from: fromDay, to: fromLate })).ids).toEqual([b, a]);
    expect((await find({ to: fromDay })).ids).toEqual([plain]);
    expect((await find({ from: fromLate, type })).ids).toEqual([c]);
    expect((await find({ from: fromDay, to: fromLate, object: "two", type })).ids).toEqual([b, a]);
    const page = await find({ type, from: fromDay, limit: 1 });
    expect((await find({ type, from: fromDay, limit: 1, cursor: page.older })).ids).toEqual([b]);
    const about = await find({ object: "one", limit: 2 });
    expect((await find({ object: "one", limit: 2, cursor: about.older })).ids).toEqual([a]);
    // A cursor outside the requested times doesn't widen them.
    expect((await find({ from: fromLate, cursor: `newer.${plain}` })).ids).toEqual([d, c]);
    expect((await find({ to: fromDay, cursor: `older.${d}` })).ids).toEqual([plain]);
  });

  it("finds an email in any spelling and an event by its own id, but no other partner's", async () => {
    const { make, find } = await setUp();
    const other = await setUp();
    const mine = await make({ objects: ["ada@example.com", "User-7"] });
    const foreign = await other.make({ objects: ["ada@example.com"] });
    expect((await find({ object: "Ada@Example.com" })).ids).toEqual([mine]);
    expect((await find({ object: "User-7" })).ids).toEqual([mine]);
    expect((await find({ object: "user-7" })).ids).toEqual([]);
    expect((await find({ object: mine.toUpperCase() })).ids).toEqual([mine]);
    expect((await find({ object: foreign })).ids).toEqual([]);
  });
});

describe("an event", () => {
  it("is shown with its exact body and its deliveries, and doesn't exist for another partner", async () => {
    const { ctx, endpointId, ping } = await makeSubscriber({ description: "Main" });
    await ping("Zoë");
    const { rows: events } = await eventList.read(ctx, {});
    const eventId = events[0]?.id ?? "";
    expect(events).toMatchObject([{ deliveries: { delivered: 0, failed: 0, pending: 1 } }]);
    const row = await db.webhookEvent.findFirstOrThrow({ where: { id: eventId } });
    const shown = await findEvent(ctx, { eventId });
    if (!shown) throw new Error("not found");
    expect(Buffer.from(shown.body).equals(row.body)).toBe(true);
    expect(shown.size).toBe(row.body.length);
    expect(shown.deliveries).toMatchObject([
      { status: "pending", attempts: 0, endpoint: { id: endpointId, description: "Main", status: "enabled" } },
    ]);
    const stranger = await setUp();
    expect(await findEvent(stranger.ctx, { eventId })).toBeNull();
    for (const none of [newDeliveryId(), "evt_none", `${eventId}\0`, "\0", ""]) {
      expect(await findEvent(ctx, { eventId: none })).toBeNull();
    }
  });
});
