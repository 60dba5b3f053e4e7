import type { PoolClient } from "pg";
import { markOf } from "./mark";
import { beginningMark, FRAGMENT_MOST, folded, hasDigit, type Whose, withoutScheme, wordMark, wordsOf } from "./marks";
import { typedWords } from "./terms";

/** More words than these are not asked for one by one. */
const CANDIDATES_MOST = 256;
/** By so many words a text is narrowed down; what it leads to is held against all of them. */
const NARROWING_MOST = 8;
/** No part of a word that is shorter is looked up. */
const SHORTEST = 3;

/** A row that the text looks for has one mark of each group. */
export type Groups = number[][];

export type Narrowing = {
  groups: Groups;
  /** So many words have a part that not all of them are looked for: only those that begin with it, or it as a word. */
  isCut: boolean;
};

/** The same of a text that is there whole. */
export const groupsOfWhole = (text: string, whose: Whose): Groups =>
  longest(wordsOf(text).map((word) => ({ word }))).map(({ word }) => [wordMark(word, whose)]);

/** What no record has is a mark of its own, which leads to nothing. */
const NOTHING = markOf("");

/** Every URL has one of them, and no mark of it. */
const SCHEMES = new Set(["http", "https"]);

type Fragment = { patterns: string[] };

/**
 * What narrows a text down: of each of its words the marks of which a row has one, or nothing where that would be too many.
 * A partner's words are looked up among its own: what others log neither widens nor narrows what it finds, and shows in no time
 * that an answer takes. A word that no record has is looked for all the same.
 */
export async function narrowingOf(client: PoolClient, text: string, whose: Whose): Promise<Narrowing> {
  const groups: Groups = [];
  const fragments: Fragment[] = [];
  for (const { word, begins, ends } of longest(typedWords(text).flatMap(wordsIn))) {
    if (hasDigit(word)) {
      const mark = ends ? wordMark(word, whose) : beginningMark(word, whose);
      if (mark) groups.push([mark]);
    } else if (begins && ends && word.length <= FRAGMENT_MOST) groups.push([wordMark(word, whose)]);
    else if (word.length >= SHORTEST) fragments.push(fragmentOf(word, begins));
  }
  const looked = await lookUp(client, fragments, whose);
  for (const { words } of looked) {
    if (words) groups.push(words.length > 0 ? words.map((word) => wordMark(word, whose)) : [NOTHING]);
  }
  return { groups, isCut: looked.some(({ isCut }) => isCut) };
}

type TypedWord = { word: string; begins: boolean; ends: boolean };

/** The words in what was typed without a blank, and of each whether it begins and ends there. */
function wordsIn(typed: string): TypedWord[] {
  const stripped = withoutScheme(typed);
  const bare = folded(stripped);
  const words = wordsOf(bare);
  return words.flatMap((word, n) => {
    const begins = n > 0 || stripped.length < typed.length || !bare.startsWith(word);
    const ends = n < words.length - 1 || !bare.endsWith(word);
    return SCHEMES.has(word) ? [] : { word, begins, ends };
  });
}

/** The longest words, which narrow most; so many that a text has statements of few forms. */
const longest = <Word extends { word: string }>(words: readonly Word[]): Word[] =>
  words.toSorted((one, other) => other.word.length - one.word.length).slice(0, NARROWING_MOST);

function fragmentOf(word: string, begins: boolean): Fragment {
  const part = [...word].slice(0, FRAGMENT_MOST).join("");
  return { patterns: [...(begins ? [] : [`%${part}%`]), `${part}%`, part] };
}

type LookedUp = { words: string[] | null; isCut: boolean };

/**
 * For each part the words that it stands in or, where these are too many, those that it begins or, where these are too, the one
 * that it is. Null where it stands in too many, and neither begins few nor is one.
 */
async function lookUp(client: PoolClient, fragments: readonly Fragment[], whose: Whose): Promise<LookedUp[]> {
  if (fragments.length === 0) return [];
  const { rows } = await client.query<{ part: number; words: string[] }>({
    name: "search_words",
    text: `SELECT asked.part, found.words FROM unnest($1::int[], $2::text[]) WITH ORDINALITY AS asked(part, pattern, n)
     CROSS JOIN LATERAL (SELECT ARRAY(SELECT word FROM search_vocabulary WHERE whose = $3 AND word LIKE asked.pattern LIMIT ${CANDIDATES_MOST + 1}) AS words) AS found
     ORDER BY asked.n`,
    values: [
      fragments.flatMap(({ patterns }, part) => patterns.map(() => part)),
      fragments.flatMap(({ patterns }) => patterns),
      whose ?? "",
    ],
  });
  return fragments.map((_, part) => {
    const found = rows.filter((row) => row.part === part).map(({ words }) => words);
    const few = found.findIndex((words) => words.length <= CANDIDATES_MOST);
    const words = found[few] ?? [];
    return few > 0 && words.length === 0 ? { words: null, isCut: false } : { words, isCut: few > 0 };
  });
}
