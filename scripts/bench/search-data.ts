import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { migrate } from "@/prisma/migrate";
import { note, step } from "@/scripts/progress.mjs";
import {
  accountLine,
  aliasLine,
  CUSTODIAN_ROW,
  DAY_PARTS,
  depictionLine,
  depictionsOf,
  linesFrom,
  linesOf,
  PARTNERS,
  partnerLine,
  SEARCHED,
  searchLine,
  userLine,
  vocabularyLines,
} from "./search-rows";
import { LARGE_BUFFERS, warm } from "./warm";

/** A cluster of its own, beside that of the other measurements: it is large, and kept from run to run. */
const FOLDER = ".data/bench/search";
const UNFINISHED = "unfinished";
const MAKING = 0x6d616b65;
const LOG = ["depictions", "index_entries"];
const SEARCH = ["depiction_search"];
/** What the measured questions read. */
const ASKED = [
  ...LOG,
  ...SEARCH,
  "search_day_parts",
  "search_vocabulary",
  "solo_accounts",
  "users",
  "identities",
  "person_aliases",
  "partners",
];
/** But for indexes that none of them reads, or of which all read the same few pages. */
const NOT_ASKED = [
  "depictions_account_id_id_idx",
  "depictions_content_log_id_key",
  "depictions_external_content_id",
  "depictions_partner_copy_state",
  "index_entries_last_changed",
];

/** Depictions that each creator has, on the average. */
const EACH = 200;

export type SearchDatabases = { urlOf: (depictions: number) => string; stop: () => Promise<void> };

/** Databases with as many depictions as said, each made at the first run that wants it. */
export async function openSearchDatabases(sizes: readonly number[]): Promise<SearchDatabases> {
  const postgres = await step("Starting the searches' own PostgreSQL", () =>
    openEmbeddedPostgres({ folder: FOLDER, database: "postgres", settings: LARGE_BUFFERS, note }),
  );
  const named = (database: string) => Object.assign(new URL(postgres.url), { pathname: database }).href;
  const nameOf = (depictions: number) => `depictions_${depictions}`;
  try {
    await withClient(postgres.url, async (client) => {
      // Until this connection ends: runs at once do not take what the other one is making for what was left unfinished.
      await client.query("SELECT pg_advisory_lock($1)", [MAKING]);
      for (const depictions of sizes) {
        const withBoth = (name: string, work: (one: Client, other: Client) => Promise<void>) =>
          withClient(named(name), (one) => withClient(named(name), (other) => work(one, other)));
        const known = await client.query("SELECT FROM pg_database WHERE datname = $1", [nameOf(depictions)]);
        if (known.rowCount) {
          await migrate(named(nameOf(depictions)));
          await withBoth(nameOf(depictions), fillSearchIfEmpty);
          continue;
        }
        // Under another name until it is whole.
        await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`);
        await client.query(`CREATE DATABASE ${UNFINISHED}`);
        await migrate(named(UNFINISHED));
        const making = () => withBoth(UNFINISHED, (one, other) => fill(one, other, depictions));
        await step(`Making ${depictions.toLocaleString("en")} depictions`, making);
        await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${nameOf(depictions)}`);
      }
      for (const depictions of sizes)
        await step(`Reading what is asked of ${depictions.toLocaleString("en")} into memory`, () =>
          withClient(named(nameOf(depictions)), (one) => warm(one, ASKED, { but: NOT_ASKED })),
        );
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { urlOf: (depictions) => named(nameOf(depictions)), stop: postgres.stop };
}

async function fill(client: Client, beside: Client, depictions: number): Promise<void> {
  const now = Date.now();
  await setForFilling([client, beside]);
  const build = await withoutIndexes(client, LOG);
  const creators = depictions / EACH;
  await copy(client, "partners (id, name, plan, status)", linesOf(PARTNERS, partnerLine));
  await copy(client, "users (id, email)", linesOf(creators, userLine));
  await copy(client, "person_aliases (id, user_id, name)", linesOf(creators, aliasLine));
  await copy(
    client,
    "solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)",
    linesOf(creators, accountLine),
  );
  await copy(
    client,
    `depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type, platform,
      production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at)`,
    linesFrom(depictionsOf(depictions, creators, now), depictionLine),
  );
  note("Their entries in the index");
  await client.query(`INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
    SELECT d.id, a.user_id, d.partner_id, d.production_date, d.created_at FROM depictions d JOIN solo_accounts a ON a.id = d.account_id`);
  await build([client, beside]);
  await fillSearchIfEmpty(client, beside);
  note("Statistics");
  await client.query("VACUUM ANALYZE");
}

/** Puts everything into the search, as it must be when the search has become another one since the database was made. */
async function fillSearchIfEmpty(client: Client, beside: Client): Promise<void> {
  await client.query(CUSTODIAN_ROW);
  const { rowCount } = await client.query("SELECT FROM depiction_search LIMIT 1");
  if (rowCount) return;
  note("What is searched");
  await client.query("TRUNCATE search_vocabulary");
  await copy(client, "search_vocabulary (whose, word)", vocabularyLines());
  await setForFilling([client, beside]);
  await client.query("TRUNCATE depictions_to_search");
  const build = await withoutIndexes(client, SEARCH);
  let place = 0;
  async function* lines() {
    let some = "";
    for await (const line of createInterface({ input: beside.query(copyTo(`COPY (${SEARCHED}) TO STDOUT`)) })) {
      some += `${searchLine(line, ++place)}\n`;
      if (some.length < 100_000) continue;
      yield some;
      some = "";
    }
    yield some;
  }
  await copy(client, "depiction_search (depiction_id, place, marks)", lines());
  await client.query("SELECT setval('depiction_search_place', $1)", [place]);
  await build([client]);
  await client.query(DAY_PARTS);
  await client.query("VACUUM ANALYZE depiction_search, search_day_parts");
}

async function setForFilling(clients: readonly Client[]): Promise<void> {
  for (const each of clients)
    await each.query(
      "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET synchronous_commit = off",
    );
}

/** Drops the indexes of tables that are filled, but for their keys. Returns what makes them again, by several at once. */
async function withoutIndexes(client: Client, tables: string[]): Promise<(by: readonly Client[]) => Promise<void>> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} SET UNLOGGED`);
  const { rows: waiting } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisprimary`,
    [tables],
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

const copy = (client: Client, into: string, lines: Iterable<string> | AsyncIterable<string>) =>
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
