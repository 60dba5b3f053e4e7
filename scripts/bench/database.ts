import { randomBytes } from "node:crypto";
import { totalmem } from "node:os";
import { Client } from "pg";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { DAY_MS } from "@/lib/platform/duration";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { migrate } from "@/prisma/migrate";
import { note, step } from "@/scripts/progress.mjs";

export type BenchDatabase = { url: string; stop: () => Promise<void> };

/** An account and a key of its partner. */
export type Target = { accountId: string; partnerId: string; key: string };

const FOLDER = ".data/bench/postgres";
const ACCOUNTS = 1_000_000;
const PARTNERS = 200;
const USERS = 100_000;
// A key may send 5 requests/s, so 2,000 keys are enough for 10,000 requests/s.
const KEYS_EACH = 10;
const BATCH = 50_000;

/**
 * The database of the benchmarks, kept between runs. The first run that needs them creates a million accounts. Benchmarks
 * that create their own accounts use another `name`.
 */
export async function openBenchDatabase({
  withAccounts,
  name = "bench",
  settings,
}: {
  withAccounts: boolean;
  name?: string;
  /** PostgreSQL's, if it isn't running yet. */
  settings?: Readonly<Record<string, string>>;
}): Promise<BenchDatabase> {
  const postgres = await step("Starting the benchmarks' PostgreSQL", () =>
    openEmbeddedPostgres({ folder: FOLDER, database: name, settings, note }),
  );
  try {
    await migrate(postgres.url);
    await withClient(postgres.url, async (client) => {
      await client.query(
        "SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 1) n",
      );
      await client.query(
        "TRUNCATE request_log, webhook_attempts, webhook_deliveries, webhook_secrets, webhook_replays, webhook_endpoint_hours, webhook_endpoints, webhook_events",
      );
      if (!withAccounts || (await countAccounts(client)) === ACCOUNTS) return;
      await step(`Making ${ACCOUNTS.toLocaleString("en")} accounts`, () => fill(client));
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

/**
 * Makes a database the service's, which reads its environment as it loads. With the same secrets in each run, because the database
 * keeps keys that it seals, and runs no process with other secrets.
 */
export function serveFrom(url: string): void {
  const secret = Buffer.alloc(32, "bench").toString("base64");
  Object.assign(process.env, { DATABASE_URL: url, MASTER_KEY: secret, AUTH_SECRET: secret });
}

/**
 * Empties tables of records and those that refer to them, bypassing their guards, removes the jobs, and loads the tables that each call reads into
 * memory.
 */
export async function emptyTables(url: string, tables: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`SET session_replication_role = replica; TRUNCATE ${tables.join()} CASCADE`);
    await client.query("SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))");
    await warm(client, ["solo_accounts", "users", "partners", "ledger_entries"]);
  });
}

/**
 * Update the statistics of tables that were filled since, as autovacuum does within a minute, so that nothing is planned for
 * empty ones.
 */
export async function analyze(url: string, tables: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`ANALYZE ${tables.join()}`);
  });
}

/** Accounts spread over the whole table, each with a key of its partner. Keys are new in each run: only hashes are kept. */
export async function makeTargets(url: string, count: number): Promise<Target[]> {
  return withClient(url, async (client) => {
    const keys = await makeKeys(client);
    const accounts = await client.query<{ id: string; partner_id: string }>(
      "SELECT id, partner_id FROM solo_accounts WHERE mod(external_user_id::int, $1) = 0",
      [Math.floor(ACCOUNTS / count)],
    );
    const shuffled = accounts.rows
      .map((row, n) => ({ ...row, order: (n * 7919) % count }))
      .toSorted((a, b) => a.order - b.order);
    return shuffled.map(({ id, partner_id }, n) => {
      const key = keys.get(partner_id)?.[n % KEYS_EACH];
      if (!key) throw new Error(`The partner ${partner_id} has no key.`);
      return { accountId: id, partnerId: partner_id, key };
    });
  });
}

/** New keys of every partner, instead of all earlier ones. */
export async function makeKeys(client: Client): Promise<Map<string, string[]>> {
  await client.query("DELETE FROM api_keys");
  const keys = new Map<string, string[]>();
  const partners = await client.query<{ id: string }>("SELECT id FROM partners ORDER BY id");
  const rows = partners.rows.flatMap(({ id: partnerId }) =>
    Array.from({ length: KEYS_EACH }, () => {
      const { text, stored } = mintKey("live");
      keys.set(partnerId, [...(keys.get(partnerId) ?? []), text]);
      return { id: newId(), partnerId, ...stored };
    }),
  );
  await client.query(
    `INSERT INTO api_keys (id, partner_id, name, mode, hash, prefix, tail)
     SELECT id, partner, 'bench', 'live', hash, prefix, tail
     FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[]) AS k(id, partner, hash, prefix, tail)`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.partnerId),
      rows.map((row) => row.hash),
      rows.map((row) => row.prefix),
      rows.map((row) => row.tail),
    ],
  );
  return keys;
}

/** The number of rows in the request log: one per answered call with a key. */
export const countLogged = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM request_log");
    return Number(rows[0]?.count);
  });

async function countAccounts(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>("SELECT count(*) FROM solo_accounts");
  return Number(rows[0]?.count);
}

async function fill(client: Client): Promise<void> {
  await client.query("DELETE FROM solo_accounts; DELETE FROM api_keys; DELETE FROM partners; DELETE FROM users");
  await client.query("SET synchronous_commit = off");
  const partners = idsOver(PARTNERS);
  const users = idsOver(USERS);
  const accounts = idsOver(ACCOUNTS);
  await client.query(
    "INSERT INTO partners (id, name, plan, status) SELECT id, 'Platform ' || n, 'platform_pays', 'active' FROM unnest($1::text[]) WITH ORDINALITY AS p(id, n)",
    [partners],
  );
  await client.query(
    "INSERT INTO users (id, email) SELECT id, 'creator' || n || '@example.com' FROM unnest($1::text[]) WITH ORDINALITY AS u(id, n)",
    [users],
  );
  await client.query("CREATE TEMP TABLE numbered_users AS SELECT id, row_number() OVER () AS n FROM users");
  await client.query("CREATE TEMP TABLE numbered_partners AS SELECT id, row_number() OVER () AS n FROM partners");
  for (let from = 0; from < ACCOUNTS; from += BATCH) {
    await client.query(
      `INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)
       SELECT a.id, p.id, ($2 + a.n)::text, 'creator' || ($2 + a.n) || '@example.com', 'https://platform.example.com/callback',
              'platform', u.id, 'active', now()
       FROM unnest($1::text[]) WITH ORDINALITY AS a(id, n)
       JOIN numbered_partners p ON p.n = 1 + mod($2 + a.n, ${PARTNERS})
       JOIN numbered_users u ON u.n = 1 + mod($2 + a.n, ${USERS})`,
      [accounts.slice(from, from + BATCH), from],
    );
  }
  await client.query("VACUUM ANALYZE solo_accounts, partners, users");
}

/** Ids like the service's, spread over three months: sorted by time, with a random end. */
function idsOver(count: number): string[] {
  const span = 90 * DAY_MS;
  const start = Date.now() - span;
  return Array.from({ length: count }, (_, n) => {
    const random = randomBytes(10).readBigUInt64BE().toString(36).padStart(13, "0");
    return `${firstIdAt(new Date(start + (span * n) / count)).slice(0, 12)}${random}`;
  });
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Shared buffers for measuring a warm database. The system's file cache is not enough: it may be dropped at any time. */
export const LARGE_BUFFERS = { shared_buffers: `${Math.floor((totalmem() / 2 ** 20) * (2 / 3))}MB` };

/** Loads tables and their indexes into memory, except the indexes `but`. */
export async function warm(client: Client, tables: readonly string[], { but = [] }: { but?: readonly string[] } = {}) {
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
  await client.query(
    `SELECT pg_prewarm(oid) FROM pg_class WHERE NOT relname = ANY ($2)
       AND (oid = ANY ($1::regclass[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::regclass[])))`,
    [tables, but],
  );
}
