import { db, Prisma, pool, rows, sqlState } from "@/lib/platform/db";
import type { SearchKind } from "@/prisma/generated/client";

export type Hit = { id: string; productionDate: Date };

/** Whose records of which kinds: one partner's, or with null every partner's, including erased ones. */
export type SearchScope = { kinds: readonly SearchKind[]; partnerId: string | null };

export const ownedBy = ({ kinds, partnerId }: SearchScope): Prisma.Sql => {
  const [only] = kinds;
  const kind =
    kinds.length === 1 ? Prisma.sql`kind = ${only}::search_kind` : Prisma.sql`kind = ANY (${kinds}::search_kind[])`;
  return partnerId === null ? kind : Prisma.sql`${kind} AND partner_id = ${partnerId} AND NOT erased`;
};

export type HitsQuery = SearchScope & {
  /** Conditions on `search_records`. */
  where: readonly Prisma.Sql[];
  /** The order, by `id` and `production_date`. */
  by: Prisma.Sql;
  limit: number;
  /** Above this number of hits, none are sorted or returned. */
  most: number;
};

// PostgreSQL overestimates how common most words are and would read the whole list instead of using the index. Several
// common words together can still take long, hence the timeout.
const BY_INDEX = `BEGIN READ ONLY; SET LOCAL enable_indexscan = off; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
  SET LOCAL statement_timeout = '1s'`;
const CANCELLED = "57014";

/**
 * The first matching records in an order, found by the index. Null when more than `most` match or it takes over a
 * second.
 */
export async function findHits({ where, by, limit, most, ...owned }: HitsQuery): Promise<Hit[] | null> {
  const { text, values } = Prisma.sql`
    WITH hits AS MATERIALIZED (
      SELECT id, production_date FROM search_records WHERE ${Prisma.join([ownedBy(owned), ...where], " AND ")} LIMIT ${most + 1})
    SELECT id, production_date AS "productionDate", (SELECT count(*) FROM hits)::int AS count
    FROM hits ORDER BY ${by} LIMIT ${limit}`;
  const client = await pool().connect();
  try {
    await client.query(BY_INDEX);
    const { rows } = await client.query<Hit & { count: number }>(text, values);
    const [first] = rows;
    return first && first.count > most ? null : rows.map(({ id, productionDate }) => ({ id, productionDate }));
  } catch (error) {
    if (sqlState(error) === CANCELLED) return null;
    throw error;
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
}

const WORDS_MOST = 8;

/** Punctuation around a word. */
const AROUND = /^["'“”„‘’«»]+|["'“”„‘’«».,;:]+$/gu;

/** The words of a typed text, without punctuation around them. Punctuation alone stays unchanged. */
export function wordsOf(text: string): string[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const bare = typed.map((word) => word.replace(AROUND, "")).filter(Boolean);
  return (bare.length > 0 ? bare : typed).slice(0, WORDS_MOST);
}

/** How many of the latest scenes or productions a custodian's search finds by words or an address. */
export const MATCHED_MOST = 1_000;

/** Whether a folded text column contains every word. One LIKE per word, so the trigram index serves each. */
export const containsAll = (column: Prisma.Sql, words: readonly string[]): Prisma.Sql =>
  Prisma.join(
    words.map((word) => Prisma.sql`${column} LIKE search_pattern(${word})`),
    " AND ",
  );

const SCHEME = /^https?:\/\//i;

export const isUrl = (text: string): boolean => SCHEME.test(text);

/** Words as they stand in a record's text, where a line starts with its URL without a scheme. */
const recordWords = (text: string): string[] => wordsOf(text).map((word) => word.replace(SCHEME, "\n"));

/** The condition on `search_records` for every word of a text. A URL matches the start of the record's URL. */
export const matchesWords = (text: string): Prisma.Sql => containsAll(Prisma.sql`text`, recordWords(text));

/** Three or more letters or digits, with the sign before them, so that the index knows where they start. */
const PARTS = /[^\p{L}\p{N}]?[\p{L}\p{N}]{3,}/gu;
/** Of a longer word, the last ones: the beginning of a URL is its site, which narrows least. */
const PARTS_MOST = 4;

/**
 * The same, for the index. It is asked only for the parts of words that few records have, because reading its lists of the others
 * takes longer than checking whole words on the records it finds.
 */
export async function matchesByIndex(scope: SearchScope, text: string): Promise<Prisma.Sql> {
  const words = recordWords(text);
  const rarest = await rarestOf(
    scope,
    words.flatMap((word) => (word.match(PARTS) ?? []).slice(-PARTS_MOST)),
  );
  const searched = (await isIndexed(rarest.join(" "))) ? rarest : words;
  const checked = words.filter((word) => !searched.includes(word));
  const byIndex = containsAll(Prisma.sql`text`, searched);
  return checked.length > 0 ? Prisma.sql`${byIndex} AND ${containsAll(Prisma.sql`(text || '')`, checked)}` : byIndex;
}

const SAMPLE = { records: 1_000, common: 10 };

/** Of parts of words, those that few of the newest records have or, if many records have each, the two rarest. */
async function rarestOf(scope: SearchScope, parts: readonly string[]): Promise<string[]> {
  if (parts.length <= 1) return [...parts];
  const found = await rows<{ part: string; count: number }>(Prisma.sql`
    WITH parts AS MATERIALIZED (SELECT part, search_pattern(part) AS pattern FROM unnest(${parts}::text[]) AS part),
    newest AS MATERIALIZED (
      SELECT text FROM search_records WHERE ${ownedBy(scope)} ORDER BY id DESC LIMIT ${SAMPLE.records})
    SELECT part, (SELECT count(*) FROM newest WHERE text LIKE pattern)::int AS count FROM parts ORDER BY count`);
  const rare = found.filter(({ count }) => count < SAMPLE.common);
  return (rare.length > 0 ? rare : found.slice(0, 2)).map(({ part }) => part);
}

/**
 * Whether the index can find a text. It needs three letters or digits in a row, or three ASCII ones in a database with
 * LC_CTYPE C.
 */
export async function isIndexed(text: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ indexed: boolean }[]>`
    SELECT search_fold(${wordsOf(text).join(" ")}) ~ CASE WHEN show_trgm('ж') = '{}' THEN '[a-z0-9]{3}' ELSE '[[:alnum:]]{3}' END AS indexed`;
  return found?.indexed ?? false;
}
