import type { TimedCursor } from "@/lib/platform/keyset";
import { conditionsOf, isByProduction, orderOf, type Scope, Values, type Wanted } from "./terms";
import { type Walked, walkSpan } from "./walk-span";

type Step = { cursor: TimedCursor | null; direction: "asc" | "desc"; limit: number; span: number };

/**
 * Looks at the next `span` depictions of a list, in its order, for those that match; see `walkSpan`. Everybody's list has those
 * too that are erased, as long as the index of who appears has an entry of them, unless it asks for what no entry says.
 */
export async function walkDepictions(scope: Scope, wanted: Wanted, step: Step): Promise<Walked> {
  const { cursor, direction, limit } = step;
  const values = new Values();
  const { indexed, others } = conditionsOf(scope, wanted, values);
  const order = orderOf(wanted, direction);
  if (cursor) indexed.push(order.beyond(cursor, values));
  // Where every row matches, as many are enough.
  const span = others.length === 0 ? limit : step.span;
  const where = indexed.length > 0 ? `WHERE ${indexed.join(" AND ")}` : "";
  const next = `ORDER BY ${order.by} LIMIT ${span}`;
  const logged = `SELECT id, production_date, (${others.join(" AND ") || "true"}) AS hit FROM depictions ${where} ${next}`;
  const rows = hasErased(scope, wanted) ? withErased(logged, { place: placeIn(wanted), where, next }) : logged;
  return walkSpan({ rows, by: order.by, values, span, limit });
}

const hasErased = ({ partnerId }: Scope, { accountId, copy, removed }: Wanted): boolean =>
  partnerId === null && !(accountId || copy || removed);

const placeIn = (wanted: Wanted): string => (isByProduction(wanted) ? "production_date, id" : "id");

/** One row for all who appear in it. Each side is in order: they are merged as they are read, no further than the span. */
const withErased = (logged: string, { place, where, next }: { place: string; where: string; next: string }): string => {
  const erased = "SELECT depiction_id AS id, production_date, true AS hit FROM index_entries WHERE title IS NOT NULL";
  return `SELECT DISTINCT ON (${place}) * FROM (
      (${logged}) UNION ALL (SELECT DISTINCT ON (${place}) * FROM (${erased}) AS erased ${where} ${next})
    ) AS listed ${next}`;
};
