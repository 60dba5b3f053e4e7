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

/** Signs that look alike, where both letters and digits may stand. */
const ALIKE: Record<string, string> = {
  ...{ "0": "O", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "B" },
  ...{ O: "0", D: "0", Q: "0", I: "1", Z: "2", S: "5", G: "6", B: "8" },
};

/** How many lines of how many signs there are, and where the document's number begins: TD1, TD2 and TD3. */
const FORMATS: Readonly<Record<number, { count: number; line: number; from: number }>> = {
  30: { count: 3, line: 0, from: 5 },
  36: { count: 2, line: 1, from: 0 },
  44: { count: 2, line: 1, from: 0 },
};

/**
 * Reads the lines of a machine-readable zone: TD1 (three of 30 signs), TD2 (two of 36), TD3 (two of 44). `mrz` repairs signs that look
 * alike by what may stand in their place. Numbers may have both letters and digits, so they are repaired by their check digit, as far as
 * exactly one repair fits. Null unless every check digit is right.
 */
export function readMrz(lines: readonly string[]): DocumentText | null {
  const format = FORMATS[lines[0]?.length ?? 0];
  if (format?.count !== lines.length || lines.some(({ length }) => length !== lines[0]?.length)) return null;
  const { line, from } = format;
  const numbered = lines[line] ?? "";
  const [number, check] = [numbered.slice(from, from + 9), shapedDigit(numbered[from + 9] ?? "")];
  // The old French card has its number elsewhere.
  const numbers = lines[0]?.startsWith("IDFRA") && format.count === 2 ? [number] : numbersOf(number, check);
  for (const each of numbers) {
    const repaired = numbered.slice(0, from) + each + numbered.slice(from + 9);
    const text = textOf(lines.with(line, repaired));
    if (text) return text;
  }
  return null;
}

const shapedDigit = (sign: string): string => (/[A-Z]/.test(sign) ? (ALIKE[sign] ?? sign) : sign);

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

function textOf(lines: readonly string[]): DocumentText | null {
  const { details, documentNumber, fields, format } = parse(lines, { autocorrect: true });
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
    // `mrz` doesn't repair what it doesn't know.
    issuer:
      issuingState ??
      first
        .slice(2, 5)
        .replaceAll("<", "")
        .replace(/\d/g, (digit) => ALIKE[digit] ?? digit),
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
