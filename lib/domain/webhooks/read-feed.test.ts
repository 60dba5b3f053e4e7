import { describe, expect, it } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { ctxFor, makePartner } from "@/lib/testing/factories";
import { emit } from "./emit";
import { readFeed } from "./read-feed";

async function setUp() {
  const partner = await makePartner();
  const ctx = ctxFor({ kind: "partner_key", partnerId: partner.id, keyId: "key" });
  const say = (message: string) =>
    inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message } }));
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

  it("doesn't skip an event that commits late, after newer ones were read", async () => {
    const { partner, say, read } = await setUp();
    let commit = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const late = inTransaction(async (tx) => {
      await emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "late" } });
      written();
      await mayCommit;
    });
    await isWritten;
    await say("quick");
    const before = await read();
    expect(before.said).toEqual(["quick"]);
    commit();
    await late;
    expect((await read(before.nextCursor)).said).toEqual(["late"]);
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
