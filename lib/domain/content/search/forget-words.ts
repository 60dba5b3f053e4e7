import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { type SearchText, vocabularyOf, wordMark } from "./marks";
import { type Entry, holdWordsAlone, whoseOfEntries, wordsOfEntries } from "./vocabulary";
import { latestPartsOf } from "./windows";

const BATCH = 100;
/** A word that so many records are led to by its mark, and that stands in none of them, is kept: the mark is shared. */
const LOOKED_MOST = 50;

/**
 * Takes words of erased records out of the vocabulary of search that stand in no record any more, in small batches. What an erased
 * record said is then nowhere in it. Throws between two batches once the signal aborts.
 */
export async function forgetWords(signal?: AbortSignal): Promise<void> {
  for (;;) {
    const words = await db.$queryRaw<Doubted[]>`
      SELECT whose, word, xmin::text AS version FROM search_words_in_doubt ORDER BY whose, word LIMIT ${BATCH}`;
    if (words.length === 0) return;
    const gone = await inTransaction((tx) => withoutRecord(tx, words));
    await inTransaction((tx) => settle(tx, words, gone));
    signal?.throwIfAborted();
  }
}

/** A word that was noted anew has another version. */
type Doubted = Entry & { version: string };

/** Who fills the search meanwhile waits: its words are there before or after, and stay. */
async function settle(tx: Tx, words: readonly Doubted[], gone: readonly Entry[]): Promise<void> {
  await holdWordsAlone(tx);
  // What was noted anew since it was looked for stays: its last record may have been erased after that.
  await tx.$executeRaw`
    DELETE FROM search_words_in_doubt d
    USING unnest(${whoseOfEntries(words)}::text[], ${wordsOfEntries(words)}::text[], ${words.map(({ version }) => version)}::text[])
      AS looked(whose, word, version)
    WHERE d.whose = looked.whose AND d.word = looked.word AND d.xmin::text = looked.version`;
  const still = await withoutRecord(tx, gone);
  await tx.$executeRaw`
    DELETE FROM search_vocabulary WHERE (whose, word) IN (SELECT * FROM unnest(${whoseOfEntries(still)}::text[], ${wordsOfEntries(still)}::text[]))`;
}

/**
 * Those of the words that stand in no record. Words that most records have stand in one of the latest, and are looked for there
 * first: elsewhere their marks lead to millions.
 */
async function withoutRecord(tx: Tx, words: readonly Entry[]): Promise<Entry[]> {
  await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
  const [top] = await tx.$queryRaw<{ place: number }[]>`SELECT last_value::float8 AS place FROM depiction_search_place`;
  const lately = Prisma.sql`AND marks && ${latestPartsOf(top?.place ?? 0)}::int[]`;
  const rare = await withoutRecordAmong(tx, words, { lately, most: 2 });
  return withoutRecordAmong(tx, rare, { lately: Prisma.empty, most: LOOKED_MOST });
}

type Led = SearchText & { n: number };

async function withoutRecordAmong(
  tx: Tx,
  words: readonly Entry[],
  { lately, most }: { lately: Prisma.Sql; most: number },
): Promise<Entry[]> {
  if (words.length === 0) return [];
  const rows = await tx.$queryRaw<Led[]>`
    SELECT asked.n::int AS n, record.title, record.content_url AS "contentUrl", record.external_content_id AS "externalContentId"
    FROM unnest(${words.map(({ whose, word }) => wordMark(word, whose || null))}::int[]) WITH ORDINALITY AS asked(mark, n)
    CROSS JOIN LATERAL (
      SELECT depiction_id AS id FROM depiction_search WHERE marks && ARRAY[asked.mark] ${lately} LIMIT ${most}) AS led
    CROSS JOIN LATERAL (
      SELECT title, content_url, external_content_id FROM depictions WHERE id = led.id
      UNION ALL SELECT title, content_url, external_content_id FROM index_entries
      WHERE depiction_id = led.id AND title IS NOT NULL LIMIT 1) AS record`;
  const records = Map.groupBy(rows, ({ n }) => n - 1);
  return words.filter(({ word }, n) => {
    const led = records.get(n) ?? [];
    return led.length < LOOKED_MOST && !led.some((record) => vocabularyOf(record).includes(word));
  });
}
