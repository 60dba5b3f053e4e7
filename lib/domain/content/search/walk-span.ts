import { pool } from "@/lib/platform/db";
import type { Values } from "./terms";

/** A row's place in a list of depictions. */
export type Place = { id: string; productionDate: Date };

/** What a walk came upon, in its order, and where it stopped short of the list's end. */
export type Walked = { found: Place[]; stoppedAt: Place | null };

/**
 * `rows` is SQL for the next `span` rows of a list, as `id`, `production_date` and whether it is a `hit`; `by`, what they are in
 * the order of; `values`, those that the SQL names.
 */
type Span = { rows: string; by: string; values: Values; span: number; limit: number };

type WalkedRow = Place & { hit: boolean | null; place: string };

/**
 * Looks at a span of a list, in its order, for the rows that match, and stops when `limit` are found. What it costs is bounded by
 * `span`. A row that does not match tells where it stopped.
 */
export async function walkSpan({ rows: next, by, values, span, limit }: Span): Promise<Walked> {
  const { rows } = await pool().query<WalkedRow>(
    `SELECT id, production_date AS "productionDate", hit, place FROM (
       SELECT id, production_date, hit, row_number() OVER (ORDER BY ${by}) AS place FROM (${next}) AS next
     ) AS walked WHERE hit OR place = ${span} ORDER BY ${by} LIMIT ${limit}`,
    values.list,
  );
  const found = rows.filter(({ hit }) => hit).map(({ id, productionDate }) => ({ id, productionDate }));
  const last = rows.at(-1);
  // The row at the end of the span is there, matching or not, unless the list ended before it.
  const stopped = found.length < limit && last && Number(last.place) === span;
  return { found, stoppedAt: stopped ? { id: last.id, productionDate: last.productionDate } : null };
}
