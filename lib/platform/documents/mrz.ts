import { parse } from "mrz";

/** What a document says, in its own codes. Null for what it doesn't say. */
export type DocumentText = {
  source: "mrz" | "pdf417";
  /** Given names and surname. */
  name: string | null;
  isNameCut: boolean;
  birthDate: string | null;
  expiryDate: string | null;
  number: string | null;
  /** The kind of document: the first two letters of a machine-readable zone, or the kind of a license's barcode. */
  code: string | null;
  /** Who issued it: ICAO's three letters, without fillers. */
  issuer: string | null;
  state: string | null;
};

const DIGIT_FOR: Record<string, string> = {
  O: "0",
  Q: "0",
  D: "0",
  U: "0",
  I: "1",
  L: "1",
  T: "1",
  J: "1",
  Z: "2",
  A: "4",
  S: "5",
  G: "6",
  B: "8",
};
const LETTER_FOR: Record<string, string> = { "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B" };
/** Signs that look alike, where both letters and digits may stand. */
const ALIKE: Record<string, string> = { ...LETTER_FOR, O: "0", D: "0", Q: "0", I: "1", Z: "2", S: "5", G: "6", B: "8" };

/**
 * Reads the lines of a machine-readable zone: TD1 (three of 30 signs), TD2 (two of 36), TD3 (two of 44). Signs that look alike are
 * repaired: by what may stand in their place, and in numbers by the check digit, as far as exactly one repair fits. Null unless every
 * check digit is right.
 */
export function readMrz(lines: readonly string[]): DocumentText | null {
  const format = FORMATS.find(
    ({ length, count }) => lines.length === count && lines.every((line) => line.length === length),
  );
  if (!format) return null;
  for (const repaired of format.repairs(lines)) {
    const text = textOf(repaired);
    if (text) return text;
  }
  return null;
}

type Format = { length: number; count: number; repairs: (lines: readonly string[]) => Iterable<string[]> };

/** `A` a letter or filler, `9` a digit or filler, `C` a check digit, `*` anything. */
const shaped = (line: string, shape: string): string =>
  [...line]
    .map((sign, index) => {
      const kind = shape[index];
      if (kind === "A") return LETTER_FOR[sign] ?? sign;
      return kind === "9" || kind === "C" ? (DIGIT_FOR[sign] ?? sign) : sign;
    })
    .join("");

const DAYS = "999999CA999999C";
const SECOND = { 44: `*********CAAA${DAYS}**************C9`, 36: `*********CAAA${DAYS}*******9` };

const FORMATS: readonly Format[] = [
  {
    length: 44,
    count: 2,
    repairs: ([first = "", second = ""]) => pairs(shaped(first, "A".repeat(44)), shaped(second, SECOND[44])),
  },
  {
    length: 36,
    count: 2,
    // The old French card has digits beside the names.
    repairs: ([first = "", second = ""]) =>
      first.startsWith("IDFRA") ? [[first, second]] : pairs(shaped(first, "A".repeat(36)), shaped(second, SECOND[36])),
  },
  {
    length: 30,
    count: 3,
    *repairs([first = "", second = "", third = ""]) {
      const top = shaped(first, `A*AAA*********C***************`);
      const rest = [shaped(second, `${DAYS}AAA***********9`), shaped(third, "A".repeat(30))] as const;
      for (const number of numbersOf(top.slice(5, 14), top.slice(14, 15)))
        yield [top.slice(0, 5) + number + top.slice(14), ...rest];
    },
  },
];

function* pairs(first: string, second: string): Iterable<string[]> {
  for (const number of numbersOf(second.slice(0, 9), second.slice(9, 10))) yield [first, number + second.slice(9)];
}

/**
 * The number as it was read, if its check digit is right or goes on elsewhere, else the only look-alike that its check digit fits. With
 * zeros for every O, if that fits: readers take many zeros for O, while one O that is meant never fits as a zero.
 */
function numbersOf(number: string, check: string): string[] {
  const zeros = number.replace(/[OQ]/g, "0");
  if (digitOf(zeros) === check) return [zeros];
  if (check === "<" || digitOf(number) === check) return [number];
  // More repairs at once would fit too often by chance.
  const fitting = [...new Set(withOneRepair(zeros))].filter((each) => digitOf(each) === check);
  return fitting.length === 1 ? fitting : [];
}

const withOneRepair = (number: string): string[] =>
  [...number].flatMap((sign, index) => {
    const other = ALIKE[sign];
    return other ? [number.slice(0, index) + other + number.slice(index + 1)] : [];
  });

const WEIGHTS = [7, 3, 1];
const digitOf = (text: string): string =>
  String(
    [...text].reduce(
      (sum, sign, index) => sum + (sign === "<" ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[index % 3] ?? 0),
      0,
    ) % 10,
  );

const CHECKED = [
  "documentNumber",
  "documentNumberCheckDigit",
  "birthDate",
  "birthDateCheckDigit",
  "expirationDate",
  "expirationDateCheckDigit",
  "compositeCheckDigit",
];

function textOf(lines: string[]): DocumentText | null {
  const { details, documentNumber, fields, format } = parse(lines);
  if (details.some(({ field, valid }) => field !== null && CHECKED.includes(field) && !valid)) return null;
  const { firstName, lastName, birthDate, expirationDate, issuingState } = fields;
  const birth = birthDate ? dateOf(birthDate, "past") : null;
  if (!birth || !documentNumber) return null;
  const first = lines[0] ?? "";
  const names = (format === "TD1" ? lines[2] : first.slice(5)) ?? "";
  // A name starts with a letter, so the first one wasn't seen.
  if (names.startsWith("<")) return null;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return {
    source: "mrz",
    name: name || null,
    isNameCut: !names.endsWith("<"),
    birthDate: birth,
    expiryDate: expirationDate ? dateOf(expirationDate, "future") : null,
    number: documentNumber,
    code: first.slice(0, 2).replaceAll("<", ""),
    issuer: issuingState ?? first.slice(2, 5).replaceAll("<", ""),
    state: null,
  };
}

/** A day of two-digit years: a birth is not in the future, and a document ends less than fifty years from now. */
function dateOf(text: string, when: "past" | "future"): string | null {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (!year) return null;
  const thisYear = new Date().getUTCFullYear();
  const century = Math.floor(thisYear / 100) * 100;
  const last = when === "past" ? thisYear : thisYear + 50;
  const full = century + Number(year) > last ? century - 100 + Number(year) : century + Number(year);
  const date = `${full}-${month}-${day}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}
