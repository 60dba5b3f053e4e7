import { db, Prisma } from "@/lib/platform/db";

const WORDS_MOST = 8;

/** Punctuation around a word. */
const AROUND = /^["'“”„‘’«»]+|["'“”„‘’«».,;:]+$/gu;

/** The words of a typed text, without punctuation around them; a text of punctuation alone stays as it is. */
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
 * The condition on `search_records` for every word of a text. A URL matches from the start of the record's URL, which starts a
 * line there. The index is asked for the end of a URL only: its site is in too many records to narrow anything down.
 */
export function says(text: string): Prisma.Sql {
  const words = wordsOf(text).map((word) => word.replace(SCHEME, "\n"));
  const long = words.filter((word) => endOf(word) !== word);
  const ends = holdsAll(Prisma.sql`text`, words.map(endOf));
  return long.length > 0 ? Prisma.sql`${ends} AND ${holdsAll(Prisma.sql`(text || '')`, long)}` : ends;
}

/** A word's last two parts of three or more letters or digits, which the index can find. */
const endOf = (word: string): string => word.slice([...word.matchAll(/[\p{L}\p{N}]{3,}/gu)].at(-2)?.index ?? 0);

/** Whether the index can find a text: it needs three letters or digits in a row, in a database with LC_CTYPE C three of ASCII. */
export async function isIndexed(text: string): Promise<boolean> {
  const [found] = await db.$queryRaw<{ indexed: boolean }[]>`
    SELECT search_fold(${wordsOf(text).join(" ")}) ~ CASE WHEN show_trgm('ж') = '{}' THEN '[a-z0-9]{3}' ELSE '[[:alnum:]]{3}' END AS indexed`;
  return found?.indexed ?? false;
}
