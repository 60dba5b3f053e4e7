import { isId } from "@/lib/platform/ids";
import type { TimedCursor } from "@/lib/platform/keyset";

/** What a search of the content log is narrowed by. */
export type Wanted = {
  /** Words of a title, a part of a URL, the beginning of a content id, or a whole id of ours. */
  text?: string | undefined;
  accountId?: string | undefined;
  /** `late`: declared so long ago that its upload's first URL has ended. */
  copy?: "stored" | "pending" | "late" | "missing" | undefined;
  removed?: "yes" | "no" | undefined;
  /** The range of production dates, its end left out. With one, the list is in the order of these dates. */
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
  const { accountId, copy, removed, from, to, lateBefore } = wanted;
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

const WORDS_MOST = 8;
const URL_PREFIX = 400;

/** Text that a pattern takes for itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const expression = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);
// What trigrams can find: three letters or digits on end.
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** One way to find a text. `ordered` names what its index is in the order of; null for an index of trigrams. */
export type TextSource = { condition: (values: Values) => string; ordered: string | null };

/** The condition that a row meets when it is what the text looks for. */
export const textCondition = (text: string, values: Values): string =>
  textSources(text, { all: true })
    .map(({ condition }) => `(${condition(values)})`)
    .join(" OR ");

/**
 * The ways to find a text: each word anywhere in the title, the text anywhere in the URL or at its beginning, the beginning
 * of a content id, a whole id. What no index can find is left out, unless `all`.
 */
export function textSources(text: string, { all = false } = {}): TextSource[] {
  const sources: TextSource[] = [
    {
      condition: ({ add }) => `external_content_id LIKE ${add(`${literal(text)}%`)}`,
      ordered: "external_content_id",
    },
  ];
  const id = text.toLowerCase();
  if (isId(id)) {
    const ids = ["id", "content_log_id"];
    return [
      ...sources,
      ...ids.map((column) => ({ condition: ({ add }: Values) => `${column} = ${add(id)}`, ordered: column })),
    ];
  }
  if (isUrl(text)) return [urlPrefix(text)];
  const words = text.split(/\s+/).slice(0, WORDS_MOST);
  if (all || words.some(hasTrigram)) sources.push(containing("title", words, all));
  if (words.length === 1 && (all || hasTrigram(text))) sources.push(containing("content_url", words, all));
  return sources;
}

function urlPrefix(text: string): TextSource {
  const ordered = `left(content_url, ${URL_PREFIX})`;
  const head = `${literal(text.slice(0, URL_PREFIX))}%`;
  return {
    condition: ({ add }) =>
      `${ordered} LIKE ${add(head)}${text.length > URL_PREFIX ? ` AND content_url LIKE ${add(`${literal(text)}%`)}` : ""}`,
    ordered,
  };
}

// A row in hand is compared by an expression: PostgreSQL takes three times as long for the pattern that indexes know best.
const containing = (column: string, words: readonly string[], all: boolean): TextSource => ({
  condition: ({ add }) =>
    words
      .map((word) => (all ? `${column} ~* ${add(expression(word))}` : `${column} ILIKE ${add(`%${literal(word)}%`)}`))
      .join(" AND "),
  ordered: null,
});

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
