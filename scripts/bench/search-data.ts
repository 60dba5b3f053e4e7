import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { migrate } from "@/prisma/migrate";
import { note, step } from "@/scripts/progress.mjs";
import { LARGE_BUFFERS, warm } from "./database";
import {
  accountLine,
  aliasLine,
  CUSTODIAN_ROW,
  depictionLine,
  depictionsOf,
  linesFrom,
  linesOf,
  PARTNERS,
  partnerLine,
  searchLine,
  userLine,
} from "./search-rows";

/** A separate cluster, because it is large. It is kept between runs. */
const FOLDER = ".data/bench/search";
const UNFINISHED = "unfinished";
const FILLED = ["depictions", "index_entries", "search_records"];
/** A logged table can't refer to an unlogged one. */
const REFERRING = ["copy_fingerprints", "erased_scene_people"];
/** The tables that the searches read. */
const ASKED = [...FILLED, "solo_accounts", "users", "identities", "person_aliases", "partners"];
/** Depictions per creator, on average. */
const EACH = 200;

/** A database with that many depictions, created by the first run that needs it. Returns its URL and a stop function. */
export async function openSearchDatabase(depictions: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const postgres = await step("Starting the search benchmark's PostgreSQL", () =>
    openEmbeddedPostgres({ folder: FOLDER, database: "postgres", settings: LARGE_BUFFERS, note }),
  );
  const urlOf = (database: string) => Object.assign(new URL(postgres.url), { pathname: database }).href;
  const name = `searched_${depictions}`;
  try {
    await withClient(postgres.url, async (client) => {
      const existing = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
      if (existing.rowCount && (await withClient(urlOf(name), isFilled))) return;
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      // Under a temporary name until it is complete.
      await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${UNFINISHED}`);
      await migrate(urlOf(UNFINISHED));
      await step(`Making ${depictions.toLocaleString("en")} depictions`, () =>
        withClient(urlOf(UNFINISHED), (one) => withClient(urlOf(UNFINISHED), (other) => fill(one, other, depictions))),
      );
      await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${name}`);
    });
    await migrate(urlOf(name));
    await step("Loading it into memory", () => withClient(urlOf(name), (client) => warm(client, ASKED)));
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: urlOf(name), stop: postgres.stop };
}

/** Unlogged tables are empty after a server that was killed because it took long to stop. */
async function isFilled(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM search_records LIMIT 1");
  return rowCount === 1;
}

async function fill(client: Client, beside: Client, depictions: number): Promise<void> {
  const settings =
    "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET synchronous_commit = off";
  await Promise.all([client.query(settings), beside.query(settings)]);
  const build = await withoutIndexes(client);
  const creators = depictions / EACH;
  const now = Date.now();
  const made = () => depictionsOf(depictions, creators, now);
  await copy(client, "partners (id, name, plan, status)", linesOf(PARTNERS, partnerLine));
  await copy(client, "users (id, email)", linesOf(creators, userLine));
  await client.query(CUSTODIAN_ROW);
  await copy(client, "person_aliases (id, user_id, name)", linesOf(creators, aliasLine));
  await copy(
    client,
    "solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)",
    linesOf(creators, accountLine),
  );
  const columns = `id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type, platform,
    production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at`;
  const searched = "kind, id, partner_id, production_date, erased, text, external_id, url_hash";
  await Promise.all([
    copy(client, `depictions (${columns})`, linesFrom(made(), depictionLine)),
    copy(beside, `search_records (${searched})`, linesFrom(made(), searchLine)),
  ]);
  await client.query(`INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
    SELECT d.id, a.user_id, d.partner_id, d.production_date, d.created_at FROM depictions d JOIN solo_accounts a ON a.id = d.account_id`);
  await build([client, beside]);
  await client.query("VACUUM ANALYZE");
}

/** Drops the indexes of the tables to fill, except keys. Returns a function that rebuilds them in parallel. */
async function withoutIndexes(client: Client): Promise<(by: readonly Client[]) => Promise<void>> {
  for (const table of [...REFERRING, ...FILLED]) await client.query(`ALTER TABLE ${table} SET UNLOGGED`);
  const { rows: waiting } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisprimary`,
    [FILLED],
  );
  for (const { name } of waiting) await client.query(`DROP INDEX ${name}`);
  const build = async (its: Client) => {
    for (let index = waiting.shift(); index; index = waiting.shift()) {
      note(`Index ${index.name}`);
      await its.query(index.definition);
    }
  };
  return async (by) => {
    await Promise.all(by.map(build));
  };
}

const copy = (client: Client, into: string, lines: Iterable<string>) =>
  pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${into} FROM STDIN`)));

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
