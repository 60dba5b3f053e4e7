import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { marksOf, vocabularyOf } from "@/lib/domain/content/search-marks";
import { DAY_MS } from "@/lib/platform/duration";
import { openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { firstIdAt } from "@/lib/platform/ids";
import { migrate } from "@/prisma/migrate";
import { note, step } from "@/scripts/progress.mjs";
import { anyTitle, anyWord, randomOf, WORDS, wordAt } from "./search-words";

/** A cluster of its own, beside that of the other measurements: it is large, and kept from run to run. */
const FOLDER = ".data/bench/search";
const UNFINISHED = "unfinished";
const YEARS = 6;
/** So many have the same moment of logging. */
const TOGETHER = 1_000;
const TABLES = ["depictions", "index_entries", "depiction_search"];

/** The first has most of the depictions. */
export const PARTNERS = 40;
/** Depictions that each creator has, on the average. */
const EACH = 200;

export type SearchDatabases = { urlOf: (depictions: number) => string; stop: () => Promise<void> };

/** Databases with as many depictions as said, each made at the first run that wants it. */
export async function openSearchDatabases(sizes: readonly number[]): Promise<SearchDatabases> {
  const postgres = await step("Starting the searches' own PostgreSQL", () =>
    openEmbeddedPostgres({ folder: FOLDER, database: "postgres", note }),
  );
  const named = (database: string) => Object.assign(new URL(postgres.url), { pathname: database }).href;
  const nameOf = (depictions: number) => `depictions_${depictions}`;
  try {
    await withClient(postgres.url, async (client) => {
      for (const depictions of sizes) {
        const known = await client.query("SELECT FROM pg_database WHERE datname = $1", [nameOf(depictions)]);
        if (known.rowCount) continue;
        // Under another name until it is whole.
        await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED} WITH (FORCE)`);
        await client.query(`CREATE DATABASE ${UNFINISHED}`);
        await migrate(named(UNFINISHED));
        const making = () =>
          withClient(named(UNFINISHED), (one) =>
            withClient(named(UNFINISHED), (other) => fill(one, other, depictions)),
          );
        await step(`Making ${depictions.toLocaleString("en")} depictions`, making);
        await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${nameOf(depictions)}`);
      }
    });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { urlOf: (depictions) => named(nameOf(depictions)), stop: postgres.stop };
}

async function fill(client: Client, beside: Client, depictions: number): Promise<void> {
  const now = Date.now();
  for (const each of [client, beside])
    await each.query(
      "SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET synchronous_commit = off",
    );
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} SET UNLOGGED`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisprimary`,
    [TABLES],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const creators = depictions / EACH;
  const made = () => depictionsOf(depictions, creators, now);
  await copy(client, "partners (id, name, plan, status)", linesOf(PARTNERS, partnerLine));
  await copy(client, "users (id, email)", linesOf(creators, userLine));
  await copy(client, "person_aliases (id, user_id, name)", linesOf(creators, aliasLine));
  await copy(
    client,
    "solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)",
    linesOf(creators, accountLine),
  );
  const vocabulary = new Set(Array.from({ length: WORDS }, (_, rank) => wordAt(rank)));
  await Promise.all([
    copy(
      client,
      `depictions (id, content_log_id, partner_id, account_id, external_content_id, content_url, title, content_type, platform,
        production_date, file_hash, copy_state, copy_mime_type, copy_bytes, created_at)`,
      linesFrom(made(), depictionLine),
    ),
    copy(
      beside,
      "depiction_search (depiction_id, place, partner_id, production_date, title, content_url, external_content_id, marks)",
      linesFrom(made(), (one) => searchLine(one, vocabulary)),
    ),
  ]);
  note("Their entries in the index");
  await client.query(`INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
    SELECT d.id, a.user_id, d.partner_id, d.production_date, d.created_at FROM depictions d JOIN solo_accounts a ON a.id = d.account_id`);
  await client.query("SELECT setval('depiction_search_place', $1)", [depictions]);
  await copy(
    client,
    "search_vocabulary (word)",
    [...vocabulary].map((word) => `${word}\n`),
  );
  // The longest first, which takes as long as all others.
  const build = async (its: Client) => {
    for (let index = waiting.shift(); index; index = waiting.shift()) {
      note(`Index ${index.name}`);
      await its.query(index.definition);
    }
  };
  const waiting = indexes.toSorted(
    (one, other) => Number(other.name.endsWith("marks")) - Number(one.name.endsWith("marks")),
  );
  await Promise.all([build(beside), build(client)]);
  note("Statistics");
  await client.query("VACUUM ANALYZE");
}

const id = (kind: string, n: number) => `${kind}${n}`.padStart(25, "0");

const partnerLine = (n: number) => [id("p", n), `Platform ${n}`, "platform_pays", "active"].join("\t");
const userLine = (n: number) => [id("u", n), `creator${n}@example.com`].join("\t");
const aliasLine = (n: number) => [id("n", n), id("u", n), `${wordAt(n)} ${wordAt((n * 31) % WORDS)}`].join("\t");
const partnerOf = (creator: number) => (creator % 10 < 6 ? 1 : creator % 10 < 8 ? 2 : 1 + (creator % PARTNERS));
const accountLine = (n: number) => {
  const given = [n, `creator${n}@example.com`, "https://platform.example.com/callback", "platform"];
  return [id("a", n), id("p", partnerOf(n)), ...given, id("u", n), "active", new Date().toISOString()].join("\t");
};

const SECTIONS = ["videos", "posts", "albums", "stories"];

type Made = {
  n: number;
  id: string;
  logId: string;
  creator: number;
  title: string;
  url: string;
  at: Date;
  producedAt: Date;
};

/** The same ones whenever they are asked for. */
function* depictionsOf(count: number, creators: number, now: number): Generator<Made> {
  const random = randomOf(count);
  const span = YEARS * 365 * DAY_MS;
  const start = now - span;
  let at = new Date();
  let head = "";
  for (let n = 0; n < count; n++) {
    if (n % TOGETHER === 0) {
      at = new Date(start + (span * n) / count);
      head = firstIdAt(at).slice(0, 12);
    }
    if (n % 1_000_000 === 0 && n > 0) note(`${n.toLocaleString("en")} are written`);
    const creator = 1 + Math.floor(random() * creators);
    const tail =
      String(n % TOGETHER).padStart(3, "0") +
      Math.floor(random() * 36 ** 5)
        .toString(36)
        .padStart(5, "0");
    const slug = `${anyWord(random)}-${anyWord(random)}`;
    const url = `https://www.site${partnerOf(creator)}.example.com/${SECTIONS[n % SECTIONS.length]}/${slug}/${n}`;
    const producedAt = new Date(at.getTime() - Math.floor(30 * random()) * DAY_MS);
    yield {
      n,
      id: `${head}${tail}00000`,
      logId: `${head}${tail}00001`,
      creator,
      title: anyTitle(random),
      url,
      at,
      producedAt,
    };
  }
}

function depictionLine({ n, id: its, logId, creator, title, url, at, producedAt }: Made): string {
  const whose = [id("p", partnerOf(creator)), id("a", creator), `post-${n}`, url, title, "video", "Platform"];
  const copied = n % 50 === 0 ? ["pending", "image/jpeg", "48213"] : ["missing", "\\N", "\\N"];
  return [its, logId, ...whose, producedAt.toISOString(), "\\N", ...copied, at.toISOString()].join("\t");
}

function searchLine({ n, id: its, creator, title, url, producedAt }: Made, vocabulary: Set<string>): string {
  const partnerId = id("p", partnerOf(creator));
  const externalContentId = `post-${n}`;
  const given = {
    place: n + 1,
    partnerId,
    accountId: id("a", creator),
    productionDate: producedAt,
    title,
    contentUrl: url,
    externalContentId,
  };
  const marks = marksOf(given);
  if (n < 10_000) for (const word of vocabularyOf(marks)) vocabulary.add(word);
  return [its, n + 1, partnerId, producedAt.toISOString(), title, url, externalContentId, `{${marks.join(",")}}`].join(
    "\t",
  );
}

const linesOf = (count: number, lineOf: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => `${lineOf(n + 1)}\n`);

function* linesFrom(all: Iterable<Made>, lineOf: (made: Made) => string): Generator<string> {
  let lines = "";
  for (const one of all) {
    lines += `${lineOf(one)}\n`;
    if (lines.length < 100_000) continue;
    yield lines;
    lines = "";
  }
  yield lines;
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
