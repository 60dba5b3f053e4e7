import { db, Prisma } from "@/lib/platform/db";

const WORDS_MOST = 8;

/** What surrounds a word in a sentence. */
const AROUND = /^["'“”„‘’«»]+|["'“”„‘’«».,;:]+$/gu;

/** The words of a typed text, without quotation marks around them and what ends a sentence, unless it is nothing else. */
export function wordsOf(text: string): string[] {
  const typed = text.split(/\s+/).filter(Boolean);
  const bare = typed.map((word) => word.replace(AROUND, "")).filter(Boolean);
  return (bare.length > 0 ? bare : typed).slice(0, WORDS_MOST);
}

/** Whether a column of text, folded as the search folds it, holds every word. One LIKE a word: an index serves each. */
export const holdsAll = (column: Prisma.Sql, words: readonly string[]): Prisma.Sql =>
  Prisma.join(
    words.map((word) => Prisma.sql`${column} LIKE search_pattern(${word})`),
    " AND ",
  );

const SCHEME = /^https?:\/\//i;

export const isUrl = (text: string): boolean => SCHEME.test(text);

/**
 * The condition on `search_records` for every word of a text. A URL begins where the record's does: on a line of its own. Of a
 * URL, the index is asked for the end only: the site is in too many records to narrow anything down.
 */
export function says(text: string): Prisma.Sql {
  const words = wordsOf(text).map((word) => word.replace(SCHEME, "\n"));
  const long = words.filter((word) => endOf(word) !== word);
  const ends = holdsAll(Prisma.sql`text`, words.map(endOf));
  return long.length > 0 ? Prisma.sql`${ends} AND ${holdsAll(Prisma.sql`(text || '')`, long)}` : ends;
}

/** From the last but one on of its parts of three letters or digits. */
const endOf = (word: string): string => word.slice([...word.matchAll(/[\p{L}\p{N}]{3,}/gu)].at(-2)?.index ?? 0);

/** Whether the index can find a text: it needs three letters or digits in a row, in a database with LC_CTYPE C three of ASCII. */
export async function isIndexed(text: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ indexed: boolean }[]>`
    SELECT search_fold(${wordsOf(text).join(" ")}) ~ CASE WHEN show_trgm('ж') = '{}' THEN '[a-z0-9]{3}' ELSE '[[:alnum:]]{3}' END AS indexed`;
  return found?.indexed ?? false;
}
