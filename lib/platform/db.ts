import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/prisma/generated/client";
import { assertFreshCopy, assertPrimary, BoundedPool, STALE_S } from "./bounded-pool";
import { connectionTo } from "./connection";
import { sha256Hex } from "./crypto";
import { env } from "./env";
import { isReadingStandby, readingStandby } from "./request-context";
import { metrics } from "./telemetry/metrics";
import { inSpan } from "./telemetry/traces";

export { Prisma };

/** A database transaction, as `inTransaction` passes it. */
export type Tx = Prisma.TransactionClient;

type BeforeCommit = (tx: Tx) => Promise<void>;

// On globalThis: Next and our own server bundle are two module graphs in one process, and must share one pool.
const KEY = Symbol.for("vellum.database");
type Source = { pool: BoundedPool; client: PrismaClient };
const shared = globalThis as { [KEY]?: Source & { probe: pg.Pool; standby?: Source } };

function database() {
  shared[KEY] ??= { ...source(env().databaseUrl, assertPrimary), probe: openProbe() };
  return shared[KEY];
}

/** Where the statements of this call go. */
function current(): Source {
  const { databaseStandbyUrl } = env();
  if (!databaseStandbyUrl || !isReadingStandby()) return database();
  const open = database();
  // A connection that is never idle would otherwise answer from a copy that stopped hours ago.
  open.standby ??= source(databaseStandbyUrl, assertFreshCopy, STALE_S);
  return open.standby;
}

const PROBE_MS = 2_000;

function source(databaseUrl: string, assertFit: typeof assertPrimary, livesS?: number): Source {
  const pool = new BoundedPool(databaseUrl, { max: env().databasePoolSize, assertFit, ...(livesS && { livesS }) });
  const adapter = new PrismaPg(pool, {
    // Named statements let PostgreSQL keep the plan; the name is the query's own hash.
    statementNameGenerator: ({ sql }) => `p${sha256Hex(sql).slice(0, 24)}`,
  });
  return { pool, client: new PrismaClient({ adapter }) };
}

function openProbe(): pg.Pool {
  const probe = new pg.Pool({
    ...connectionTo(env().databaseUrl, "probe"),
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  probe.on("error", () => {});
  return probe;
}

/** The Prisma client, opened on first use. Only lib/ may import it. */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get: (_, property) => Reflect.get(current().client, property),
});

/** The `pg` pool of the Prisma client, for the few statements where Prisma is too slow. */
export const pool = (): pg.Pool => current().pool;

/**
 * Runs a read. While the database is away, it runs on the standby, if there is one. `read` must change nothing: the standby refuses
 * that, as if it were away too.
 */
export async function readAnywhere<T>(read: () => Promise<T>): Promise<T> {
  if (!env().databaseStandbyUrl) return read();
  if (!database().pool.isAway) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
  return readingStandby(true, read);
}

/** A statement over sets: `Prisma.sql`, or a text that is made once. */
type Statement = { name?: string; text: string; values: unknown[] };

/** The rows of a statement, with its snake_case columns in camelCase. `name` lets PostgreSQL keep the plan of a hot statement. */
export async function rows<Row extends object>(
  { text, values, ...statement }: Statement,
  { name = statement.name }: { name?: string } = {},
): Promise<Row[]> {
  return inCamelCase<Row>((await pool().query<object>({ ...(name && { name }), text, values })).rows);
}

/**
 * As `rows`, in a transaction, for the template that follows. Prisma's types: `bigint` and `numeric` are not strings, and a `date`
 * is midnight in UTC.
 */
export const rowsIn =
  <Row extends object>(tx: Pick<Tx, "$queryRaw">) =>
  async (strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    inCamelCase<Row>(await tx.$queryRaw<object[]>(strings, ...values));

const camelCased = new Map<string, string>();

function camelCase(column: string): string {
  let name = camelCased.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
    camelCased.set(column, name);
  }
  return name;
}

function inCamelCase<Row extends object>(found: object[]): Row[] {
  // All rows of a result have the first one's columns.
  const columns = Object.keys(found[0] ?? {});
  if (!columns.some((column) => column.includes("_"))) return found as Row[];
  const names = columns.map((column) => [camelCase(column), column] as const);
  return found.map((row) => {
    const renamed: Record<string, unknown> = {};
    for (const [name, column] of names) renamed[name] = Reflect.get(row, column);
    return renamed as Row;
  });
}

/** One connection for health checks. While the database recovers, calls queue for the pool's connections. */
export const probe = (): pg.Pool => database().probe;

const beforeCommit = new WeakMap<Tx, Map<string, BeforeCommit>>();

/** Runs work once, just before the transaction commits, to keep its locks as briefly as possible. */
export function onceBeforeCommit(tx: Tx, name: string, run: BeforeCommit): void {
  const work = beforeCommit.get(tx);
  if (!work) throw new Error("onceBeforeCommit outside inTransaction");
  if (!work.has(name)) work.set(name, run);
}

const RETRIED = new Set(["40001", "40P01"]);
const ATTEMPTS = 4;

/**
 * Run a change in one transaction (read committed). Retries serialization failures and deadlocks, so `run` must do
 * nothing outside the database. Write the change's events, jobs and ledger entries through `tx`.
 */
export async function inTransaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const ended = metrics().transactions.startTimer();
    try {
      const done = await inSpan("transaction", { kind: "CLIENT", attributes: { attempt } }, () => transact(run));
      ended({ outcome: "committed" });
      return done;
    } catch (error) {
      ended({ outcome: "rolled back" });
      if (attempt >= ATTEMPTS || !RETRIED.has(sqlState(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt * (1 + Math.random())));
    }
  }
}

const transact = <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
  current().client.$transaction(
    async (tx) => {
      const work = new Map<string, BeforeCommit>();
      beforeCommit.set(tx, work);
      const result = await run(tx);
      for (const finish of work.values()) await finish(tx);
      return result;
    },
    { maxWait: 10_000, timeout: 20_000 },
  );

// Matched by class, because Prisma and Node have five-letter codes too, such as P1017 and EPIPE.
const SQLSTATE = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** The PostgreSQL error code of a Prisma or `pg` error, if any. */
export function sqlState(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    if (at instanceof Prisma.PrismaClientKnownRequestError && at.code === "P2034") return "40001";
    for (const name of ["originalCode", "code"]) {
      const code: unknown = Reflect.get(at, name);
      if (typeof code === "string" && SQLSTATE.test(code)) return code;
    }
  }
  return undefined;
}

/** An error and its causes, through Prisma's wrapping. */
function* causesOf(error: unknown): Generator<object> {
  for (let at: unknown = error, depth = 0; at && typeof at === "object" && depth < 6; depth++) {
    yield at;
    at = Reflect.get(at, "cause") ?? Reflect.get(Reflect.get(at, "meta") ?? {}, "driverAdapterError");
  }
}

// Errors of connections, resources, concurrency and server shutdown.
const DATABASE_FAULT = /^(08|40|53|55|57|58|25006)/;

/** Whether the database failed, rather than refused this statement. */
export const isDatabasesFault = (error: unknown): boolean => DATABASE_FAULT.test(sqlState(error) ?? "");

// Connections, too many of them, a server that shuts down or starts, one that can't be written to, and a lock not got in time.
const LOST_STATE = /^(?:08|57P0|53300|25006|55P03)/;
// Of Prisma and of sockets. `pg` has only words for the rest.
const LOST_CODES = new Set([
  ...["P1001", "P1002", "P1008", "P1017", "P2024"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"],
]);
const LOST_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:was closed|has encountered a connection error))/;

/**
 * Whether the database couldn't be reached or written to, made us wait too long, or the connection was lost. What was being done may
 * have been done.
 */
export function isConnectionLost(error: unknown): boolean {
  if (LOST_STATE.test(sqlState(error) ?? "")) return true;
  return [...causesOf(error)].some(
    (at) => LOST_CODES.has(String(Reflect.get(at, "code"))) || LOST_WORDS.test(String(Reflect.get(at, "message"))),
  );
}

/** Whether an error is a violation of the named constraint or unique index, from Prisma or `pg`. */
export function violates(error: unknown, constraint: string): boolean {
  return sqlMessages(error).some((text) => text.includes(constraint));
}

function sqlMessages(error: unknown): string[] {
  const texts: string[] = [];
  for (const at of causesOf(error)) {
    // Prisma's message quotes the code around the call, which can contain any name.
    const isQuoting = at instanceof Prisma.PrismaClientKnownRequestError && at.meta?.driverAdapterError !== undefined;
    for (const name of isQuoting ? [] : ["message", "constraint", "originalMessage"]) {
      const text: unknown = Reflect.get(at, name);
      if (typeof text === "string") texts.push(text);
      else if (text && typeof text === "object") texts.push(JSON.stringify(text));
    }
  }
  return texts;
}

/** Close every connection. Processes call this last. */
export async function closeDatabase(): Promise<void> {
  const open = shared[KEY];
  delete shared[KEY];
  if (!open) return;
  const { standby, probe } = open;
  for (const { client } of [open, ...(standby ? [standby] : [])]) await client.$disconnect();
  for (const one of [open.pool, probe, standby?.pool]) if (one && !one.ended) await one.end();
}

/** Escapes LIKE wildcards. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern for values that start with a text. */
export const prefixPattern = (text: string): string => `${escapeLike(text)}%`;
