import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { Pool } from "undici";
import { createEndpoint } from "@/lib/domain/events";
import { closeDatabase } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { contentOf } from "@/lib/testing/campaign";
import { makeAccount, makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import type { startReceiver } from "@/lib/testing/receiver";

// Partners' programs that call through every failure and retry once, and what became of their calls.

type Caller = { key: string; accountId: string; pool: Pool };
type Kind = "writes" | "reads";

const PARTNERS = 6;
const KEYS_EACH = 5;
const PER_SECOND: Readonly<Record<Kind, number>> = { writes: 25, reads: 25 };
const RETRY_AFTER_MS = 1_000;
const PATIENCE_MS = 30_000;
const DELIVERED_WITHIN_MS = 120_000;

/** Partners with an endpoint, a creator and keys. Each key calls from an address of its own, because addresses have limits. */
export async function makeCallers(url: string, receiverUrl: string): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let n = 0; n < PARTNERS; n++) {
    const partner = await makePartner();
    await createEndpoint(systemCtx(), { partnerId: partner.id, url: receiverUrl, description: null, types: [] });
    const { id: accountId } = await makeAccount(partner, { status: "active" });
    for (let m = 0; m < KEYS_EACH; m++) {
      const { key } = await makeKey(partner);
      const pool = new Pool(url, { localAddress: `127.0.${n + 1}.${m + 1}`, headersTimeout: PATIENCE_MS });
      callers.push({ key, accountId, pool });
    }
  }
  await closeDatabase();
  return callers;
}

/** Calls at a steady rate, whether or not earlier calls were answered. Ids begin with `tag`. */
export function startLoad(callers: readonly Caller[], tag: string) {
  const acknowledged: string[] = [];
  const succeeded = { writes: [performance.now()], reads: [performance.now()] };
  /** What went wrong in spite of the retry, and at the first try. */
  const errors: Record<string, number> = {};
  const retried: Record<string, number> = {};
  let longest = 0;
  const open = new Set<Promise<void>>();

  async function attempt(kind: Kind, { key, accountId, pool }: Caller, id: string): Promise<string | null> {
    const began = performance.now();
    const path = `/api/v1/solo-accounts/${accountId}`;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    try {
      const { statusCode, body } = await pool.request(
        kind === "reads"
          ? { method: "GET", path, headers }
          : { method: "POST", path: `${path}/content`, headers, body: JSON.stringify(contentOf(id)) },
      );
      await body.dump();
      // A repeat of what was done after all answers 200.
      return statusCode === 200 || statusCode === 201 ? null : `${statusCode}`;
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : String(error);
    } finally {
      longest = Math.max(longest, (performance.now() - began) / 1000);
    }
  }

  async function call(kind: Kind, caller: Caller): Promise<void> {
    const id = `${tag}-${newId()}`;
    let problem = await attempt(kind, caller, id);
    if (problem) {
      count(retried, `${kind} ${problem}`);
      await wait(RETRY_AFTER_MS);
      problem = await attempt(kind, caller, id);
    }
    if (problem) count(errors, `${kind} ${problem}`);
    else {
      succeeded[kind].push(performance.now());
      if (kind === "writes") acknowledged.push(id);
    }
  }

  let turn = 0;
  const timers = (["writes", "reads"] as const).map((kind) =>
    setInterval(() => {
      const caller = callers[turn++ % callers.length];
      if (!caller) return;
      const running = call(kind, caller).finally(() => void open.delete(running));
      open.add(running);
    }, 1000 / PER_SECOND[kind]),
  );

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open);
      const [writes, reads] = [longestGap(succeeded.writes), longestGap(succeeded.reads)];
      return { acknowledged, errors, retried, longest, writes, reads };
    },
  };
}

function count(kinds: Record<string, number>, kind: string): void {
  kinds[kind] = (kinds[kind] ?? 0) + 1;
}

/** The longest time between two moments, in seconds. */
export const longestGap = (times: readonly number[]): number =>
  times.reduce((longest, time, n) => Math.max(longest, time - (times[n - 1] ?? time)), 0) / 1000;

type Received = Awaited<ReturnType<typeof startReceiver>>["received"];
type Row = { id: string; rows: number; events: number; deliveries: string[] };

const BECAME = `
  WITH events AS (
    SELECT e.id, convert_from(e.body, 'UTF8')::json #>> '{data,externalContentId}' AS content FROM webhook_events e
    WHERE e.type = 'content_log.created'
  )
  SELECT content AS id, count(DISTINCT d.id)::int AS rows, count(DISTINCT e.id)::int AS events,
    coalesce(array_agg(DISTINCT w.id) FILTER (WHERE w.id IS NOT NULL), '{}') AS deliveries
  FROM (SELECT id, external_content_id AS content FROM depictions) d
  FULL JOIN events e USING (content)
  LEFT JOIN webhook_deliveries w ON w.event_id = e.id
  WHERE content LIKE $1 || '-%' GROUP BY content`;

/** What became of the calls with this tag, once all webhooks were sent. */
export async function accountFor(databaseUrl: string, tag: string, acknowledged: readonly string[], sent: Received) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const deadline = performance.now() + DELIVERED_WITHIN_MS;
    for (;;) {
      const { rowCount } = await client.query("SELECT FROM webhook_deliveries WHERE status <> 'delivered' LIMIT 1");
      if (rowCount === 0 || performance.now() > deadline) break;
      await wait(250);
    }
    const { rows } = await client.query<Row>(BECAME, [tag]);
    return compare(rows, acknowledged, sent);
  } finally {
    await client.end();
  }
}

function compare(rows: readonly Row[], acknowledged: readonly string[], sent: Received) {
  const kept = new Set(rows.filter((row) => row.rows > 0).map(({ id }) => id));
  const arrivals = new Map<string, string[]>();
  for (const { headers, body } of sent) {
    const id = String(headers["x-svc-delivery"]);
    arrivals.set(id, [...(arrivals.get(id) ?? []), body]);
  }
  const bodies = rows.flatMap((row) => row.deliveries).map((id) => arrivals.get(id) ?? []);
  const many = <T>(all: readonly T[], which: (one: T) => boolean) => all.filter(which).length;
  return {
    lost: {
      "acknowledged without a row": many(acknowledged, (id) => !kept.has(id)),
      "rows without their event": many(rows, (row) => row.events === 0),
      "events without their row": many(rows, (row) => row.rows === 0),
      "events without a delivery": many(rows, (row) => row.deliveries.length === 0),
      "deliveries that never arrived": many(bodies, (each) => each.length === 0),
    },
    doubled: {
      rows: many(rows, (row) => row.rows > 1),
      events: many(rows, (row) => row.events > 1),
      deliveries: many(rows, (row) => row.deliveries.length > 1),
      "deliveries with another body": many(bodies, (each) => new Set(each).size > 1),
    },
    /** Sent again with the same id, as at-least-once allows when an attempt could not be recorded. */
    repeated: bodies.reduce((sum, each) => sum + Math.max(0, each.length - 1), 0),
  };
}
