import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { type SearchText, vocabularyOf, wordMark } from "./marks";

/** A word, and whose: a partner's, or everybody's with "". */
type Entry = { whose: string; word: string };

const whoseOf = (words: readonly Entry[]) => words.map(({ whose }) => whose);
const wordsOf = (words: readonly Entry[]) => words.map(({ word }) => word);

const BATCH = 500;
/** A word that so many records are led to by its mark, and that stands in none of them, is kept: the mark is shared. */
const LOOKED_MOST = 50;
const FILLING = 0x776f7264;

/** Held until the transaction ends by whoever puts words into the vocabulary, beside others that do. */
export const holdWords = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${FILLING})`;

/**
 * Takes words out of the vocabulary of search that stand in no record any more, in small batches. What an erased record said is
 * then nowhere in it. Throws between two batches once the signal aborts.
 */
export async function forgetWords(signal?: AbortSignal): Promise<void> {
  for (let after: Entry | undefined = { whose: "", word: "" }; after; ) {
    const from: Entry = after;
    const words = await db.$queryRaw<Entry[]>`
      SELECT whose, word FROM search_vocabulary WHERE (whose, word) > (${from.whose}, ${from.word})
      ORDER BY whose, word LIMIT ${BATCH}`;
    const gone = await inTransaction((tx) => withoutRecord(tx, words));
    if (gone.length > 0) await inTransaction((tx) => forget(tx, gone));
    after = words.at(-1);
    signal?.throwIfAborted();
  }
}

/** Who fills the search meanwhile waits: its words are there before or after, and stay. */
async function forget(tx: Tx, words: readonly Entry[]): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FILLING})`;
  const gone = await withoutRecord(tx, words);
  await tx.$executeRaw`
    DELETE FROM search_vocabulary WHERE (whose, word) IN (SELECT * FROM unnest(${whoseOf(gone)}::text[], ${wordsOf(gone)}::text[]))`;
}

/** Those of the words that stand in no record. Nearly all stand in the first one that their marks lead to. */
async function withoutRecord(tx: Tx, words: readonly Entry[]): Promise<Entry[]> {
  return withoutRecordAmong(tx, await withoutRecordAmong(tx, words, 1), LOOKED_MOST);
}

type Led = SearchText & { n: number };

async function withoutRecordAmong(tx: Tx, words: readonly Entry[], most: number): Promise<Entry[]> {
  if (words.length === 0) return [];
  await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
  const rows = await tx.$queryRaw<Led[]>`
    SELECT asked.n::int AS n, record.title, record.content_url AS "contentUrl", record.external_content_id AS "externalContentId"
    FROM unnest(${words.map(({ whose, word }) => wordMark(word, whose || null))}::int[]) WITH ORDINALITY AS asked(mark, n)
    CROSS JOIN LATERAL (SELECT depiction_id AS id FROM depiction_search WHERE marks && ARRAY[asked.mark] LIMIT ${most}) AS led
    CROSS JOIN LATERAL (
      SELECT title, content_url, external_content_id FROM depictions WHERE id = led.id
      UNION ALL SELECT title, content_url, external_content_id FROM index_entries
      WHERE depiction_id = led.id AND title IS NOT NULL LIMIT 1) AS record`;
  const records = Map.groupBy(rows, ({ n }) => n - 1);
  return words.filter(({ word }, n) => {
    const led = records.get(n) ?? [];
    return led.length < Math.max(most, 2) && !led.some((record) => vocabularyOf(record).includes(word));
  });
}
