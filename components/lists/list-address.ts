import type { SelectOption } from "@/components/ui/field";
import { findUnstorableText } from "@/lib/platform/unstorable-text";

// A list keeps its filters and its page in the URL.

/** The filters and the cursor in a list's URL. */
export type ListAddress = Readonly<Record<string, string | null | undefined>>;

type Sent = Readonly<Record<string, string | string[] | undefined>>;

/** The query of a page's URL, as Next passes it to the page. */
export type SearchParams = Promise<Sent>;

/** The values of these names in the URL. Repeated or unusable values are left out. */
export function readListAddress<Name extends string>(
  sent: Sent,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = sent[name];
    if (typeof value === "string" && !findUnstorableText(value)) values[name] = value;
  }
  return values;
}

/** The names whose values in the URL are invalid. */
export const unreadNames = <Name extends string>(
  sent: Sent,
  names: readonly Name[],
  read: Readonly<Partial<Record<Name, unknown>>>,
): Name[] => names.filter((name) => sent[name]?.length && read[name] === undefined);

/** How many filters of a list are set. Its page, tab and order are none, and a range with its times is one. */
export function countFilters(address: Readonly<Record<string, unknown>>): number {
  const { cursor: _, view: __, order: ___, from, to, ...filters } = address;
  const times = filters.range ? [] : [from, to];
  return [...Object.values(filters), ...times].filter(Boolean).length;
}

/** A list's filters and cursor as its data route's query. */
export const queryOf = (address: ListAddress): URLSearchParams =>
  new URLSearchParams(Object.entries(address).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** The text for a word in the URL. Undefined for other words. */
export const wordsFor = (words: Readonly<Record<string, string>>, word: unknown): string | undefined =>
  typeof word === "string" && Object.hasOwn(words, word) ? words[word] : undefined;

/** A list's URL with these values. Empty ones are left out. */
export function listHref(path: string, values: ListAddress): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A list's order, and its URL in the other one, if it has both. */
export const sortOf = (
  path: string,
  { first, isReversible, address }: { first?: First; isReversible?: boolean; address: ListAddress },
) =>
  first && {
    first,
    reversed: isReversible
      ? listHref(path, { ...address, cursor: null, order: address.order ? null : "oldest" })
      : undefined,
  };

type First = "newest" | "oldest";

/** Some values of a list's URL. */
export const picked = (address: ListAddress, names: readonly string[]): ListAddress =>
  Object.fromEntries(names.map((name) => [name, address[name]]));

/** The links of a list's pager, by the cursors of the pages before and after this one. */
export const pagesOf = (
  { newer, older }: Readonly<Record<"newer" | "older", string | null | undefined>>,
  hrefOf: (cursor: string) => string,
) => ({ newer: newer && hrefOf(newer), older: older && hrefOf(older) });

/** The options of a time filter: ranges that end now, or two times. */
export const RANGE_OPTIONS: readonly SelectOption[] = [
  { value: "1h", label: "Last hour" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "custom", label: "Between two times" },
];

/** The time filter in the URL. */
export type RangeAddress = { range?: string | undefined; from?: string | undefined; to?: string | undefined };
