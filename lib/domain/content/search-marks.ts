// What depictions are found by, in one index (depiction_search.marks), told apart by the first letter:
// "p" and a partner, "a" and an account, "y" and "m" and the year and the month of production, "r" and a part of the whole list;
// "w" and a word of the title, the URL or the content id, "#" and the beginning of one with digits.
import { rangeMarks } from "./search-windows";

/** Long words are cut in pieces of so many letters, one beginning at every half: so many of a part lie in one of them. */
const PIECE = 40;
export const PART = PIECE / 2;
const BEGINNINGS = [9, 7, 5, 3];
const LEADING_LETTERS = /^\p{L}{3,}/u;
const SCHEME = /^https?:\/\//i;

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/** The words of a text, in lower case: what stands between all that is neither letter nor digit. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A URL without its scheme, which every one has. */
export const withoutScheme = (url: string): string => url.replace(SCHEME, "");

export const wordMark = (word: string): string => `w${first(word, PIECE)}`;

/** The longest kept beginning of a word with digits that a part of it has too; null when it is too short for any. */
export function beginningMark(part: string): string | null {
  const length = BEGINNINGS.find((kept) => kept <= [...part].length);
  return length ? `#${first(part, length)}` : null;
}

export const ownerMark = (kind: "partner" | "account", id: string): string => `${kind.slice(0, 1)}${id}`;

/** The marks of which a depiction that was produced in this range (its end left out) has one. */
export function productionMarks(from: Date | undefined, to: Date | undefined): string[] | null {
  if (!from || !to) return null;
  const [first, last] = [monthOf(from), monthOf(new Date(to.getTime() - 1))];
  if (last < first) return [];
  const years = Math.floor(last / 12) - Math.floor(first / 12) + 1;
  if (years <= 3) return Array.from({ length: last - first + 1 }, (_, n) => `m${first + n}`);
  return years <= 100 ? Array.from({ length: years }, (_, n) => `y${Math.floor(first / 12) + n}`) : null;
}

const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();

export type Searchable = {
  place: number;
  partnerId: string;
  accountId: string;
  productionDate: Date;
  title: string;
  contentUrl: string;
  externalContentId: string | null;
};

/** Everything that a depiction is found by. */
export function marksOf({
  place,
  partnerId,
  accountId,
  productionDate,
  title,
  contentUrl,
  externalContentId,
}: Searchable) {
  const words = wordsOf(`${title} ${withoutScheme(contentUrl)} ${externalContentId ?? ""}`);
  return [
    ownerMark("partner", partnerId),
    ownerMark("account", accountId),
    `y${productionDate.getUTCFullYear()}`,
    `m${monthOf(productionDate)}`,
    ...rangeMarks(place),
    ...new Set(words.flatMap(marksOfWord)),
  ];
}

/** The words among marks that a part of a word is looked up in. */
export const vocabularyOf = (marks: readonly string[]): string[] =>
  marks.filter((mark) => mark.startsWith("w") && !hasDigit(mark)).map((mark) => mark.slice(1));

function marksOfWord(word: string): string[] {
  if (!hasDigit(word)) return word.length <= PIECE ? [wordMark(word)] : piecesOf([...word]).map(wordMark);
  const letters = LEADING_LETTERS.exec(word)?.[0];
  return [
    wordMark(word),
    ...BEGINNINGS.map((length) => `#${first(word, length)}`),
    ...(letters ? [wordMark(letters)] : []),
  ];
}

function piecesOf(letters: readonly string[]): string[] {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from + PART < letters.length; from += PART)
    pieces.push(letters.slice(from, from + PIECE).join(""));
  return pieces;
}

/** By whole characters, also where one takes two places. */
const first = (word: string, length: number): string =>
  word.length <= length ? word : [...word].slice(0, length).join("");
