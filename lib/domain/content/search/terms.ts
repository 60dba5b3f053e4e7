import { isId } from "@/lib/platform/ids";
import type { TimedCursor } from "@/lib/platform/keyset";
import { folded } from "./marks";

/** What a search of the content log is narrowed by. */
export type Wanted = {
  /** Words of a title, a part of a URL, the beginning of a content id, or a whole id of ours. */
  text?: string | undefined;
  /** The text is a content id, whole. */
  whole?: boolean;
  accountId?: string | undefined;
  /** `late`: declared so long ago that its upload's first URL has ended. */
  copy?: "stored" | "pending" | "late" | "missing" | undefined;
  removed?: "yes" | "no" | undefined;
  /** The range of production dates, its end left out. With one and without a text, the list is in the order of these dates. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** What was logged before this id, for `late`. */
  lateBefore?: string | undefined;
};

/** Whose records are searched: one partner's, or for the custodian everybody's. */
export type Scope = { partnerId: string | null };

/** Collects a statement's values and names their places. */
export class Values {
  readonly list: unknown[] = [];
  readonly add = (value: unknown): string => `$${this.list.push(value)}`;
}

export const isByProduction = ({ from, to }: Wanted): boolean => from !== undefined || to !== undefined;

/** The condition for what is of this scope and these filters' own indexes, and the condition for the rest. */
export function conditionsOf(scope: Scope, wanted: Wanted, { add }: Values): { indexed: string[]; others: string[] } {
  const { accountId, copy, from, to, removed, lateBefore } = wanted;
  const indexed: string[] = [];
  const others: string[] = [];
  if (scope.partnerId !== null) indexed.push(`partner_id = ${add(scope.partnerId)}`);
  if (accountId) indexed.push(`account_id = ${add(accountId)}`);
  if (from) indexed.push(`production_date >= ${add(from)}`);
  if (to) indexed.push(`production_date < ${add(to)}`);
  // The few that are not stored, and the few that were removed, have indexes of their own, in the order of their ids.
  const own = accountId || isByProduction(wanted) ? others : indexed;
  if (copy === "stored") others.push("copy_state = 'stored'");
  else if (copy) own.push(`copy_state = '${copy === "missing" ? "missing" : "pending"}'`);
  if (copy === "late" && lateBefore) own.push(`id < ${add(lateBefore)}`);
  if (removed === "yes") own.push("removed_at IS NOT NULL");
  // What is taken down waits for no copy.
  else if (copy && copy !== "stored") own.push("removed_at IS NULL");
  else if (removed === "no") others.push("removed_at IS NULL");
  return { indexed, others };
}

const TYPED_MOST = 8;

/** Text that a pattern takes for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const expression = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** What stands around a word in a sentence, and is not looked for. */
const AROUND = /^["'“”„‘’«»]+|["'“”„‘’«».,;:]+$/gu;

/** The words of a text as it was typed, without quotation marks around them and what ends a sentence, unless it is nothing else. */
export function typedWords(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const bare = words.map((word) => word.replace(AROUND, "")).filter(Boolean);
  return (bare.length > 0 ? bare : words).slice(0, TYPED_MOST);
}

/** What a column holds that has this text in it, folded before it is made a pattern: a letter may fold to a sign of patterns. */
export const holding = (text: string): string => `%${literal(folded(text))}%`;

/**
 * The condition that a row meets when it is what the text looks for: each word anywhere in the title, the text anywhere in
 * the URL or at its beginning, the beginning of a content id. What has a digit begins where a word does: 77 is not in 177.
 */
export function textCondition(text: string, { add }: Values): string {
  const isBeginning = `external_content_id LIKE ${add(`${literal(text)}%`)}`;
  const typed = typedWords(text);
  if (isUrl(text)) {
    const [url = text, ...others] = typed;
    const begins = `${literal(folded(others.length > 0 ? text : url))}%`;
    return `(${isBeginning} OR search_fold(content_url) LIKE ${add(begins)})`;
  }
  const words = typed.map(folded).map((word) => {
    return add(`${/^\p{L}*\p{N}/u.test(word) ? "(?<![[:alnum:]])" : ""}${expression(word)}`);
  });
  const inTitle = words.map((word) => `search_fold(title) ~ ${word}`).join(" AND ");
  const inUrl = words.length === 1 ? ` OR search_fold(content_url) ~ ${words[0]}` : "";
  return `(${isBeginning} OR (${inTitle})${inUrl})`;
}

/** The same where a whole id of ours is meant too. */
export const textOrIdCondition = (text: string, values: Values): string =>
  isId(text.toLowerCase())
    ? `(${textCondition(text, values)} OR ${values.add(text.toLowerCase())} IN (id, content_log_id))`
    : textCondition(text, values);

/** The order of a list, read in one direction: its ORDER BY, and the condition for what lies beyond a place. */
export function orderOf(wanted: Wanted, direction: "asc" | "desc") {
  const beyond = direction === "asc" ? ">" : "<";
  return isByProduction(wanted)
    ? {
        by: `production_date ${direction}, id ${direction}`,
        // The bound on the date alone follows from the rest; it is where an index begins.
        beyond: ({ at, id }: TimedCursor, { add }: Values) =>
          `(production_date, id) ${beyond} (${add(at)}, ${add(id)})`,
      }
    : { by: `id ${direction}`, beyond: ({ id }: TimedCursor, { add }: Values) => `id ${beyond} ${add(id)}` };
}
