import { describe, expect, it } from "vitest";
import { deleteContent } from "@/lib/domain/records/content/remove-depiction";
import { queueForSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { keyCtx, makeAccount, makeDepiction, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { getDepiction } from "../present";
import { contentList, countLateCopies } from "./list-content";

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const ctx = portalCtx(partner, "viewer");
  const make = (data: Parameters<typeof makeDepiction>[1] = {}) =>
    makeDepiction(partner, { accountId: account.id, ...data });
  const find = async (filters: Record<string, string> = {}) => {
    await fillWholeSearch();
    const page = await contentList.read(ctx, contentList.Filters.parse(filters));
    return page.rows.map(({ id }) => id);
  };
  return { partner, account, ctx, make, find };
}

describe("searching the content log", () => {
  it("finds by words of the title, parts and starts of the URL, content ids and ids", async () => {
    const { make, find } = await setUp();
    const a = await make({ title: "Behind the Scenes, 100% summer_day", externalContentId: "post-100" });
    const b = await make({ title: "A winter (night) [2]", contentUrl: "https://example.com/Posts/77?x=1" });
    const c = await make({ title: "Été à la mer", externalContentId: null });
    expect(await find()).toEqual([c.id, b.id, a.id]);
    expect(await find({ q: "SUMMER behind" })).toEqual([a.id]);
    expect(await find({ q: "summer winter" })).toEqual([]);
    expect(await find({ q: "100%" })).toEqual([a.id]);
    expect(await find({ q: "summerxday" })).toEqual([]);
    expect(await find({ q: "(night) [2]" })).toEqual([b.id]);
    expect(await find({ q: "ÉTÉ" })).toEqual([c.id]);
    expect(await find({ q: "posts/77?x" })).toEqual([b.id]);
    expect(await find({ q: "https://example.com/Posts/7" })).toEqual([b.id]);
    expect(await find({ q: "https://example.com/osts" })).toEqual([]);
    expect(await find({ q: "post-1" })).toContain(a.id);
    expect(await find({ q: "post-100" })).toEqual([a.id]);
    expect(await find({ q: "ummer_d" })).toEqual([a.id]);
    expect(await find({ q: "00%" })).toEqual([a.id]);
    expect(await find({ q: "ost-100" })).toEqual([a.id]);
    expect(await find({ q: b.id.toUpperCase() })).toEqual([b.id]);
    expect(await find({ q: c.contentLogId })).toEqual([c.id]);
    expect(await find({ q: newId() })).toEqual([]);
    const ownId = newId();
    const d = await make({ title: "Like one of ours", externalContentId: ownId });
    expect(await find({ q: ownId })).toEqual([d.id]);
  });

  it("finds records by creator, only the partner's own", async () => {
    const { partner, account, make, find } = await setUp();
    const mine = await make();
    const stranger = await setUp();
    const theirs = await stranger.make({ title: "Unheard of" });
    expect((await contentList.read(portalCtx(partner, "viewer"), { limit: 1 })).rows).toMatchObject([{ id: mine.id }]);
    for (const creator of [account.externalUserId, account.email, account.id])
      expect(await find({ creator })).toEqual([mine.id]);
    for (const creator of [stranger.account.externalUserId, stranger.account.email, stranger.account.id, "Ada Example"])
      expect(await find({ creator })).toEqual([]);
    for (const q of ["Unheard of", theirs.id, theirs.contentUrl, theirs.externalContentId ?? "", "Ada Example"])
      expect(await find({ q })).toEqual([]);
  });

  it("filters by copy, removal and production date", async () => {
    const { partner, account, make, find } = await setUp();
    const key = await makeKey(partner, { name: "Publisher" });
    const old = new Date("2024-05-31T23:59:59.999Z");
    const missing = await make({ copyState: "missing", copyMimeType: null, copyBytes: null, productionDate: old });
    const removed = await make({ externalContentId: "gone", productionDate: new Date("2021-01-01T00:00:00Z") });
    const pending = await make({ productionDate: new Date("2024-06-01T00:00:00Z") });
    await deleteContent(keyCtx(partner, key), { accountId: account.id, externalContentId: "gone" });
    expect(await find({ copy: "missing" })).toEqual([missing.id]);
    expect(await find({ copy: "pending" })).toEqual([pending.id]);
    expect(await find({ copy: "pending", removed: "yes" })).toEqual([removed.id]);
    expect(await find({ copy: "stored" })).toEqual([]);
    expect(await find({ removed: "no" })).toEqual([pending.id, missing.id]);
    expect(await find({ from: "2024-05-31", to: "2024-05-31" })).toEqual([missing.id]);
    expect(await find({ to: "2024-06-01", creator: account.id })).toEqual([pending.id, missing.id, removed.id]);
    expect(await find({ from: "2024-06-31", removed: "perhaps" })).toHaveLength(3);
    const [row] = (await contentList.read(portalCtx(partner, "viewer"), { removed: "yes" })).rows;
    expect(row?.removal).toEqual({
      at: expect.any(String),
      by: "your API key “Publisher”",
      reason: "Taken down through the API, which asks for no reason.",
      isRequested: false,
    });
  });

  it("filters by confirmed removals that content matches, with other filters, only the partner's own", async () => {
    const { ctx, account, make, find } = await setUp();
    const stranger = await setUp();
    const match = async ({ id: depictionId, partnerId }: Awaited<ReturnType<typeof make>>) => {
      await db.contentMatch.create({ data: { depictionId, partnerId, reasons: ["file"], matchedAt: clock.now() } });
      return depictionId;
    };
    const old = await match(await make({ title: "Back again", productionDate: new Date("2024-06-01T00:00:00Z") }));
    const other = await make({ title: "Back again too" });
    const late = await match(await make({ copyState: "missing", copyMimeType: null, copyBytes: null }));
    const theirs = await match(await stranger.make());
    expect(await find({ matched: "yes" })).toEqual([late, old]);
    expect(await stranger.find({ matched: "yes" })).toEqual([theirs]);
    expect(await find({ matched: "yes", q: "back again" })).toEqual([old]);
    expect(await find({ matched: "yes", to: "2024-06-01", creator: account.id })).toEqual([old]);
    expect(await find({ matched: "yes", copy: "missing" })).toEqual([late]);
    const { rows } = await contentList.read(ctx, {});
    expect(rows.map(({ id, isMatched }) => [id, isMatched])).toEqual([
      [late, true],
      [other.id, false],
      [old, true],
    ]);
    expect((await getDepiction(ctx, old)).match).toMatchObject({ reasons: ["file"] });
    expect((await getDepiction(ctx, other.id)).match).toBeNull();
  });

  it("counts copies pending longer than their first upload URL was valid", async () => {
    const { ctx, make, find } = await setUp();
    await make();
    clock.advance(HOUR_MS);
    const fresh = await make();
    expect(await find({ copy: "late" })).not.toContain(fresh.id);
    expect(await find({ copy: "late" })).toHaveLength(1);
    expect(await countLateCopies(ctx)).toEqual({ late: 1, isMore: false });
    const { rows } = await contentList.read(ctx, {});
    expect(rows.map(({ copy }) => copy)).toEqual(["pending", "late"]);
  });

  it("pages to the end and back, by logging and by production, 2 at a time", async () => {
    const { ctx, make } = await setUp();
    const day = (n: number) => new Date(Date.UTC(1968 + (n % 3), 0, 1));
    const made = await Promise.all([0, 1, 2, 3, 4].map((n) => make({ productionDate: day(n), title: `No ${n}` })));
    const byLogging = made
      .map(({ id }) => id)
      .sort()
      .reverse();
    const byProduction = made
      .toSorted((a, b) => b.productionDate.getTime() - a.productionDate.getTime() || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    await fillWholeSearch();
    for (const [filters, order] of [
      [{}, byLogging],
      [{ q: "No" }, byLogging],
      [{ from: "1960-01-01" }, byProduction],
      [{ from: "1960-01-01", q: "no" }, byProduction],
    ] as const) {
      const seen: string[] = [];
      const pages = [await contentList.read(ctx, { ...filters, limit: 2 })];
      for (let page = pages[0]; page; ) {
        seen.push(...page.rows.map(({ id }) => id));
        if (!page.older) break;
        page = await contentList.read(ctx, { ...filters, limit: 2, cursor: page.older });
        pages.push(page);
      }
      expect(seen).toEqual(order);
      const last = pages.at(-1);
      const back = await contentList.read(ctx, { ...filters, limit: 2, cursor: last?.newer ?? "" });
      expect(back.rows).toEqual(pages.at(-2)?.rows);
      expect(pages[0]?.newer).toBeNull();
    }
  });

  it("finds rare matches and pages through common ones", async () => {
    const { partner, account, ctx, find } = await setUp();
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      id: newId(),
      contentLogId: newId(),
      partnerId: partner.id,
      accountId: account.id,
      externalContentId: `bulk-${n}`,
      contentUrl: `https://example.com/${n}`,
      title: n === 0 ? "The needle" : "Some hay",
      contentType: "image",
      platform: "Platform",
      productionDate: clock.now(),
      copyState: "missing" as const,
      createdAt: clock.now(),
    }));
    await db.depiction.createMany({ data: rows });
    await queueForSearch(
      db,
      "depiction",
      rows.map(({ id }) => id),
    );
    expect(await find({ q: "needle" })).toEqual([rows[0]?.id]);
    expect(await find({ q: "bulk-0" })).toEqual([rows[0]?.id]);
    expect(await find({ q: "ne" })).toEqual([rows[0]?.id]);
    const page = await contentList.read(ctx, { q: "hay", limit: 1_000 });
    expect([page.rows.length, page.lookedThrough]).toEqual([1_000, null]);
    const rest = await contentList.read(ctx, { q: "hay", limit: 1_000, cursor: page.older ?? "" });
    expect([rest.rows.length, rest.older]).toEqual([199, null]);
  });
});
