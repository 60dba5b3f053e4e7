import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { inject, vi } from "vitest";
import { writeKeyUses } from "@/lib/domain/parties/keys/touch-key";
import { sha256Hex } from "@/lib/platform/crypto";
import { type Prisma, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { testRoles } from "./worker-database";

/**
 * A connection as the owner of this worker's database, for setup that the service itself may not do: tampering,
 * triggers, statistics. End it.
 */
export const ownerClient = (): Promise<pg.Client> => connect(addresses().owner);

/** Runs one statement as the owner. */
export async function asOwner(sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await ownerClient();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** A connection as the read-only role. End it. */
export const readerClient = (): Promise<pg.Client> => connect(addresses().reader);

/** A connection as the server's superuser, which can bypass triggers. End it. */
export const superuserClient = (): Promise<pg.Client> => connect(superuserUrl());

const addresses = () => testRoles(superuserUrl());

const superuserUrl = (): string =>
  Object.assign(new URL(inject("testServer").address), { pathname: new URL(env().databaseUrl).pathname }).href;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

type Planned = {
  /** The table to refresh statistics for. */
  table: string;
  /** Plans like a frequent named statement: once, without the values. */
  forAll?: boolean;
};

/** PostgreSQL's plan for a statement. */
export async function planOf({ text, values }: Prisma.Sql, { table, forAll = false }: Planned): Promise<string> {
  const client = await pool().connect();
  try {
    await asOwner(`ANALYZE ${client.escapeIdentifier(table)}`);
    await client.query(`SET plan_cache_mode = ${forAll ? "force_generic_plan" : "force_custom_plan"}`);
    await client.query(`PREPARE explained AS ${text}`);
    const literals = values.map((value) =>
      client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE explained (${literals.join(", ")})`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    // Including its settings and the statement itself.
    client.release(true);
  }
}

// What the transport writes later for many calls at once, and the settings of a new connection.
const NOT_OF_THE_CALL = /request_log|api_keys|tcp_keepalives|lock_timeout|pg_is_in_recovery/;

/**
 * The statements that `work` runs, in order, to measure the cost of a call. Omits the values, except the names of
 * queued jobs. Nothing else may use the database meanwhile.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls
      .flatMap(([sql, values]) => {
        const text = textOf(sql);
        return text.includes("add_job") ? [text, `queued: ${jobIn(sql, values)}`] : [text];
      })
      .filter((text) => !NOT_OF_THE_CALL.test(text));
  } finally {
    query.mockRestore();
  }
}

const textOf = (sql: unknown): string => (typeof sql === "string" ? sql : String(Object(sql).text));

function jobIn(sql: unknown, values: unknown): string {
  const given: unknown = Object(sql).values ?? values;
  return Array.isArray(given) ? String(given[0]) : "nothing";
}

/**
 * A fingerprint of each table of a test database, to prove that something wrote nothing. Excludes the request log,
 * which has every call.
 */
export async function recordFingerprint(): Promise<Record<string, string>> {
  await writeKeyUses();
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'request_log'
       and n.nspname in ('public', 'graphile_worker') order by 1`,
  );
  const marks = tables.map(
    ({ name }) => `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as mark
      from (select to_jsonb(r) - 'last_used_at' as t from ${name} r) t`,
  );
  // Prepared, because planning all of it takes longer than running it.
  const text = marks.join(" union all ");
  const { rows } = await pool().query<{ name: string; mark: string }>({
    name: `marks ${sha256Hex(text).slice(0, 16)}`,
    text,
  });
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}

/**
 * Starts two changes, the second once the first has done everything but commit. Both write to the ledger last, so this
 * locks it until both wait for it or for each other.
 */
export async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const holder = await ownerClient();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM ledger_heads FOR UPDATE");
    const begun = [first()];
    await untilWaiting(1);
    begun.push(second());
    await untilWaiting(2);
    await holder.query("ROLLBACK");
    await Promise.all(begun);
  } finally {
    await holder.end();
  }
}

/** How many of the test database's connections wait for a lock. */
export async function waiting(): Promise<number> {
  const { rows } = await pool().query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** Waits until as many do. */
export async function untilWaiting(wanted: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if ((await waiting()) >= wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${wanted} changes were to wait for a lock, and did not`);
}

/**
 * Starts a change and ends its connection when it is about to write to a table. False if it didn't write there, and finished
 * undisturbed.
 */
export async function cutOff(table: string, change: () => Promise<unknown>): Promise<boolean> {
  const server = await superuserClient();
  try {
    await server.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
    const outcome = change().then(
      () => false,
      () => true,
    );
    for (;;) {
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))",
      );
      const died = await Promise.race([outcome, wait(10)]);
      if (died !== undefined) return died;
    }
  } finally {
    await server.end();
  }
}

/** The error of a write that `refuseWrites` refuses. */
export const REFUSED = "the database refuses this";

type Refused = { on: "INSERT" | "UPDATE"; when?: string };

/**
 * Refuses writes to a table's rows where `when` is true, as if the process had ended before them. Returns what allows them again.
 */
export async function refuseWrites(table: string, { on, when = "true" }: Refused): Promise<() => Promise<unknown>> {
  await asOwner(`
    CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${REFUSED}'; END $$;
    CREATE TRIGGER refuse_write BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse_write()`);
  return () => asOwner("DROP FUNCTION refuse_write CASCADE");
}
