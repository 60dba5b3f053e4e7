import { describe, expect, it } from "vitest";
import { z } from "zod";
import { requestList } from "@/lib/api/request-log/list-requests";
import { shapeOf } from "@/lib/api/shape";
import { rosterList } from "@/lib/domain/accounts/roster";
import { invoiceList } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, partnerList } from "@/lib/domain/core/lists";
import { deliveryList, eventList } from "@/lib/domain/events";
import { productionList } from "@/lib/domain/productions";
import { jobList } from "@/lib/domain/productions/verification-jobs";
import { gapList } from "@/lib/domain/readiness";
import { contentList } from "@/lib/domain/records/content";
import { takedownList } from "@/lib/domain/removals";
import { sceneList } from "@/lib/domain/scenes";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Page } from "@/lib/platform/keyset";
import { linesOn } from "@/lib/testing/effects";
import { type MadePartner, makeAccount, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { makeScene } from "@/lib/testing/scenes";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { makeEndpoint, ping } from "@/lib/testing/webhooks";

// What every declared list gives. A list's own test has its own filters and columns.

type Query = Readonly<Record<string, unknown>>;
type AnyList = {
  names: readonly string[];
  Filters: { parse: (sent: unknown) => Query };
  Query: z.ZodType;
  queryOf: (query: string) => string;
  read: (ctx: Ctx<PortalUserActor>, query: Query) => Promise<Page<{ id: string }>>;
  open: (
    ctx: Ctx<PortalUserActor>,
    sent: Record<string, string>,
  ) => Promise<Page<{ id: string }> & { unread: string[] }>;
  find: (ctx: Ctx<PortalUserActor>, query: Query) => Promise<{ found: { id: string }[]; isMore: boolean }>;
  export: (ctx: Ctx<PortalUserActor>, query: Query) => Promise<ReadableStream>;
  csv?: { action?: string };
};

type Listing = [list: unknown, make: (partner: MadePartner) => Promise<{ id: string }>, search?: string];

const LISTS: Record<string, Listing> = {
  scenes: [sceneList, makeScene],
  sessions: [sessionList, makeUploadSession],
  jobs: [jobList, makeVerificationJob],
  creators: [rosterList, makeAccount, "find"],
  requests: [requestList, makeRequest, "path"],
  content: [contentList, makeDepiction],
  events: [eventList, makeEvent, "object"],
  deliveries: [deliveryList, makeDelivery, "delivery"],
  invoices: [invoiceList, makeInvoice],
  productions: [
    productionList,
    async (partner) => makeProduction({ producer: await makeProducer([partner]), performers: [] }),
  ],
  gaps: [
    gapList,
    ({ id: partnerId }) =>
      db.readinessGap.create({
        data: {
          ...{ id: newId(), rule: "statement", about: "account", subjectId: newId() },
          ...{ partnerId, foundAt: clock.now() },
        },
      }),
  ],
  takedowns: [
    takedownList,
    async (partner) => {
      const item = await makeItem(await makeRemoval(), {
        depictionId: (await makeDepiction(partner)).id,
        status: "confirmed",
      });
      return makeTakedown(item, { partnerId: partner.id });
    },
  ],
};

/** Filters that take any text, beside the search. */
const ANY_TEXT = ["creator", "delivery", "endpoint", "key", "request", "type"];

async function makeRequest(partner: MadePartner) {
  const data = { id: newId(), at: clock.now(), partnerId: partner.id, apiKeyId: newId(), method: "GET", path: "/api" };
  await db.$executeRaw`SELECT request_log_ensure_day(${data.at}::date)`;
  const answered = { status: 200, statusClass: 2, durationMs: 1, requestHeaders: {}, responseHeaders: {} };
  return db.requestLog.create({ data: { ...data, ...answered } });
}

let month = 0;
async function makeInvoice({ id: partnerId }: MadePartner) {
  month += 1;
  const data = { id: newId(), partnerId, month: new Date(Date.UTC(2026, month)), lineCount: 1, totalCents: 900 };
  return db.platformInvoice.create({ data: { ...data, createdAt: clock.now() } });
}

async function makeEvent(partner: MadePartner) {
  await ping(partner);
  return db.webhookEvent.findFirstOrThrow({ where: { partnerId: partner.id }, orderBy: { id: "desc" } });
}

async function makeDelivery(partner: MadePartner) {
  if ((await db.webhookEndpoint.count({ where: { partnerId: partner.id } })) === 0) await makeEndpoint(partner);
  await ping(partner);
  return db.webhookDelivery.findFirstOrThrow({ where: { partnerId: partner.id }, orderBy: { id: "desc" } });
}

describe.each(Object.entries(LISTS))("the list of %s", (_, [declared, make, search = "q"]) => {
  const list = declared as AnyList;
  const all: Record<string, string> = list.names.includes("view") ? { view: "all" } : {};

  it("takes every filter and a place from a route's URL", () => {
    expect(Object.keys(shapeOf(list.Query))).toEqual([...list.names, "cursor", "limit"]);
  });

  it.skipIf(!list.names.includes("order"))("turns, and pages from its other end", async () => {
    const partner = await makePartner();
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push((await make(partner)).id);
    const ctx = portalCtx(partner);
    const first = await list.read(ctx, { order: "oldest", limit: 2 });
    const second = await list.read(ctx, { order: "oldest", limit: 2, cursor: first.newer });
    expect([first, second].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(made);
    expect([first.older, second.newer]).toEqual([null, null]);
    expect(await list.open(ctx, { order: "oldest" })).toMatchObject({ first: "oldest", isReversible: true });
  });

  it.skipIf(!list.names.includes(search))("keeps only its own filters of a query", () => {
    expect(list.queryOf(`other=1&${search}=ada&cursor=older.x&limit=5`)).toBe(`${search}=ada`);
    expect(list.queryOf(`${search}=%00`)).toBe("");
  });

  it("pages through every row of the partner once and back, newest first, and no other partner's", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await make(partner)).id);
    const theirs = await make(other);
    const page = (cursor: string | null = null) =>
      list.read(portalCtx(partner, "viewer"), { ...all, limit: 2, ...(cursor && { cursor }) });
    const first = await page();
    const second = await page(first.older);
    const third = await page(second.older);
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(made.toReversed());
    expect([first.newer, third.older]).toEqual([null, null]);
    expect((await page(third.newer)).rows).toEqual(second.rows);
    for (const forged of ["older.", "older.\0", "newer.x", "sideways"]) {
      expect((await page(forged)).rows).toEqual(first.rows);
    }
    for (const text of [theirs.id, theirs.id.slice(0, 24)]) {
      const { found } = await list.find(portalCtx(partner), { ...all, [search]: text });
      expect(found.map(({ id }) => id)).not.toContain(theirs.id);
    }
    expect(await list.find(portalCtx(partner), all)).toMatchObject({ isMore: false, found: Array(5).fill({}) });
  });

  it.skipIf(!list.names.includes(search))(
    "takes wildcards as text, and ignores and names what it can't read",
    async () => {
      const partner = await makePartner();
      const { id } = await make(partner);
      for (const text of ["%", "_", "\\", "%%%"]) {
        expect((await list.read(portalCtx(partner), { ...all, [search]: text })).rows, text).toEqual([]);
      }
      for (const text of ["\0", "a\0b", "\ud800", "a".repeat(5_000)]) {
        const { rows, unread } = await list.open(portalCtx(partner), { ...all, [search]: text, cursor: "older.\0" });
        expect([rows.map((row) => row.id), unread]).toEqual([[id], [search]]);
      }
      const others = list.names.filter((name) => ![search, ...ANY_TEXT].includes(name));
      const sent = Object.fromEntries(others.map((name) => [name, "nonsense"]));
      expect(list.Filters.parse({ ...sent, [search]: ["a", "b"], another: "1" })).toEqual({});
    },
  );

  it.skipIf(!list.csv)("exports what it finds, and records who did without the text that was searched", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner, "viewer");
    const { id } = await make(partner);
    await make(await makePartner());
    const lines = async (query: Query) =>
      (await new Response(await list.export(ctx, query)).text()).trimEnd().split("\r\n").length - 1;
    expect(await lines(all)).toBe(1);
    expect(await lines({ ...all, [search]: `${id}%` })).toBe(0);
    if (!list.csv?.action) return;
    const told = (await linesOn(partner.id)).filter(({ action }) => action === list.csv?.action);
    expect(told.map(({ actorId }) => actorId)).toEqual([partner.users.viewer.id, partner.users.viewer.id]);
    expect(told.map(({ detail }) => JSON.parse(detail)[search])).toEqual([undefined, true]);
  });
});

it("keeps an OR in one condition from widening another, and finds nothing by a text that can't be an id", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { id } = await makeAccount(partner);
  await makeAccount(other);
  const accounts = partnerList({
    from: "solo_accounts",
    scope: ({ actor }) => Prisma.sql`partner_id = ${actor.partnerId}`,
    order: NEWEST,
    select: { id: field.text("id") },
    filters: {
      any: filter.oneOf(["yes"], () => Prisma.sql`status = 'active' OR true`),
      q: filter.search(100, filter.idStartsWith("id")),
    },
  });
  expect((await accounts.read(portalCtx(partner), { any: "yes" })).rows).toEqual([{ id }]);
  expect((await accounts.read(portalCtx(partner), { q: "not an id" })).rows).toEqual([]);
});

it("counts a range back from now, and reads two times as UTC", () => {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const { from, to } = filter.times;
  const timesOf = (sent: Record<string, string>) => {
    const { range } = filter.times;
    const read = z.object({ range: range.reads, from: from.reads, to: to.reads }).parse(sent);
    return filter.timesOf(read);
  };
  const day = { from: new Date("2026-11-20T12:00:00Z") };
  expect(timesOf({ range: "24h" })).toEqual(day);
  expect(timesOf({ range: "24h", from: "2026-01-01T00:00", to: "2026-01-02T00:00" })).toEqual(day);
  expect(timesOf({ range: "forever", from: "2026-01-01T00:00" })).toEqual({});
  expect(timesOf({ range: "custom", from: "2026-11-01T08:30", to: "2026-11-02T00:00" })).toEqual({
    from: new Date("2026-11-01T08:30:00Z"),
    to: new Date("2026-11-02T00:00:00Z"),
  });
  for (const sent of ["2026-02-30T00:00", "2026-11-01", "2026-11-01T08:30Z", "0000-01-01T00:00", "tomorrow", ""]) {
    expect(from.reads.parse(sent), sent).toBeUndefined();
  }
});
