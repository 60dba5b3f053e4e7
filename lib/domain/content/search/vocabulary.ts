import type { Tx } from "@/lib/platform/db";
import { type SearchText, vocabularyOf } from "./marks";

/** A word that parts of words are looked up in, and whose: a partner's, or everybody's with "". */
export type Entry = { whose: string; word: string };

/** A record's words: everybody's and the partner's, whom no other's words keep from finding their own. */
export const entriesOf = (partnerId: string, text: SearchText): Entry[] =>
  vocabularyOf(text).flatMap((word) => [
    { whose: "", word },
    { whose: partnerId, word },
  ]);

export const whoseOfEntries = (entries: readonly Entry[]) => entries.map(({ whose }) => whose);
export const wordsOfEntries = (entries: readonly Entry[]) => entries.map(({ word }) => word);

const FILLING = 0x776f7264;

/** Held until the transaction ends by whoever puts words into the vocabulary, beside others that do. */
export const holdWords = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${FILLING})`;

/** Held by whoever takes words out, alone. Nothing else may be locked before it. */
export const holdWordsAlone = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${FILLING})`;

/**
 * Notes words of a record that is erased: perhaps none has them any more. One that is noted already gets another version, so that
 * it is looked for again by whoever still saw the record.
 */
export async function doubtWords(tx: Tx, entries: readonly Entry[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO search_words_in_doubt (whose, word)
    SELECT DISTINCT whose, word FROM unnest(${whoseOfEntries(entries)}::text[], ${wordsOfEntries(entries)}::text[]) AS e(whose, word)
    ORDER BY whose, word ON CONFLICT (whose, word) DO UPDATE SET word = excluded.word`;
}
