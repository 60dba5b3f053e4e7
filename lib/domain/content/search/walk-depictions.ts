import type { TimedCursor } from "@/lib/platform/keyset";
import { conditionsOf, orderOf, type Scope, Values, type Wanted } from "./terms";
import { type Walked, walkSpan } from "./walk-span";

type Step = { cursor: TimedCursor | null; direction: "asc" | "desc"; limit: number; span: number };

/**
 * Looks at the next `span` depictions of a list, in its order, for those that match; see `walkSpan`.
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
  const rows = `SELECT id, production_date, (${others.join(" AND ") || "true"}) AS hit FROM depictions ${where} ${next}`;
  return walkSpan({ rows, by: order.by, values, span, limit });
}
