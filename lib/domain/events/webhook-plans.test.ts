import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { makePartitionsAhead } from "@/lib/platform/partitions";
import { keyCtx } from "@/lib/testing/factories";
import { asOwner, planOf } from "@/lib/testing/sql";
import { makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import { countsOf, deliveryFigures } from "./delivery-figures";
import { applyResults, forceIndexes, idsBetween, queueAgain } from "./delivery-states";
import { eventList } from "./event-log";
import { WEBHOOK_TABLES } from "./forget-events";
import { deliveryList } from "./list-deliveries";
import { missedEvents } from "./missed-span";
import { readFeed } from "./read-feed";
import { countFailed, countOfFailed } from "./replay-failed";
import { readDue, readDueEndpoints } from "./sending/due";
import { recordAttempts } from "./sending/record-attempts";
import { SETTINGS, type Session } from "./sending/session";

const MANY = 4_000;
const TABLE = "webhook_deliveries";

let made: Awaited<ReturnType<typeof withDeliveries>>;
beforeAll(async () => {
  // Several partitions, as in any running service.
  for (let n = 0; n < 4; n++) {
    clock.advance(28 * DAY_MS);
    for (const which of WEBHOOK_TABLES) await makePartitionsAhead(which);
  }
  clock.reset();
  made = await withDeliveries({ delivered: MANY, waiting: 30, failed: 20 });
  await withDeliveries({ delivered: MANY, waiting: 4 * MANY, failed: 4 * MANY });
});

/** A partner with this many deliveries to one endpoint, all created today. */
async function withDeliveries({ delivered, waiting, failed }: Record<"delivered" | "waiting" | "failed", number>) {
  const { partner, ctx, endpointId } = await makeSubscriber();
  const now = clock.now();
  const first = firstIdAt(now).slice(0, 9);
  await db.$executeRaw`
    INSERT INTO webhook_events (id, partner_id, type, body, created_at, objects)
    SELECT 'evt_' || ${first} || left(md5(n || ${partner.id}), 16), ${partner.id}, 'test.ping',
      '{"id": "x", "type": "test.ping", "created": 1, "data": {}}', ${now}, 
      ARRAY[CASE n % 4 WHEN 0 THEN 'busy' ELSE 'account-' || n % 300 END, 'post-' || n, 'someone@example.com']
    FROM generate_series(1, ${delivered + waiting + failed}::int) n`;
  await db.$executeRaw`
    INSERT INTO webhook_deliveries
      (id, event_id, endpoint_id, partner_id, type, created_at, status, next_attempt_at, settled_at)
    SELECT replace(id, 'evt_', 'del_'), id, ${endpointId}, partner_id, type, created_at, status::webhook_delivery_status,
      CASE WHEN status = 'pending' THEN created_at + interval '1 day' END,
      CASE WHEN status <> 'pending' THEN created_at END
    FROM (
      SELECT *, CASE WHEN n <= ${waiting} THEN 'pending' WHEN n <= ${waiting + failed} THEN 'failed' ELSE 'delivered' END
        AS status
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM webhook_events WHERE partner_id = ${partner.id}) e) e`;
  return { partner, ctx, endpointId };
}

/** The partition with this test's deliveries, and its indexes by the names that all partitions' have. */
async function place() {
  const { rows } = await pool().query<{ name: string; index: string; of: string }>(
    `SELECT t.relname AS name, c.relname AS index, p.relname AS of
     FROM pg_class t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class c ON c.oid = x.indexrelid
     JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
     WHERE t.oid = (SELECT tableoid FROM webhook_deliveries WHERE partner_id = $1 LIMIT 1)`,
    [made.partner.id],
  );
  const name = rows[0]?.name ?? "";
  /** A plan with those names. */
  const read = (plan: string) =>
    rows
      .reduce((text, { index, of }) => text.replace(new RegExp(`\\b${index}\\b`, "g"), of), plan)
      .replaceAll(` on ${name}`, " on here");
  return { name, read };
}

/** What a statement did, in a transaction that is forced to use indexes. Each line is a node. */
const ran = (sql: Prisma.Sql) =>
  inTransaction(async (tx) => {
    await forceIndexes(tx);
    const lines = await tx.$queryRaw<{ "QUERY PLAN": string }[]>(
      Prisma.sql`EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ${sql}`,
    );
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  });

/** The partitions of a table that a plan looked into. */
const lookedInto = (plan: string, table: string) =>
  plan
    .split("\n")
    .filter((line) => line.includes(" Scan") && line.includes(` on ${table}_`) && !line.includes("never executed"))
    .map((line) => line.match(new RegExp(` on (${table}_\\w+) `))?.[1]);

const pending = (count: number) =>
  db.webhookDelivery.findMany({
    where: { endpointId: made.endpointId, status: "pending" },
    orderBy: { id: "asc" },
    take: count,
  });

it("what is recorded or queued again is found in its partition, one by one, without reading what is pending elsewhere", async () => {
  const { name } = await place();
  const waiting = await pending(20);
  const results = waiting.map(({ id, nextAttemptAt: due }) => ({
    delivery_id: id,
    due,
    status: "pending",
    failures: 1,
    next: due,
  }));
  const read = Prisma.sql`(SELECT * FROM json_to_recordset(${JSON.stringify(results)}::json) AS r(
    delivery_id text, due timestamptz, status webhook_delivery_status, failures smallint, next timestamptz))`;
  const again = Prisma.sql`(SELECT id, due FROM json_to_recordset(
    ${JSON.stringify(waiting.map(({ id, nextAttemptAt: due }) => ({ id, due })))}::json) AS r(id text, due timestamptz))`;
  const within = idsBetween(waiting.at(0)?.id, waiting.at(-1)?.id);
  for (const statement of [applyResults(read, { at: clock.now(), within }), queueAgain(again)]) {
    const plan = await ran(statement);
    expect(plan).not.toMatch(/Hash Join|Merge Join|Seq Scan/);
    expect(lookedInto(plan, TABLE)).toEqual([name]);
  }
  expect(
    (await db.webhookDelivery.findMany({ where: { id: { in: waiting.map(({ id }) => id) } } })).map(
      ({ failures }) => failures,
    ),
  ).toEqual(Array.from({ length: 20 }, () => 0));
});

it("attempts are recorded in the partition that their ids name, each found by its id, though statistics know of none pending", async () => {
  const { read } = await place();
  const due = (await pending(10)).map(({ id, endpointId, partnerId, nextAttemptAt }) => ({
    delivery: { id, endpointId, partnerId, failures: 0, dueAt: nextAttemptAt },
    attempt: {
      url: "http://127.0.0.1:9/",
      at: clock.now(),
      durationMs: 1,
      requestHeaders: {},
      error: "Refused.",
      succeeded: false,
    },
  }));
  const query = vi.spyOn(pg.Client.prototype, "query");
  await recordAttempts(due as unknown as Parameters<typeof recordAttempts>[0]);
  const { text, values } = query.mock.calls
    .map(([given]) => Object(given))
    .find((given) => given.text?.includes("WITH result AS"));
  query.mockRestore();
  const plan = await inTransaction(async (tx) => {
    await forceIndexes(tx);
    const lines = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(`EXPLAIN ${text}`, ...values);
    return read(lines.map((line) => line["QUERY PLAN"]).join("\n"));
  });
  expect(plan.match(/(?:Update|Index\w* .*Scan.*) on (?:here|webhook_deliveries_\w+) d_?\d?/g)).toEqual([
    "Index Only Scan using webhook_deliveries_pkey on here d",
    "Update on here d_2",
    "Index Scan using webhook_deliveries_pkey on here d_2",
  ]);
});

it("what is due is read by index from each partition, with one plan for all sizes, and its event from one", async () => {
  const { name, read } = await place();
  const asked: { text: string; values: unknown[] }[] = [];
  const session = {
    query: async (text: string, values: unknown[]) => {
      asked.push({ text, values });
      return [];
    },
  };
  await readDueEndpoints(session as unknown as Session);
  await readDue(session as unknown as Session, { counts: [{ id: made.endpointId, count: 16 }], except: [] });
  const client = await pool().connect();
  try {
    await client.query(SETTINGS);
    clock.advance(2 * DAY_MS);
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ${text}`,
        values.map((value) => (value instanceof Date ? clock.now() : value)),
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(/Hash Join|Merge Join|Seq Scan|-> +Sort/);
      expect(read(plan)).toMatch(/ webhook_deliveries_due on here .*\n *Index Cond: \(\(*endpoint_id/);
      if (text.includes("webhook_events"))
        expect(lookedInto(plan, "webhook_events")).toEqual([name.replace(TABLE, "webhook_events")]);
    }
  } finally {
    client.release(true);
  }
});

/** The pages of lists and of the feed that `work` asked for. */
async function pagesAsked(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const asked = query.mock.calls.map(([given, values]: unknown[]) =>
    typeof given === "string" ? { text: given, values } : Object(given),
  );
  query.mockRestore();
  return asked.filter(({ text }) => /ORDER BY (position|e\.objects|\w\.partner_id)/.test(text));
}

it("pages of events, of those about one account, of deliveries and of the feed read a few rows of each partition, also with statistics of before events had a position", async () => {
  const { partner, ctx } = made;
  await asOwner("ANALYZE webhook_events, webhook_deliveries");
  const feed = keyCtx(partner);
  let after = (await readFeed(feed, { limit: 200 })).nextCursor;
  for (let pages = 0; pages < 8; pages++) after = (await readFeed(feed, { after, limit: 200 })).nextCursor;
  const asked = await pagesAsked(async () => {
    await readFeed(feed, { limit: 50 });
    await eventList.read(ctx, { limit: 50 });
    await eventList.read(ctx, { limit: 50, object: "busy" });
    await eventList.read(ctx, { limit: 50, object: "post-7" });
    await deliveryList.read(ctx, { limit: 50 });
  });
  expect(asked).toHaveLength(5);
  for (const { text, values } of asked) {
    const { rows } = await pool().query<{ "QUERY PLAN": string }>({
      text: `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ${text}`,
      values,
    });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const read = [...plan.matchAll(/ on webhook_(?:events|deliveries)_.*actual rows=(\d+)|Removed by Filter: (\d+)/g)];
    const counts = read.map(([, found, removed]) => Number(found ?? removed));
    expect(Math.max(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThan(60);
  }
});

it("the events of a call are read by the minutes after it, however many events the partner has", async () => {
  const { partner, ctx } = made;
  const at = new Date(clock.now().getTime() - DAY_MS);
  const request = firstIdAt(at);
  const event = {
    id: `evt_${request}`,
    partnerId: partner.id,
    type: "test.ping",
    body: Buffer.from("{}"),
    createdAt: at,
  };
  await db.webhookEvent.create({ data: { ...event, requestId: request } });
  const [asked] = await pagesAsked(async () => {
    expect((await eventList.read(ctx, { limit: 50, request })).rows).toHaveLength(1);
  });
  const { rows } = await pool().query<{ "QUERY PLAN": string }>({
    text: `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ${asked?.text}`,
    values: asked?.values ?? [],
  });
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const read = [...plan.matchAll(/ on webhook_events_.*actual rows=(\d+)|Removed by Filter: (\d+)/g)];
  expect(read.map(([, found, removed]) => Number(found ?? removed)).reduce((sum, count) => sum + count)).toBe(1);
});

it("pages of all deliveries and of failed ones are read once for the partner, however many endpoints it has", async () => {
  const { partner, ctx } = made;
  for (let n = 0; n < 10; n++) await makeEndpoint(partner);
  const { read } = await place();
  const asked = await pagesAsked(async () => {
    await deliveryList.read(ctx, { limit: 50 });
    await deliveryList.read(ctx, { limit: 50, status: "failed" });
  });
  const plans = [];
  for (const { text, values } of asked) {
    const { rows } = await pool().query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
    plans.push(read(rows.map((row) => row["QUERY PLAN"]).join("\n")));
  }
  const index = (name: string) => new RegExp(` ${name} on here d.*\\n *Index Cond: \\(\\(*ROW\\(partner_id, `);
  expect(plans).toEqual([
    expect.stringMatching(index("webhook_deliveries_partner_id_id_idx")),
    expect.stringMatching(index("webhook_deliveries_failed")),
  ]);
});

it("many pending and failed deliveries are counted from their database indexes", async () => {
  const { partner, ctx } = made;
  expect(await deliveryFigures(ctx)).toMatchObject({ waiting: 30, last24h: { failed: 20, delivered: MANY } });
  const { read } = await place();
  const plan = read(await planOf(countsOf(partner.id, clock.now().getTime(), 0), { table: TABLE }));
  expect(plan).not.toContain("Seq Scan on here");
  // Line by line or as a bitmap: the versions of PostgreSQL differ.
  const waiting = / webhook_deliveries_(due|endpoint_waiting)\b.*\n *Index Cond: \(+endpoint_id = e(_1)?\.id\)/g;
  expect(plan.match(waiting)).toHaveLength(2);
  expect(plan).toMatch(/ webhook_deliveries_failed\b.*\n *Index Cond: \(+partner_id = /);
});

it("a replay's deliveries are counted from the index of failures, even with a generic plan", async () => {
  const { ctx, endpointId } = made;
  expect(await countFailed(ctx, { endpointId, since: "24h" })).toMatchObject({ count: 20 });
  const until = clock.now();
  const since = new Date(until.getTime() - DAY_MS);
  const { read } = await place();
  const plan = read(await planOf(countOfFailed({ endpointId, since, until }), { table: TABLE, forAll: true }));
  expect(plan).toMatch(/ webhook_deliveries_endpoint_settled on here .*\n *Index Cond: \(+endpoint_id = /);
});

it("what an endpoint missed is read by its types, and from where the batch before it ended", async () => {
  const { partner } = made;
  await asOwner("ANALYZE webhook_events, webhook_deliveries");
  const until = clock.now();
  const pause = { missedSince: new Date(until.getTime() - DAY_MS), missedUntil: until, createdAt: new Date(0) };
  const { id: last } = await db.webhookEvent.findFirstOrThrow({
    where: { partnerId: partner.id },
    orderBy: { id: "desc" },
  });
  const readFor = async (types: string[], after?: string) => {
    const missed = missedEvents(
      { id: newId(), partnerId: partner.id, types, ...pause },
      { limit: 50, ...(after && { after }) },
    );
    const plan = await db.$queryRaw<{ "QUERY PLAN": string }[]>`
      EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) SELECT e.id FROM ${missed ?? Prisma.empty}`;
    const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
    const read = [...text.matchAll(/ on webhook_events_.*actual rows=([\d.]+) loops=(\d+)|Removed by Filter: (\d+)/g)];
    return read.reduce((sum, [, found, times, removed]) => sum + Number(found ?? removed) * Number(times ?? 1), 0);
  };
  expect(await readFor([])).toBe(50);
  expect(await readFor(["solo_account.verified", "test.ping"])).toBe(50);
  expect(await readFor(["solo_account.verified"])).toBe(0);
  expect(await readFor([], last)).toBe(1);
});
