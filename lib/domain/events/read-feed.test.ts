import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newEventId } from "@/lib/platform/ids";
import { keyCtx, makePartner } from "@/lib/testing/factories";
import { ping } from "@/lib/testing/webhooks";
import { type EventType, emit } from "./events";
import { readFeed } from "./read-feed";

async function setUp() {
  const partner = await makePartner();
  const ctx = keyCtx(partner);
  const say = (message: string) => ping(partner, message);
  const read = async (after?: string, limit = 50) => {
    const { events, nextCursor } = await readFeed(ctx, { after, limit });
    return { said: events.map(({ data }) => data.message), nextCursor };
  };
  return { partner, ctx, say, read };
}

describe("the feed", () => {
  it("returns each event once, oldest first, page by page, and continues where it ended", async () => {
    const { say, read } = await setUp();
    expect(await read()).toEqual({ said: [], nextCursor: "0" });
    for (const word of ["a", "b", "c"]) await say(word);
    const first = await read(undefined, 2);
    expect(first.said).toEqual(["a", "b"]);
    const second = await read(first.nextCursor, 2);
    expect(second.said).toEqual(["c"]);
    expect(await read(second.nextCursor)).toEqual({ said: [], nextCursor: second.nextCursor });
    await say("d");
    expect((await read(second.nextCursor)).said).toEqual(["d"]);
    expect((await read()).said).toEqual(["a", "b", "c", "d"]);
  });

  it("assigns each event one position, however many readers there are", async () => {
    const { partner, say, read } = await setUp();
    for (let n = 0; n < 10; n++) await say(String(n));
    const pages = await Promise.all(Array.from({ length: 6 }, () => read()));
    for (const page of pages) expect(page).toEqual(pages[0]);
    const rows = await db.webhookEvent.findMany({ where: { partnerId: partner.id } });
    expect(new Set(rows.map(({ position }) => position)).size).toBe(10);
  });

  it("returns only the requested types, and moves past the others", async () => {
    const { partner, ctx, say } = await setUp();
    await say("ping");
    const data = { accountId: "a", externalUserId: "u", reason: "manual_suspension" } as const;
    await inTransaction((tx) => emit(tx, { type: "solo_account.suspended", partnerId: partner.id, data }));
    await say("ping again");
    const { events, nextCursor } = await readFeed(ctx, { types: ["solo_account.suspended"], limit: 50 });
    expect(events).toMatchObject([{ type: "solo_account.suspended", data }]);
    expect(await readFeed(ctx, { after: nextCursor, limit: 50 })).toEqual({ events: [], nextCursor });
  });

  it("is separate for each partner, and accepts only its own cursors", async () => {
    const { say, read } = await setUp();
    await say("mine");
    const other = await setUp();
    expect(await other.read()).toEqual({ said: [], nextCursor: "0" });
    for (const after of ["", "-1", "1.5", "x", "9".repeat(18), "9".repeat(30), "01"]) {
      await expect(read(after)).rejects.toMatchObject({ status: 400, field: "after" });
    }
  });
});

const RARE = "production.documented" satisfies EventType;

/** A partner with many unread events. Every hundredth is of a rare type. */
async function withEvents(many: number) {
  const partner = await makePartner();
  const ids = Array.from({ length: many }, newEventId);
  const createdAt = clock.now();
  await db.webhookEvent.createMany({
    data: ids.map((id, n) => {
      const type = n % 100 === 99 ? RARE : "test.ping";
      const body = Buffer.from(JSON.stringify({ id, type, created: 1, data: { n } }));
      return { id, partnerId: partner.id, type, body, createdAt };
    }),
  });
  const ctx = keyCtx(partner);
  const read = async (after: string | undefined, limit: number, types?: EventType[]) => {
    const { events, nextCursor } = await readFeed(ctx, { after, limit, types });
    return { ids: events.map(({ id }) => id), nextCursor };
  };
  /** Reads page after page until the cursor stays the same. */
  const readAll = async (limit: number, types?: EventType[]) => {
    const pages: string[][] = [];
    for (let after: string | undefined; ; ) {
      const { ids, nextCursor } = await read(after, limit, types);
      if (nextCursor === after) return pages;
      pages.push(ids);
      after = nextCursor;
    }
  };
  return { partner, ids, read, readAll };
}

const placed = (partner: { id: string }) =>
  db.webhookEvent.count({ where: { partnerId: partner.id, position: { not: null } } });

describe("a long feed", () => {
  it("assigns positions a thousand at a time, as far as it is read", async () => {
    const { partner, ids, read } = await withEvents(2_500);
    const first = await read(undefined, 50);
    expect(first.ids).toEqual(ids.slice(0, 50));
    expect(await placed(partner)).toBe(1_000);
    let { nextCursor } = first;
    for (let page = 0; page < 4; page++) ({ nextCursor } = await read(nextCursor, 200));
    expect(await placed(partner)).toBe(1_000);
    expect((await read(nextCursor, 200)).ids).toEqual(ids.slice(850, 1_050));
    expect(await placed(partner)).toBe(2_000);
  });

  it("is read whole by two concurrent readers, each event once and in one order", async () => {
    const { ids, readAll } = await withEvents(3_000);
    const [one, other] = await Promise.all([readAll(200), readAll(170)]);
    expect(one.flat()).toEqual(ids);
    expect(other.flat()).toEqual(ids);
    expect(one).toHaveLength(15);
  });

  it("returns all events of a rare type, though pages may be short or empty before the end", async () => {
    const { partner, ids, read, readAll } = await withEvents(3_000);
    const rare = ids.filter((_, n) => n % 100 === 99);
    expect((await readAll(200, [RARE])).flat()).toEqual(rare);
    expect((await readAll(7, [RARE])).map(({ length }) => length)).toEqual([7, 7, 7, 7, 2]);
    expect(await placed(partner)).toBe(3_000);
    const pages = await readAll(200, ["collab_scene.greenlit"]);
    expect(pages.flat()).toEqual([]);
    expect((await read(undefined, 200, ["test.ping", RARE])).ids).toEqual(ids.slice(0, 200));
  });

  it("scans a limited number of events per call, and moves on", async () => {
    const { partner, ids, read } = await withEvents(6_100);
    await db.webhookEvent.updateMany({ where: { id: ids.at(-1) ?? "" }, data: { type: "collab_scene.greenlit" } });
    const first = await read(undefined, 50, ["collab_scene.greenlit"]);
    expect(first.ids).toEqual([]);
    expect(await placed(partner)).toBeLessThan(6_000);
    const second = await read(first.nextCursor, 50, ["collab_scene.greenlit"]);
    expect(BigInt(second.nextCursor)).toBeGreaterThan(BigInt(first.nextCursor));
    const third = await read(second.nextCursor, 50, ["collab_scene.greenlit"]);
    expect([...second.ids, ...third.ids]).toEqual([ids.at(-1)]);
  });
});

describe("long events", () => {
  it("end a page after a few megabytes, and the next page continues after them, with types and without", async () => {
    const { partner, readAll } = await withEvents(0);
    const ids = Array.from({ length: 12 }, newEventId);
    const data = { contentType: "x".repeat(2 ** 20) };
    await db.webhookEvent.createMany({
      data: ids.map((id, n) => {
        const type = n % 2 ? RARE : "test.ping";
        const body = Buffer.from(JSON.stringify({ id, type, created: 1, data }));
        return { id, partnerId: partner.id, type, body, createdAt: clock.now() };
      }),
    });
    const all = await readAll(200);
    expect(all.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(all.flat()).toEqual(ids);
    const rare = await readAll(200, [RARE]);
    expect(rare.map(({ length }) => length)).toEqual([4, 2]);
    expect(rare.flat()).toEqual(ids.filter((_, n) => n % 2));
  });
});

describe("skips nothing", () => {
  it("when a transaction commits after three pages were read", async () => {
    const { partner, read } = await withEvents(0);
    const isWritten = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const late = inTransaction(async (tx) => {
      await emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "late" } });
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    let after: string | undefined;
    const seen: string[] = [];
    for (let page = 0; page < 3; page++) {
      await ping(partner, `${page} a`);
      await ping(partner, `${page} b`);
      const { ids, nextCursor } = await read(after, 2);
      seen.push(...ids);
      after = nextCursor;
    }
    mayCommit.resolve();
    await late;
    seen.push(...(await read(after, 2)).ids);
    const all = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
    expect(all).toHaveLength(7);
    expect(seen.at(-1)).toBe(all[0]?.id);
    expect(new Set(seen).size).toBe(7);
  });

  it("when everything that was read has since been erased", async () => {
    const { partner, readAll, read } = await withEvents(300);
    await readAll(200);
    const { nextCursor } = await read(undefined, 200);
    const end = (await read(nextCursor, 200)).nextCursor;
    await db.webhookEvent.deleteMany({ where: { partnerId: partner.id } });
    clock.advance(91 * DAY_MS);
    await ping(partner, "after a long silence");
    expect((await read(end, 200)).ids).toHaveLength(1);
  });

  it("because it refuses a cursor with a future position", async () => {
    const { read } = await withEvents(1);
    const future = String((Date.now() + 2 * DAY_MS) * 1000);
    await expect(read(future, 50)).rejects.toMatchObject({ status: 400, field: "after" });
  });
});
