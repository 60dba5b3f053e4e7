// What depictions are found by, in one index (depiction_search.marks), told apart by the first letter of what a mark is made of:
// "p" and a partner, "a" and an account, "d" and days of production, "r" and a part of the whole list; "w" and a word of the
// title, the URL or the content id, "#" and the beginning of one with digits. Words are there twice, for everybody and for the
// partner: what a partner looks for leads past what others have of it, and takes no longer for that.
import { markOf } from "./mark";
import { dayMarks, rangeMarks } from "./windows";

/** Long words are cut in pieces of so many letters, one beginning at every half: so many of a part lie in one of them. */
const PIECE = 40;
export const FRAGMENT_MOST = PIECE / 2;
const BEGINNINGS = [9, 7, 5, 3];
/** A word that goes more often from letters to digits is a code: letters inside of it would fill the vocabulary with what nobody means. */
const RUNS_MOST = 3;
const LETTERS_LEAST = 3;
const SCHEME = /^https?:\/\//i;

export const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

const WITHOUT_MARKS: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/** A text as it is compared, in lower case and without the marks of its letters. `search_fold` in the database is the same. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[øłđðıςßæœþ]/g, (letter) => WITHOUT_MARKS[letter] ?? letter);

/** The words of a text, folded: what stands between all that is neither letter nor digit. */
export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A URL without its scheme, which every one has. */
export const withoutScheme = (url: string): string => url.replace(SCHEME, "");

/** Among whose records a word is looked for: a partner's or, with null, everybody's. */
export type Whose = string | null;

const among = (whose: Whose): string => (whose === null ? "" : ` ${whose}`);

export const wordMark = (word: string, whose: Whose): number => markOf(`w${first(word, PIECE)}${among(whose)}`);

/** The longest kept beginning of a word with digits that a part of it has too; null when it is too short for any. */
export function beginningMark(part: string, whose: Whose): number | null {
  const length = BEGINNINGS.find((kept) => kept <= [...part].length);
  return length ? markOfBeginning(part, length, whose) : null;
}

const markOfBeginning = (word: string, length: number, whose: Whose): number =>
  markOf(`#${first(word, length)}${among(whose)}`);

export const ownerMark = (kind: "partner" | "account", id: string): number => markOf(`${kind.slice(0, 1)}${id}`);

export type SearchText = { title: string; contentUrl: string; externalContentId: string | null };

export type Searchable = SearchText & {
  place: number;
  partnerId: string;
  /** Null once it is erased. */
  accountId: string | null;
  productionDate: Date;
};

/** Everything that a depiction is found by. */
export function marksOf({ place, partnerId, accountId, productionDate, ...text }: Searchable): number[] {
  const marks = [
    ownerMark("partner", partnerId),
    ...(accountId ? [ownerMark("account", accountId)] : []),
    ...dayMarks(productionDate),
    ...rangeMarks(place),
    ...allWordsOf(text).flatMap((word) => [...wordMarksOf(word, null), ...wordMarksOf(word, partnerId)]),
  ];
  return [...new Set(marks)];
}

/** The words among them that a part of a word is looked up in. */
export const vocabularyOf = (text: SearchText): string[] => [
  ...new Set(
    allWordsOf(text)
      .flatMap(keptOf)
      .filter((word) => !hasDigit(word)),
  ),
];

const allWordsOf = ({ title, contentUrl, externalContentId }: SearchText): string[] => [
  ...new Set(wordsOf(`${title} ${withoutScheme(contentUrl)} ${externalContentId ?? ""}`)),
];

const wordMarksOf = (word: string, whose: Whose): number[] => [
  ...keptOf(word).map((kept) => wordMark(kept, whose)),
  ...(hasDigit(word) ? BEGINNINGS.map((length) => markOfBeginning(word, length, whose)) : []),
];

/** What of a word is kept: its pieces or, with digits, itself and the letters before, between and after them, of a code those before. */
function keptOf(word: string): string[] {
  if (!hasDigit(word)) return piecesOf(word);
  const runs = word.match(/\p{L}+|\p{N}+/gu) ?? [];
  const read = runs.length <= RUNS_MOST ? runs : runs.slice(0, 1);
  return [word, ...read.filter((run) => !hasDigit(run) && [...run].length >= LETTERS_LEAST).flatMap(piecesOf)];
}

function piecesOf(word: string): string[] {
  if (word.length <= PIECE) return [word];
  const letters = [...word];
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from + FRAGMENT_MOST < letters.length; from += FRAGMENT_MOST)
    pieces.push(letters.slice(from, from + PIECE).join(""));
  return pieces;
}

/** By whole characters, also where one takes two places. */
const first = (word: string, length: number): string =>
  word.length <= length ? word : [...word].slice(0, length).join("");
