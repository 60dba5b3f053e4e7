import { pool } from "@/lib/platform/db";
import type { TimedCursor } from "@/lib/platform/keyset";
import { conditionsOf, orderOf, type Scope, Values, type Wanted } from "./terms";

/** A row's place in the list. */
export type Place = { id: string; productionDate: Date };

/** What a walk came upon, in its order, and where it stopped short of the list's end. */
export type Walked = { found: Place[]; stoppedAt: Place | null };

export type Step = { cursor: TimedCursor | null; direction: "asc" | "desc"; limit: number };

type WalkedRow = Place & { hit: boolean | null; place: string };

/**
 * Looks at the next `span` rows of a list, in its order, for those that match, and stops when `limit` are found. What it
 * costs is bounded by `span`, whatever is looked for. A row that does not match tells where it stopped.
 */
export async function walkDepictions(scope: Scope, wanted: Wanted, step: Step & { span: number }): Promise<Walked> {
  const { cursor, direction, limit } = step;
  const values = new Values();
  const { indexed, others } = conditionsOf(scope, wanted, values);
  const order = orderOf(wanted, direction);
  if (cursor) indexed.push(order.beyond(cursor, values));
  // Where every row matches, as many are enough.
  const span = others.length === 0 ? limit : step.span;
  const { rows } = await pool().query<WalkedRow>(
    `SELECT id, production_date AS "productionDate", hit, place FROM (
       SELECT id, production_date, hit, row_number() OVER (ORDER BY ${order.by}) AS place FROM (
         SELECT id, production_date, (${others.join(" AND ") || "true"}) AS hit FROM depictions
         ${indexed.length > 0 ? `WHERE ${indexed.join(" AND ")}` : ""} ORDER BY ${order.by} LIMIT ${span}
       ) AS next
     ) AS walked WHERE hit OR place = ${span} ORDER BY ${order.by} LIMIT ${limit}`,
    values.list,
  );
  const found = rows.filter(({ hit }) => hit).map(({ id, productionDate }) => ({ id, productionDate }));
  const last = rows.at(-1);
  // The row at the end of the span is there, matching or not, unless the list ended before it.
  const stopped = found.length < limit && last && Number(last.place) === span;
  const stoppedAt = stopped ? { id: last.id, productionDate: last.productionDate } : null;
  return { found, stoppedAt };
}
