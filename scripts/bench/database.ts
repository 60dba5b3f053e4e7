import { totalmem } from "node:os";
import { Client } from "pg";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { DAY_MS } from "@/lib/platform/duration";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { firstIdAt, newId } from "@/lib/platform/ids";
import { migrate } from "@/prisma/migrate";
import { note, step } from "@/scripts/progress.mjs";
import type { Bench } from "./measure";

/** Shared buffers for measuring a warm database. The system's file cache is not enough: it may be dropped at any time. */
export const LARGE_BUFFERS = { shared_buffers: `${Math.floor((totalmem() / 2 ** 20) * (2 / 3))}MB` };

const EMPTY = `TRUNCATE request_log, webhook_attempts, webhook_deliveries, webhook_secrets, webhook_replays, webhook_endpoint_hours,
  webhook_endpoints, webhook_events;`;

/**
 * A database of the benchmarks, kept between runs, as the service's. Its secrets are the same in each run, because it keeps keys
 * that they seal. `keepsEvents`: what other benchmarks leave behind, this one fills.
 */
export async function openBenchDatabase(
  name: string,
  { settings = {}, keepsEvents = false }: { settings?: Readonly<Record<string, string>>; keepsEvents?: boolean } = {},
) {
  const folder = ".data/bench/postgres";
  const { url, stop } = await step("Starting the benchmarks' PostgreSQL", () =>
    openEmbeddedPostgres({ folder, database: name, settings, note }),
  );
  await migrate(url);
  const secret = Buffer.alloc(32, "bench").toString("base64");
  Object.assign(process.env, { DATABASE_URL: url, MASTER_KEY: secret, AUTH_SECRET: secret });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    SELECT request_log_ensure_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 1) n;
    ${keepsEvents ? "" : EMPTY}
    SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))`);
  return {
    client,
    stop: async () => {
      await client.end();
      await stop();
    },
  };
}

/** An account and a key of its partner. */
export type Target = { accountId: string; partnerId: string; key: string };

const PARTNERS = 200;
const USERS = 100_000;

/** Accounts spread over a million, which the first run makes, each with a key of its partner. */
export async function makeTargets({ client, short }: Bench, count = 32_000): Promise<Target[]> {
  const accounts = short ? 40_000 : 1_000_000;
  const { rows: counted } = await client.query("SELECT count(*)::int FROM solo_accounts");
  if (counted[0].count !== accounts) {
    await step(`Making ${accounts.toLocaleString("en")} accounts`, () => makeAccounts(client, accounts));
  }
  const { rows } = await client.query<Omit<Target, "key">>(
    `SELECT id AS "accountId", partner_id AS "partnerId" FROM solo_accounts WHERE mod(external_user_id::int, $1) = 0
     ORDER BY md5(id) LIMIT $2`,
    [Math.floor(accounts / count), count],
  );
  return withKeys(client, rows);
}

async function makeAccounts(client: Client, count: number): Promise<void> {
  await unguarded(client, async () => {
    await client.query("TRUNCATE partners, users CASCADE");
    await makePartners(client, PARTNERS);
    await client.query(
      `INSERT INTO users (id, email) SELECT ${idOf("u", "n")}, 'creator' || n || '@example.com' FROM generate_series(0, ${USERS - 1}) n`,
    );
    await client.query(
      `INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)
       SELECT ${idAt("n")}, ${idOf("p", `n % ${PARTNERS}`)}, n::text, 'creator' || n || '@example.com',
         'https://platform.example.com/callback', 'platform', ${idOf("u", `n % ${USERS}`)}, 'active', now()
       FROM ${MOMENTS}, ${EACH_MOMENT}`,
      moments(count, 90),
    );
  });
  await client.query("VACUUM ANALYZE solo_accounts, partners, users");
}

/** Numbered partners with ids of `idOf("p", …)`. */
export const makePartners = (client: Client, count: number) =>
  client.query(
    `INSERT INTO partners (id, name, plan, status) SELECT ${idOf("p", "n")}, 'Platform ' || n, 'platform_pays', 'active'
     FROM generate_series(0, ${count - 1}) n`,
  );

// A key may send 300 requests in 60 seconds, so the 2,000 keys of 200 partners are enough for 10,000 requests/s.
const KEYS_EACH = 10;

/**
 * The same rows with keys of their partners, at most `each`, which take turns. Keys are new in each run, because only hashes are
 * kept.
 */
export async function withKeys<T extends { partnerId: string }>(
  client: Client,
  rows: readonly T[],
  each = KEYS_EACH,
): Promise<(T & { key: string })[]> {
  const keys: { id: string; partnerId: string; text: string; hash: Buffer; prefix: string; tail: string }[] = [];
  const ofPartner = new Map<string, string[]>();
  const given = rows.map((row) => {
    const own = ofPartner.get(row.partnerId) ?? [];
    ofPartner.set(row.partnerId, own);
    if (own.length === each) own.push(own.shift() ?? "");
    else {
      const { text, stored } = mintKey("live");
      keys.push({ id: newId(), partnerId: row.partnerId, text, ...stored });
      own.push(text);
    }
    return { ...row, key: own.at(-1) ?? "" };
  });
  const column = <K extends keyof (typeof keys)[number]>(name: K) => keys.map((key) => key[name]);
  await client.query("DELETE FROM api_keys");
  await unguarded(client, () =>
    client.query(
      `INSERT INTO api_keys (id, partner_id, name, mode, hash, prefix, tail) SELECT id, partner, 'bench', 'live', hash, prefix, tail
       FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[]) AS k(id, partner, hash, prefix, tail)`,
      [column("id"), column("partnerId"), column("hash"), column("prefix"), column("tail")],
    ),
  );
  return given;
}

/** Changes rows in a transaction without the triggers that guard them. */
export async function unguarded(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query("BEGIN; SET LOCAL session_replication_role = replica");
  await work();
  await client.query("COMMIT");
}

/**
 * Drops the indexes of the tables to fill, except keys and what foreign keys refer to. Returns a function that builds them again,
 * those of partitioned tables too.
 */
export async function withoutIndexes(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { name, definition } of rows) await step(`Index ${name}`, () => client.query(definition));
  };
}

/** Empties tables and those that refer to them, and loads others, with their indexes, into memory. */
export async function emptyTables(client: Client, tables: string, read: readonly string[]): Promise<void> {
  await unguarded(client, () => client.query(`TRUNCATE ${tables} CASCADE`));
  await warm(client, read);
}

export async function warm(client: Client, tables: readonly string[]): Promise<void> {
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
  await client.query(
    `SELECT pg_prewarm(oid) FROM pg_class
     WHERE oid = ANY ($1::regclass[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::regclass[]))`,
    [tables],
  );
}

// Rows are made in SQL.

/** An id of 25 characters for a number. */
export const idOf = (kind: string, n: string): string => `'${kind}' || lpad((${n})::text, ${25 - kind.length}, '0')`;

const TOGETHER = 1_000;

/** Times over the days up to now, each for a thousand rows, and how their ids begin. The values of `MOMENTS`. */
export function moments(count: number, days: number): [heads: string[], times: Date[]] {
  const [span, steps] = [days * DAY_MS, Math.ceil(count / TOGETHER)];
  const times = Array.from({ length: steps }, (_, n) => new Date(Date.now() - span + (span * n) / steps));
  return [times.map((at) => firstIdAt(at).slice(0, 12)), times];
}
export const MOMENTS = "unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS moment(head, at, step)";
export const EACH_MOMENT = `generate_series((step::int - 1) * ${TOGETHER}, step::int * ${TOGETHER} - 1) AS n`;
/** An id like the service's: sorted by time, with a random end. */
export const idAt = (n: string, kind = ""): string =>
  `head || lpad((${n} % ${TOGETHER})::text, 3, '0') || substr(md5('${kind}' || ${n}), 1, 10)`;
