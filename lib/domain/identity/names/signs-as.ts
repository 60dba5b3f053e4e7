/**
 * Whether a typed signature is one of a person's names. Letter case, accents, spacing, hyphens, apostrophes, invisible characters
 * and the order of the names don't count. Names between the first and the last may be left out, added or abbreviated, but not
 * replaced. Letters that only look alike, such as those of another script, differ. Law: 28 CFR 75.2(a)(1).
 */
export function signsAs(typed: string, names: readonly string[]): boolean {
  const signed = readingOf(typed);
  return signed.letters !== "" && names.some((name) => isSameName(signed, readingOf(name)));
}

/** A name as it is compared. */
type Reading = {
  /** What spaces separate: “anne-marie” is one word, because half of it may be another person's name. */
  words: string[];
  /** What spaces and hyphens separate, sorted. */
  parts: string;
  letters: string;
};

function readingOf(name: string): Reading {
  const folded = fold(name);
  const words = split(folded.replace(HYPHENS, ""));
  return { words, parts: split(folded).toSorted().join(" "), letters: words.join("") };
}

const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿ′＇]/g;
const HYPHENS = /[\p{Dash}]/gu;
// Accents, and the vowel points of Hebrew and Arabic. Marks of other scripts make another letter.
const ACCENTS = /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])\p{Mn}/gu;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

// Letters that have no accent to remove, as people without them on their keyboard type them. The index folds the same way.
const PLAIN: Record<string, string> = {
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

const fold = (name: string): string =>
  name
    .replace(APOSTROPHES, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(INVISIBLE, "")
    .replace(ACCENTS, "")
    .replace(/[øłđðıςßæœþ]/g, (letter) => PLAIN[letter] ?? letter);

const split = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const isSameName = (signed: Reading, own: Reading): boolean =>
  signed.letters === own.letters || signed.parts === own.parts || differsInMiddleNames(signed.words, own.words);

function differsInMiddleNames(signed: readonly string[], own: readonly string[]): boolean {
  const [first, last] = [own[0], own.at(-1)];
  // A single name must be the whole signature.
  if (own.length < 2 || first === undefined || last === undefined) return false;
  if (without([first, last], signed).length > 0) return false;
  const [missing, added] = [without(own, signed), without(signed, own)];
  return missing.length === 0 || added.every((name) => missing.some((other) => abbreviates(name, other)));
}

/** The words of a name that the other doesn't have. A word that is there twice must be in both twice. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether one of two words is the other's initial. */
const abbreviates = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length === 1 && long.startsWith(short);
};
