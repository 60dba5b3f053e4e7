import type { PoolClient } from "pg";
import { sha256Hex } from "@/lib/platform/crypto";
import { ownerMark, productionMarks } from "./search-marks";
import { conditionsOf, type Scope, textCondition, Values, type Wanted } from "./search-terms";
import type { Window } from "./search-windows";
import type { Groups } from "./search-words";

/** A depiction that was found, and its place in the list. */
export type Found = { id: string; place: number };

export type Asked = { scope: Scope; wanted: Wanted & { text: string }; groups: Groups; down: boolean };

/** A stretch with more rows that have these words is not read to its end. */
export const CANDIDATES_MOST = 2_000;

/**
 * What a text looks for in a stretch of the list that begins at `at`, up to `limit` in the list's order, and how many rows had
 * to be looked at. Null when they are too many: a shorter stretch has fewer.
 */
export async function readStretch(
  client: PoolClient,
  asked: Asked,
  { at, window, limit }: { at: number; window: Window; limit: number },
): Promise<{ candidates: number; found: Found[] } | null> {
  const { sql, values } = stretchStatement(asked, { at, window, limit });
  // Planned once for each of the few forms that it has: planning takes longer than most of them run.
  const name = `stretch_${sha256Hex(sql).slice(0, 24)}`;
  const { rows } = await client.query<{ candidates: number; id: string | null; place: string }>({
    name,
    text: sql,
    values,
  });
  const candidates = rows[0]?.candidates ?? 0;
  if (candidates > CANDIDATES_MOST) return null;
  return { candidates, found: rows.flatMap(({ id, place }) => (id ? [{ id, place: Number(place) }] : [])) };
}

/** The statement of `readStretch`. */
export function stretchStatement(
  { scope, wanted, groups, down }: Asked,
  { at, window, limit }: { at: number; window: Window; limit: number },
): { sql: string; values: unknown[] } {
  const values = new Values();
  const { add } = values;
  // Each group by itself: the index then goes on from the furthest of them.
  const marked = [...groups, ...groupsOfFilters(scope, wanted), ...(window.marks.length > 0 ? [window.marks] : [])];
  const met = marked.map((group) => `marks && ${add(group)}::text[]`);
  met.push(down ? `place < ${add(at)}` : `place >= ${add(at)}`);
  met.push(down ? `place >= ${add(window.until)}` : `place < ${add(window.until)}`);
  const order = `place ${down ? "DESC" : "ASC"}`;
  const sql = `WITH candidates AS MATERIALIZED (
      SELECT depiction_id, place, production_date, title, content_url, external_content_id FROM depiction_search
      WHERE ${met.join(" AND ")} LIMIT ${CANDIDATES_MOST + 1}),
    counted AS (SELECT count(*)::int AS candidates FROM candidates)
    SELECT candidates, found.id, found.place FROM counted LEFT JOIN LATERAL (
      SELECT depiction_id AS id, place FROM (SELECT * FROM candidates WHERE counted.candidates <= ${CANDIDATES_MOST} ORDER BY ${order}) AS c
      WHERE ${conditionOf(wanted, values)} AND ${filtersOf(scope, wanted, values)} ORDER BY ${order} LIMIT ${limit}) AS found ON true
    ORDER BY ${order}`;
  return { sql, values: values.list };
}

const conditionOf = ({ text, whole }: Asked["wanted"], values: Values): string =>
  whole ? `external_content_id = ${values.add(text)}` : textCondition(text, values);

function groupsOfFilters(scope: Scope, { accountId, from, to }: Wanted): string[][] {
  const produced = productionMarks(from, to);
  return [
    ...(scope.partnerId === null ? [] : [[ownerMark("partner", scope.partnerId)]]),
    ...(accountId ? [[ownerMark("account", accountId)]] : []),
    ...(produced ? [produced] : []),
  ];
}

/** A partner's records are there; the custodian finds those too that are erased. */
export function filtersOf(scope: Scope, wanted: Wanted, values: Values): string {
  const { indexed, others } = conditionsOf(scope, wanted, values);
  const conditions = [...indexed, ...others].join(" AND ") || "true";
  return scope.partnerId === null
    ? conditions
    : // No EXISTS, which may be made a join of all rows: as a page fills, no more are asked for.
      `(SELECT true FROM depictions WHERE id = c.depiction_id AND ${conditions})`;
}
