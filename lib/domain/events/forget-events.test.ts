import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { firstIdAt, newId, timeOfId } from "@/lib/platform/ids";
import { makePartitionsAhead } from "@/lib/platform/partitions";
import { makeDeliveries } from "@/lib/testing/deliveries";
import { makePartner } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { ownerClient } from "@/lib/testing/sql";
import { attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { forgetEventsTask, WEBHOOK_TABLES } from "./forget-events";
import { recordAttempts } from "./sending/record-attempts";

const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
const run = () => forgetEventsTask.run({}, firstRun);

async function setUp() {
  const partner = await makePartner();
  const endpoint = await db.webhookEndpoint.create({
    data: {
      id: newId(),
      partnerId: partner.id,
      url: "https://a.example.com/",
      status: "paused",
      createdAt: clock.now(),
    },
  });
  /** Events from some days ago, each with a delivery and an attempt. */
  const make = async (days: number, count = 1, status: "delivered" | "pending" = "delivered") => {
    const at = ago(days);
    const ids = await makeDeliveries({ partnerId: partner.id, endpointId: endpoint.id }, { count, at, status });
    const attempt = { endpointId: endpoint.id, url: endpoint.url, at, durationMs: 1, requestHeaders: {} };
    await db.webhookAttempt.createMany({
      data: ids.map((deliveryId) => ({
        id: newId(),
        deliveryId,
        partnerId: partner.id,
        ...attempt,
        responseStatus: 200,
        succeeded: true,
      })),
    });
  };
  const left = async () => ({
    events: await db.webhookEvent.count({ where: { partnerId: partner.id } }),
    deliveries: await db.webhookDelivery.count({ where: { partnerId: partner.id } }),
    attempts: await db.webhookAttempt.count({ where: { endpointId: endpoint.id } }),
  });
  return { partner, endpoint, make, left };
}

it("erases events of partitions that ended 90 days ago with their deliveries, and nothing newer", async () => {
  const { make, left } = await setUp();
  await make(89.99);
  await make(119, 1);
  await make(400, 1);
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
});

it("erases more than a batch in one run, and ends", async () => {
  const { make, left } = await setUp();
  await make(130, 1_203);
  await make(1, 3);
  await run();
  expect(await left()).toEqual({ events: 3, deliveries: 3, attempts: 3 });
});

it("also erases old deliveries pending at a paused endpoint", async () => {
  const { make, left } = await setUp();
  await make(119, 2, "pending");
  await make(80, 1, "pending");
  await run();
  expect(await left()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
});

it("stops between two batches when the worker stops", async () => {
  const { make, left } = await setUp();
  await make(130, 600);
  const stopped = forgetEventsTask.run({}, { ...firstRun, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow();
  expect((await left()).events).toBeGreaterThanOrEqual(100);
  await run();
  expect(await left()).toEqual({ events: 0, deliveries: 0, attempts: 0 });
});

it("erases an endpoint deleted over 90 days ago, with its replays, unless a delivery refers to it", async () => {
  const { partner, endpoint, make } = await setUp();
  const { id: endpointId } = endpoint;
  const of = { endpointId, partnerId: partner.id };
  const replay = (startedAt: Date) =>
    db.webhookReplay.create({
      data: { id: newId(), ...of, since: startedAt, total: 1, done: 1, startedAt, finishedAt: startedAt },
    });
  for (const days of [100, 99]) await replay(ago(days));
  await db.webhookSecret.create({ data: { id: newId(), ...of, sealed: Buffer.from("x"), createdAt: ago(100) } });
  const hour = new Date(clock.now().getTime() - (clock.now().getTime() % HOUR_MS));
  await db.webhookEndpointHour.create({ data: { ...of, hour, attempts: 1, succeeded: 0, latencies: [] } });
  await make(1);
  const erased = async () => {
    await run();
    return (await db.webhookEndpoint.count({ where: { id: endpointId } })) === 0;
  };
  expect(await erased()).toBe(false);
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(91) } });
  expect(await erased()).toBe(false);
  await db.webhookDelivery.deleteMany({ where: { partnerId: partner.id } });
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(89.99) } });
  expect(await erased()).toBe(false);
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(2);
  await db.webhookEndpoint.update({ where: { id: endpointId }, data: { deletedAt: ago(90.01) } });
  expect(await erased()).toBe(true);
  expect(await db.webhookReplay.count({ where: { endpointId } })).toBe(0);
  expect(await db.webhookSecret.count({ where: { endpointId } })).toBe(0);
  expect(await db.webhookEndpointHour.count({ where: { endpointId } })).toBe(0);
});

const PERIOD_MS = 28 * DAY_MS;
const TABLES = ["webhook_events", "webhook_deliveries", "webhook_attempts"] as const;
const day = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll("-", "");

/** The names of a table's partitions, oldest first, without the default one. */
const partitionsOf = async (table: string) =>
  (
    await pool().query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass AND inhrelid::regclass::text ~ '\\d{8}$'
       ORDER BY 1`,
      [table],
    )
  ).rows.map(({ name }) => name);

/** In which partitions an endpoint's rows are, and how many. */
async function places(endpointId: string) {
  const { rows } = await pool().query<{ place: string; count: number }>(
    `SELECT place, count(*)::int AS count FROM (
       SELECT e.tableoid::regclass::text AS place FROM webhook_events e
       WHERE id IN (SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1)
       UNION ALL SELECT tableoid::regclass::text FROM webhook_deliveries WHERE endpoint_id = $1
       UNION ALL SELECT tableoid::regclass::text FROM webhook_attempts WHERE endpoint_id = $1) rows
     GROUP BY 1 ORDER BY 1`,
    [endpointId],
  );
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
}

/** The start of a partition that doesn't exist yet, like those before it. The clock stands there. */
async function newPeriod(): Promise<number> {
  const last = (await partitionsOf("webhook_events")).at(-1)?.slice(-8) ?? "";
  const monday = Date.parse(`${last.slice(0, 4)}-${last.slice(4, 6)}-${last.slice(6)}T00:00:00Z`) + 4 * PERIOD_MS;
  clock.freeze(new Date(monday));
  return monday;
}

/** Events in four partitions, from a new one on, each with a delivered and attempted delivery; the clock stands at the last. */
async function fourPeriods() {
  const monday = await newPeriod();
  const subscriber = await makeSubscriber();
  for (let n = 0; n < 4; n++) {
    clock.freeze(new Date(monday + n * PERIOD_MS));
    for (const which of WEBHOOK_TABLES) await makePartitionsAhead(which);
    await subscriber.ping();
    await recordAttempts((await subscriber.due()).map((delivery) => ({ delivery, attempt: attemptWith() })));
  }
  const names = Array.from({ length: 4 }, (_, n) => day(monday + n * PERIOD_MS));
  /** Which of the four are left, of each table. */
  const left = async () => {
    const all = await Promise.all(TABLES.map(partitionsOf));
    return all.map((table) => names.map((name, n) => (table.some((one) => one.endsWith(name)) ? n : "")).join(""));
  };
  return { monday, left, ...subscriber };
}

describe("partitions", () => {
  it("are made for now and the four weeks that follow, once, by any number of jobs", async () => {
    const monday = await newPeriod();
    await Promise.all([run(), run()]);
    await run();
    const wanted = [0, 1].map((n) => day(monday + n * PERIOD_MS));
    for (const table of TABLES)
      expect((await partitionsOf(table)).slice(-2)).toEqual(wanted.map((name) => `${table}_${name}`));
    clock.advance(PERIOD_MS - 1);
    await run();
    expect((await partitionsOf("webhook_events")).at(-1)).toBe(`webhook_events_${wanted[1]}`);
    clock.advance(1);
    await run();
    expect((await partitionsOf("webhook_events")).at(-1)).toBe(`webhook_events_${day(monday + 2 * PERIOD_MS)}`);
  });

  it("have an event, its deliveries and their attempts together, however late an attempt is", async () => {
    const monday = await newPeriod();
    await run();
    const { ping, due, endpointId } = await makeSubscriber();
    clock.freeze(new Date(monday + PERIOD_MS - 1));
    await ping();
    clock.advance(1);
    await ping();
    clock.advance(60 * DAY_MS);
    for (const answer of [503, 200]) {
      const [first, second] = await due();
      for (const delivery of [first, second])
        if (delivery) await recordAttempts([{ delivery, attempt: attemptWith({ responseStatus: answer }) }]);
      clock.advance(DAY_MS);
    }
    const each = { webhook_events: 1, webhook_deliveries: 1, webhook_attempts: 2 };
    const expected = [0, 1].flatMap((n) =>
      Object.entries(each).map(([table, count]) => [`${table}_${day(monday + n * PERIOD_MS)}`, count]),
    );
    expect(await places(endpointId)).toEqual(Object.fromEntries(expected));
  });

  it("begin with ids of their Monday", async () => {
    for (const at of ["1970-01-01", "2026-11-30", "2027-01-04", "9999-12-27"]) {
      const { rows } = await pool().query("SELECT first_id_of($1::date) AS id", [at]);
      const [id] = [rows[0].id];
      expect(id).toBe(firstIdAt(new Date(at)).slice(0, 16));
      expect(timeOfId(`${id}zzzzzzzzz`)).toEqual(new Date(at));
    }
  });

  it("need not exist for an insert: such rows stay in the default one, are read, and are erased when they are old", async () => {
    const monday = await newPeriod();
    const { ping, due, endpointId } = await makeSubscriber();
    await ping();
    await recordAttempts((await due()).map((delivery) => ({ delivery, attempt: attemptWith() })));
    const inDefault = { webhook_events_default: 1, webhook_deliveries_default: 1, webhook_attempts_default: 1 };
    expect(await places(endpointId)).toEqual(inDefault);
    await run();
    expect(await places(endpointId)).toEqual(inDefault);
    expect((await partitionsOf("webhook_events")).at(-1)).toBe(`webhook_events_${day(monday + PERIOD_MS)}`);
    await ping();
    expect(await places(endpointId)).toMatchObject({ webhook_events_default: 2 });
    clock.freeze(new Date(monday + PERIOD_MS + 90 * DAY_MS - 1));
    await run();
    expect(await places(endpointId)).toMatchObject({ webhook_events_default: 2 });
    clock.advance(1);
    await run();
    expect(await places(endpointId)).toEqual({});
  });

  it("are dropped when they ended 90 days ago, not a millisecond earlier, and no others", async () => {
    const { monday, left, ping, count, endpointId } = await fourPeriods();
    await ping();
    expect(await left()).toEqual(["0123", "0123", "0123"]);
    clock.freeze(new Date(monday + PERIOD_MS + 90 * DAY_MS - 1));
    await run();
    expect(await left()).toEqual(["0123", "0123", "0123"]);
    clock.advance(1);
    await Promise.all([run(), run()]);
    expect(await left()).toEqual(["123", "123", "123"]);
    expect([await count("delivered"), await count("pending")]).toEqual([3, 1]);
    expect(await db.webhookAttempt.count({ where: { endpointId } })).toBe(3);
  });

  it("take late attempts with them, and an attempt that ends later is dropped without harm", async () => {
    const { monday, ping, due, deliveries, endpointId } = await fourPeriods();
    const place = Object.keys(await places(endpointId)).filter((name) => name.endsWith(day(monday + PERIOD_MS)));
    expect(place).toHaveLength(3);
    await ping();
    const [kept] = await due();
    const [first] = await deliveries();
    if (!kept || !first) throw new Error("nothing is due");
    clock.freeze(new Date(monday + PERIOD_MS + 90 * DAY_MS));
    await run();
    const late = [{ ...kept, id: first.id, eventId: first.eventId }, kept];
    await recordAttempts(late.map((delivery) => ({ delivery, attempt: attemptWith() })));
    expect(await db.webhookAttempt.count({ where: { deliveryId: first.id } })).toBe(0);
    expect(await db.webhookAttempt.count({ where: { deliveryId: kept.id } })).toBe(1);
  });

  it("are dropped by the next run when one fails between two tables; writers elsewhere don't stop it", async () => {
    const { monday, left } = await fourPeriods();
    clock.freeze(new Date(monday + PERIOD_MS + 90 * DAY_MS));
    for (const which of WEBHOOK_TABLES) await makePartitionsAhead(which);
    const other = await ownerClient();
    try {
      // As requests do that write events.
      await other.query("BEGIN; UPDATE partners SET name = name; UPDATE webhook_endpoints SET url = url");
      await other.query(`LOCK TABLE webhook_attempts_${day(monday)} IN ACCESS SHARE MODE`);
      await expect(run()).rejects.toThrow("lock timeout");
      expect(await left()).toEqual(["0123", "123", "0123"]);
      await other.query("COMMIT; BEGIN; UPDATE partners SET name = name; UPDATE webhook_endpoints SET url = url");
      await run();
      expect(await left()).toEqual(["123", "123", "123"]);
    } finally {
      await other.end();
    }
  });
});
