import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import type { SelectOption } from "./field";

// A list keeps its filters and its place in the page's address.

/** What a page's address says under these names. What stands there twice, or is no text to look for, says nothing. */
export function readListAddress<Name extends string>(
  sent: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const said: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = sent[name];
    if (typeof value === "string" && !findUnstorableText(value)) said[name] = value;
  }
  return said;
}

/** The names under which an address says something that the list could not read. */
export const unreadNames = <Name extends string>(
  sent: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly Name[],
  read: Readonly<Partial<Record<Name, unknown>>>,
): Name[] => names.filter((name) => sent[name]?.length && read[name] === undefined);

/** What is said for a word in a page's address; undefined for what nobody of us wrote there. */
export const wordsFor = (words: Readonly<Record<string, string>>, said: unknown): string | undefined =>
  typeof said === "string" && Object.hasOwn(words, said) ? words[said] : undefined;

/** The address of a list that says these things. What is empty is left out. */
export function listHref(path: string, values: Readonly<Record<string, string | null | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

// A list's time filter: a length of time back from now, or two times. It stands in the page's address.

/** What the filter offers. */
export const RANGE_OPTIONS: readonly SelectOption[] = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "custom", label: "Between two times" },
];

const LENGTHS = new Map([
  ["1h", HOUR_MS],
  ["24h", DAY_MS],
  ["7d", 7 * DAY_MS],
  ["30d", 30 * DAY_MS],
]);

/** What an address says of the time. */
export type RangeAddress = { range?: string; from?: string; to?: string };

/** An address with a time filter as the data route's query. Times in the address are UTC, to the minute; a range ends `now`. */
export function rangeQuery(
  { range, from, to, ...plain }: RangeAddress & Record<string, string | undefined>,
  now: number,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(plain)) if (value) query.set(name, value);
  if (range === "custom") {
    if (from) query.set("from", `${from}:00.000Z`);
    if (to) query.set("to", `${to}:00.000Z`);
  }
  const length = range === undefined ? undefined : LENGTHS.get(range);
  if (length !== undefined) query.set("from", new Date(now - length).toISOString());
  return query;
}
