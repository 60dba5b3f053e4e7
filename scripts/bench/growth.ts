import type { Client } from "pg";
import { GET as readScene } from "@/app/api/v1/collab-scenes/[sceneId]/route";
import { GET as readEvents } from "@/app/api/v1/events/route";
import { POST as logContent } from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import { GET as readAccount } from "@/app/api/v1/solo-accounts/[accountId]/route";
import { POST as provision } from "@/app/api/v1/solo-accounts/route";
import { claimSocket } from "@/lib/api/client-address";
import type { RouteHandler } from "@/lib/api/declaration";
import { insertRows, type LogRow } from "@/lib/api/request-log/insert-rows";
import { requestLog } from "@/lib/api/request-log/queue";
import { deliveryList, eventList } from "@/lib/domain/events";
import { readDue, readDueEndpoints } from "@/lib/domain/events/sending/due";
import { recordAttempts } from "@/lib/domain/events/sending/record-attempts";
import { openSession, type Session } from "@/lib/domain/events/sending/session";
import { writeKeyUses } from "@/lib/domain/parties/keys";
import { IndexFilters, searchIndex } from "@/lib/domain/records/content/cross-reference/search-index";
import { depictionHistory } from "@/lib/domain/records/content/history";
import { contentList } from "@/lib/domain/records/content/lists/list-content";
import { sha256Hex } from "@/lib/platform/crypto";
import { closeDatabase } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { replaceEnv } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { ctxFor, staffCtx } from "@/lib/testing/factories";
import { note, step } from "@/scripts/progress.mjs";
import { openBenchDatabase, withKeys } from "./database";
import { assertFits, CUSTODIAN, fill, isFilled, type Size, sizesOf, type TableSize, tableSizes } from "./growth-fill";
import { type Bench, inTurns, type Row, share, timed, verdict } from "./measure";
import { addressOf } from "./servers";

const SIDES = ["small", "large"] as const;
type Name = (typeof SIDES)[number];

const nameOf = ({ depictions, ledger, events }: Size): string => `growth_${depictions}_${ledger}_${events}`;

type Opened = { client: Client; url: string; size: Size };

/** Works with both databases, on the server that runs, and closes them. */
async function withBoth<T>({ sizes }: Bench, work: (opened: Record<Name, Opened>) => Promise<T>): Promise<T> {
  const both = sizesOf(sizes);
  const open = async (size: Size): Promise<Opened> => {
    const { client } = await openBenchDatabase(nameOf(size), { keepsEvents: true });
    return { client, url: process.env.DATABASE_URL ?? "", size };
  };
  const opened = { small: await open(both.small), large: await open(both.large) };
  try {
    return await work(opened);
  } finally {
    for (const { client } of Object.values(opened)) await client.end();
  }
}

/** Fills the databases that aren't, and says what their tables need on disk. */
export const benchFill = (bench: Bench): Promise<Row[]> =>
  withBoth(bench, async ({ small, large }) => {
    const missing: Opened[] = [];
    for (const one of [small, large]) if (!(await isFilled(one.client))) missing.push(one);
    assertFits(
      missing.map(({ size }) => size),
      ".data/bench",
    );
    for (const { client, size } of missing) await step(`Filling ${nameOf(size)}`, () => fill(client, size));
    const [own, base] = [await tableSizes(large.client), await tableSizes(small.client)];
    return own.map((table, n) => {
      const { rows, heap, indexes } = table;
      const [each, before] = [bytesEach(table), bytesEach(base[n] ?? table)];
      const what = `${table.table}: ${Math.round(rows).toLocaleString("en")} rows, bytes a row`;
      const part = `${Math.round((100 * indexes) / (heap + indexes))}% in database indexes`;
      return [what, each.toFixed(0), before.toFixed(0), (each / before).toFixed(2), part];
    });
  });

const bytesEach = ({ rows, heap, indexes }: TableSize): number => (heap + indexes) / Math.max(1, rows);

/** A record to ask for, with a key of its partner. */
type Target = {
  kind: "depiction" | "scene";
  id: string;
  partnerId: string;
  accountId: string;
  name: string;
  url: string;
  hash: string;
  externalId: string;
  title: string;
  key: string;
};

/** A database, and what the calls of its turns need. */
type Side = {
  client: Client;
  url: string;
  depictions: Target[];
  scenes: Target[];
  /** Of partners whose feed has a page after this position. */
  feeds: (Target & { after: string })[];
  /** Of partners with a page of failed deliveries. */
  failing: Target[];
  session: Session;
  service: unknown;
};

/** Rows of a page of the feed and of failed deliveries: as many in both databases, or a page of the small one would have fewer. */
const PAGE = { feed: 20, failed: 5 };

const FEEDS = `SELECT t.partner_id AS "partnerId", page.after FROM (SELECT DISTINCT partner_id FROM growth_targets) t
  CROSS JOIN LATERAL (SELECT position::text AS after FROM webhook_events e WHERE e.partner_id = t.partner_id AND position IS NOT NULL
    ORDER BY position DESC OFFSET ${PAGE.feed} LIMIT 1) page`;
const FAILING = `SELECT partner_id AS "partnerId" FROM webhook_deliveries WHERE status = 'failed' GROUP BY 1 HAVING count(*) > ${PAGE.failed}`;

async function openSide({ client, url }: Opened): Promise<Side> {
  const { rows } = await client.query<Omit<Target, "key">>(
    `SELECT kind, id, partner_id AS "partnerId", account_id AS "accountId", name, url, hash, external_id AS "externalId", title
     FROM growth_targets ORDER BY md5(id)`,
  );
  const targets = await withKeys(client, rows);
  const session = await openSession({ databaseUrl: url, onNotify: () => {}, onLost: () => {} });
  const of = (kind: Target["kind"]) => targets.filter((target) => target.kind === kind);
  const depictions = of("depiction");
  const feeds = await client.query<{ partnerId: string; after: string }>(FEEDS);
  const after = new Map(feeds.rows.map((row) => [row.partnerId, row.after]));
  const failing = new Set((await client.query(FAILING)).rows.map(({ partnerId }) => partnerId));
  return {
    ...{ client, url, session, depictions, scenes: of("scene"), service: undefined },
    feeds: depictions.flatMap((one) => {
      const position = after.get(one.partnerId);
      return position ? [{ ...one, after: position }] : [];
    }),
    failing: depictions.filter(({ partnerId }) => failing.has(partnerId)),
  };
}

// Where `lib/platform/db.ts` keeps the pool of this process.
const DATABASE = Symbol.for("vellum.database");
let current: Side | undefined;

/** Lets the service in this process work on one database. Its connections and their plans stay for the next turn. */
async function turnTo(side: Side): Promise<void> {
  if (current) await Promise.all([requestLog().flush(), writeKeyUses()]);
  if (current) current.service = Reflect.get(globalThis, DATABASE);
  Reflect.set(globalThis, DATABASE, side.service);
  process.env.DATABASE_URL = side.url;
  replaceEnv();
  current = side;
}

/**
 * Measures the busiest calls on a small and on a large database, in turns, in one process, one call at a time. Calls of the API go
 * through the same handlers as in the service: key, limits, validation, request log.
 */
export const benchGrowth = (bench: Bench): Promise<Row[]> =>
  withBoth(bench, async (opened) => {
    for (const { client } of Object.values(opened)) {
      if (!(await isFilled(client))) throw new Error("Fill the databases first: npm run bench -- growth fill");
    }
    claimSocket();
    const sides = { small: await openSide(opened.small), large: await openSide(opened.large) };
    try {
      const took = await takeTurns(sides, bench);
      for (const line of await growingStatements(opened.large, opened.small)) note(line);
      return chosenCalls(bench).flatMap(([name]) => [
        rowOf(`${name}, p99 ms`, (side) => share(took(name, side), 0.99), { atMost: 1.5 }),
        rowOf("the same, p50 ms", (side) => share(took(name, side), 0.5)),
      ]);
    } finally {
      for (const side of Object.values(sides)) {
        await turnTo(side);
        await side.session.close();
        await closeDatabase();
      }
    }
  });

function rowOf(what: string, of: (side: Name) => number, goal: { atMost?: number } = {}): Row {
  const [large, small] = [of("large"), of("small")];
  return [what, large.toFixed(2), small.toFixed(2), (large / small).toFixed(2), verdict(large / small, goal)];
}

/** The calls to measure: those whose name matches what was asked for. */
const chosenCalls = ({ calls }: Bench) => Object.entries(CALLS).filter(([name]) => new RegExp(calls).test(name));

/** The milliseconds of each call. */
async function takeTurns(sides: Record<Name, Side>, bench: Bench) {
  const [rounds, times] = bench.short ? [1, 4] : [8, 50];
  const turn = (side: Side, call: Call) => async () => {
    await turnTo(side);
    const ms: number[] = [];
    for (let n = 0; n < times; n++) ms.push(await timed(() => call(side)));
    return ms;
  };
  const turns = chosenCalls(bench).flatMap(([name, call]) =>
    SIDES.map((side) => [`${name}, ${side}`, turn(sides[side], call)] as const),
  );
  const countStatements = () => sides.large.client.query(COUNT_STATEMENTS);
  const took = await inTurns(rounds, Object.fromEntries(turns), countStatements);
  return (name: string, side: Name) => (took[`${name}, ${side}`] ?? []).flat();
}

const COUNT_STATEMENTS = "CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()";

/** The statements that take longer on the large database, those first that cost the most, with the blocks they touch. */
async function growingStatements({ client, size }: Opened, small: Opened): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `WITH each AS (
       SELECT datname, query, sum(calls) AS calls, sum(total_exec_time) / sum(calls) AS ms,
         sum(shared_blks_hit + shared_blks_read) / sum(calls) AS blocks, sum(shared_blks_read) / sum(calls) AS reads
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       GROUP BY 1, 2 HAVING sum(calls) > 0)
     SELECT format('%s → %s ms, %s → %s blocks (%s → %s not in memory): %s', round(b.ms::numeric, 2), round(a.ms::numeric, 2),
       round(b.blocks, 1), round(a.blocks, 1), round(b.reads, 1), round(a.reads, 1),
       left(regexp_replace(a.query, '\\s+', ' ', 'g'), 160)) AS line
     FROM each a JOIN each b USING (query)
     WHERE a.datname = $1 AND b.datname = $2 AND least(a.calls, b.calls) >= 4 AND a.ms > 1.2 * b.ms
     ORDER BY (a.ms - b.ms) * a.calls DESC LIMIT 20`,
    [nameOf(size), nameOf(small.size)],
  );
  return rows.map(({ line }) => line);
}

type Call = (side: Side) => Promise<unknown>;

const anyOf = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error("There is nothing to ask for.");
  return one;
};

let calls = 0;

type Api = { key: string; params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** A call of the API, as our own server passes it on. Throws on any other status. */
async function api(handler: RouteHandler, status: number, { key, params = {}, query = {}, body }: Api): Promise<void> {
  const path = ["/api/v1", ...Object.values(params).map(encodeURIComponent)].join("/");
  const request = new Request(`http://localhost:3000${path}?${new URLSearchParams(query)}`, {
    method: body ? "POST" : "GET",
    headers: {
      Authorization: `Bearer ${key}`,
      "X-Forwarded-For": addressOf(calls++),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const said = await response.text();
  if (response.status !== status) throw new Error(`A call was answered with ${response.status}: ${said}`);
}

const viewer = ({ partnerId }: Target) => ctxFor({ kind: "portal_user", partnerId, userId: "bench", role: "viewer" });

/** A page of the portal's content list. Throws if it is empty. */
async function contentOf(target: Target, given: Record<string, string>): Promise<void> {
  const { rows } = await contentList.read(viewer(target), contentList.Filters.parse(given));
  if (rows.length === 0) throw new Error(`No content was found for ${JSON.stringify(given)}.`);
}

/** Three days of production in the last 90. */
function someDays(): { from: string; to: string } {
  const from = Date.now() - (3 + 80 * Math.random()) * DAY_MS;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(from), to: day(from + 2 * DAY_MS) };
}

const COPY = { mimeType: "image/jpeg", sizeBytes: 482_130 };

const CALLS: Readonly<Record<string, Call>> = {
  "a depiction is logged": ({ depictions }) => {
    const { accountId, key } = anyOf(depictions);
    const id = newId();
    return api(logContent, 201, {
      key,
      params: { accountId },
      body: {
        contentUrl: `https://www.site.example.com/videos/behind-the-scenes/${id}`,
        title: "Behind the scenes",
        externalContentId: `new-${id}`,
        fileHash: sha256Hex(id),
        complianceCopy: COPY,
      },
    });
  },
  "it is logged again": ({ depictions }) => {
    const { accountId, key, url: contentUrl, title, externalId: externalContentId, hash: fileHash } = anyOf(depictions);
    const body = { contentUrl, title, externalContentId, fileHash, complianceCopy: COPY };
    return api(logContent, 200, { key, params: { accountId }, body });
  },
  "an account is read": ({ depictions }) => {
    const { accountId, key } = anyOf(depictions);
    return api(readAccount, 200, { key, params: { accountId } });
  },
  "a creator is provisioned": ({ depictions }) => {
    const id = newId();
    const body = {
      externalUserId: id,
      email: `${id}@example.com`,
      callbackUrl: "https://platform.example.com/callback",
    };
    return api(provision, 201, { key: anyOf(depictions).key, body });
  },
  "a scene is read": ({ scenes }) => {
    const { id: sceneId, key } = anyOf(scenes);
    return api(readScene, 200, { key, params: { sceneId } });
  },
  "a page of the event feed": ({ feeds }) => {
    const { key, after } = anyOf(feeds);
    return api(readEvents, 200, { key, query: { after, limit: `${PAGE.feed}` } });
  },
  "8 due deliveries are claimed and recorded": async ({ session }) => {
    const { id } = anyOf(await readDueEndpoints(session));
    const due = await readDue(session, { counts: [{ id, count: 8 }], except: [] });
    await recordAttempts(due.map((delivery) => ({ delivery, attempt: answered() })));
  },
  "100 requests are written to the log": ({ depictions }) =>
    insertRows(Array.from({ length: 100 }, () => requestOf(anyOf(depictions)))),
  "portal: failed deliveries": ({ failing }) =>
    deliveryList.read(viewer(anyOf(failing)), {
      ...deliveryList.Filters.parse({ status: "failed" }),
      limit: PAGE.failed,
    }),
  "portal: events about an account": ({ depictions }) => {
    const target = anyOf(depictions);
    return eventList.read(viewer(target), eventList.Filters.parse({ object: target.accountId }));
  },
  "portal: a creator's content": ({ depictions }) => {
    const target = anyOf(depictions);
    return contentOf(target, { creator: target.accountId });
  },
  "portal: days of production without a copy": ({ depictions }) =>
    contentList.read(viewer(anyOf(depictions)), contentList.Filters.parse({ ...someDays(), copy: "missing" })),
  "portal: content by URL": ({ depictions }) => {
    const target = anyOf(depictions);
    return contentOf(target, { q: target.url });
  },
  "portal: content by SHA-256": ({ depictions }) => {
    const target = anyOf(depictions);
    return contentOf(target, { q: target.hash });
  },
  "portal: a record's history in the ledger": async ({ depictions }) => {
    const { partnerId, id } = anyOf(depictions);
    if ((await depictionHistory(partnerId, id)).history.length === 0) throw new Error("A record has no history.");
  },
  "custodian: the index by name": async ({ depictions }) => {
    const { name } = anyOf(depictions);
    const { records } = await searchIndex(staffCtx({ id: CUSTODIAN }), IndexFilters.parse({ name }));
    if (records.length === 0) throw new Error("The index found nothing.");
  },
};

/** What a receiver answers. */
const answered = () => ({
  ...{ url: "https://hooks.example.com/", at: new Date(), durationMs: 40, error: null, succeeded: true },
  requestHeaders: { "Content-Type": "application/json", "webhook-signature": "v1,".padEnd(47, "a") },
  ...{ responseStatus: 200, responseHeaders: { server: "nginx" }, responseBody: Buffer.from('{"received":1}') },
});

const requestOf = ({ partnerId, accountId }: Target): LogRow => ({
  ...{ id: newId(), at: new Date(), partner_id: partnerId, api_key_id: "key".padEnd(25, "0"), method: "GET" },
  ...{ route: "/api/v1/solo-accounts/{accountId}", path: `/api/v1/solo-accounts/${accountId}`, query: null },
  ...{
    status: 200,
    status_class: 2,
    code: null,
    field: null,
    duration_ms: 3,
    ip: "203.0.113.7",
    user_agent: "platform",
  },
  ...{ request_headers: { accept: "*/*", host: "records.example.com" }, request_body: null },
  ...{
    response_headers: { "x-ratelimit-limit": "300" },
    response_body: `{"accountId":"${accountId}","status":"active"}`,
  },
});
