import type { PoolClient } from "pg";
import { sha256Hex } from "@/lib/platform/crypto";
import { ownerMark } from "./marks";
import { conditionsOf, type Scope, textCondition, typedWords, Values, type Wanted } from "./terms";
import { productionMarks, type Window } from "./windows";
import type { Groups } from "./words";

/** A depiction that was found, and its place in the list. */
export type Found = { id: string; place: number };

export type Asked = { scope: Scope; wanted: Wanted & { text: string }; groups: Groups; down: boolean };

/** A part of the list is not read where more of it has these marks; as many as the smallest parts have places, these always are. */
const mostOf = ({ level, high, low }: Window, enough: number): number => (level === 0 ? high - low : enough);
/** After so many rows, or after this time, reading ends with the part that it is at. */
export const LOOKED_MOST = 12_000;
/** So many words have most of the texts that are searched. */
const COMMON_MOST = 3;
export const TIME_MS = 400;

/** What was found in parts of the list, one after the other: how many were read, and whether the next one has too much in it. */
export type WindowsRead = { read: number; looked: number; found: Found[]; overflow: boolean };

/** What is read: parts of the list, until `limit` are found; no part but a smallest one with more than `enough` to look at. */
type Reading = { at: number; windows: readonly Window[]; limit: number; enough: number };

type ReadWindow = { n: number; looked: number; found: string[]; overflow: boolean };

/**
 * What a text looks for from the place `at` on, in these parts of the list and in their order, until `limit` are found or one
 * part has too many that may be meant: its sixteenths have fewer.
 */
export async function readWindows(client: PoolClient, asked: Asked, given: Reading): Promise<WindowsRead> {
  const { sql, values } = windowsStatement(asked, given);
  const { rows } = await client.query<ReadWindow>({
    ...(isCommon(asked) && nameOf(sql, asked.scope.partnerId === null ? "custodians" : "partners")),
    text: sql,
    values,
  });
  const last = rows.at(-1);
  const found = rows.flatMap((row) => row.found.map(foundOf));
  if (!last) return { read: 0, looked: 0, found, overflow: false };
  return { read: last.overflow ? last.n - 1 : last.n, looked: last.looked, found, overflow: last.overflow };
}

// On globalThis: Next's pages and its routes are two module graphs over one pool of connections.
const KEY = Symbol.for("vellum.keptSearches");
const shared = globalThis as { [KEY]?: Map<string, Set<string>> };
/** Each takes up to a megabyte for as long as its connection lives. */
const KEPT_MOST = { partners: 16, custodians: 8 };

/** The names of the first statements of so many forms, which each connection keeps planned: planning takes longer than most run. */
function nameOf(sql: string, whose: keyof typeof KEPT_MOST): { name: string } | null {
  shared[KEY] ??= new Map();
  const kept = shared[KEY].get(whose) ?? new Set();
  shared[KEY].set(whose, kept);
  const name = `windows_${sha256Hex(sql).slice(0, 24)}`;
  if (kept.size < KEPT_MOST[whose]) kept.add(name);
  return kept.has(name) ? { name } : null;
}

/** Whether a statement has a form that most searches have. */
const isCommon = ({ wanted: { accountId, copy, removed, text }, groups }: Asked): boolean =>
  !(accountId || copy || removed) && Math.max(groups.length, typedWords(text).length) <= COMMON_MOST;

function foundOf(text: string): Found {
  const [place = "", id = ""] = text.split(" ");
  return { id, place: Number(place) };
}

/** The statement of `readWindows`. */
export function windowsStatement(
  { scope, wanted, groups, down }: Asked,
  { at, windows, limit, enough }: Reading,
): { sql: string; values: unknown[] } {
  const values = new Values();
  const { add } = values;
  const nth = (numbers: number[]) => `(${add(numbers)}::bigint[])[walk.n + 1]`;
  // Each group by itself: the index then goes on from the furthest of them.
  const marks = windows.flatMap(({ mark }) => mark ?? []);
  const met = [
    ...(marks.length > 0 ? [`marks && ARRAY[${nth(marks)}::int]`] : []),
    ...[...groups, ...groupsOfFilters(scope, wanted, groups)].map((group) => `marks && ${add(group)}::int[]`),
    `place >= ${nth(windows.map(({ low }) => (down ? low : Math.max(low, at))))}`,
    `place < ${nth(windows.map(({ high }) => (down ? Math.min(high, at) : high)))}`,
  ];
  const few = nth(windows.map((window) => mostOf(window, enough)));
  const most = add(limit);
  const sql = `WITH RECURSIVE walk AS (
      SELECT 0 AS n, 0 AS hits, 0 AS looked, '{}'::text[] AS found, false AS overflow
      UNION ALL
      SELECT walk.n + 1, walk.hits + cardinality(part.found), walk.looked + part.candidates, part.found, part.overflow
      FROM walk CROSS JOIN LATERAL (
        WITH candidates AS MATERIALIZED (
          SELECT depiction_id, place FROM depiction_search WHERE ${met.join(" AND ")} LIMIT ${few} + 1),
        counted AS (SELECT count(*)::int AS candidates, count(*) > ${few} AS overflow FROM candidates)
        SELECT candidates, overflow, CASE WHEN overflow THEN '{}' ELSE ARRAY(
          SELECT c.place || ' ' || c.depiction_id FROM (SELECT * FROM candidates ORDER BY place ${down ? "DESC" : "ASC"}) AS c
          WHERE ${recordMeets(scope, wanted, values)} LIMIT ${most}::int - walk.hits) END AS found
        FROM counted) AS part
      WHERE walk.n < ${add(windows.length)}::int AND walk.hits < ${most} AND NOT walk.overflow AND walk.looked < ${LOOKED_MOST}
        AND (walk.n = 0 OR clock_timestamp() < statement_timestamp() + interval '${TIME_MS} ms'))
    SELECT n, looked, found, overflow FROM walk WHERE n > 0 ORDER BY n`;
  return { sql, values: values.list };
}

function groupsOfFilters(scope: Scope, { accountId, from, to }: Wanted, groupsOfText: Groups): Groups {
  const produced = productionMarks(from, to);
  return [
    // The marks of a partner's words lead to no other's records.
    ...(scope.partnerId === null || groupsOfText.length > 0 ? [] : [[ownerMark("partner", scope.partnerId)]]),
    ...(accountId ? [[ownerMark("account", accountId)]] : []),
    ...(produced ? [produced] : []),
  ];
}

/**
 * The condition that the record of `c` meets when it is what is looked for. A partner's records are there; the custodian finds
 * those too that are erased, as long as the index of who appears has an entry of them.
 */
function recordMeets(scope: Scope, wanted: Asked["wanted"], values: Values): string {
  const isMeant = wanted.whole
    ? `external_content_id = ${values.add(wanted.text)}`
    : textCondition(wanted.text, values);
  return meets(scope, [isMeant, filtersOf(scope, wanted, values)].join(" AND "));
}

export function filtersOf(scope: Scope, wanted: Wanted, values: Values): string {
  const { indexed, others } = conditionsOf(scope, wanted, values);
  return [...indexed, ...others].join(" AND ") || "true";
}

/** Whether the record of `c` meets a condition. Not by EXISTS, which may be made a join of all rows. */
export function meets(scope: Scope, condition: string): string {
  if (scope.partnerId !== null) return `(SELECT true FROM depictions WHERE id = c.depiction_id AND ${condition})`;
  const columns = "title, content_url, external_content_id, production_date";
  return `(SELECT true FROM (
      SELECT ${columns} FROM depictions WHERE id = c.depiction_id
      UNION ALL SELECT ${columns} FROM index_entries WHERE depiction_id = c.depiction_id AND title IS NOT NULL
      LIMIT 1) AS record WHERE ${condition})`;
}
