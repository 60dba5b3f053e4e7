import { findUnstorableText } from "@/lib/platform/unstorable-text";

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
