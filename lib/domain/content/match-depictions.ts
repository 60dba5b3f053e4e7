import { pool, sqlState } from "@/lib/platform/db";
import {
  conditionsOf,
  isByProduction,
  orderOf,
  type Scope,
  type TextSource,
  textSources,
  Values,
  type Wanted,
} from "./search-terms";
import type { Place, Step } from "./walk-depictions";

/** More matches than this are not put in order. */
const MATCHES_MOST = 1_000;
const PATIENCE = "250ms";
const CANCELLED = "57014";

type MatchedRow = Place & { matches: string };

/**
 * The first rows of a list that match its text, by the indexes of texts. Null when there are too many to be put in order:
 * such a text is common, and walking the list comes upon it.
 */
export async function matchDepictions(
  scope: Scope,
  wanted: Wanted & { text: string },
  step: Step,
): Promise<Place[] | null> {
  const sources = textSources(wanted.text);
  // Two letters are in no index.
  if (sources.length < textSources(wanted.text, { all: true }).length) return null;
  const client = await pool().connect();
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = '${PATIENCE}'`);
    const matched = new Map<string, Place>();
    for (const source of sources) {
      const { sql, values } = statement(scope, wanted, step, source);
      // A list that is read in its order would be read to its end for a text that is not in it.
      if (!source.ordered) await client.query("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off");
      const { rows } = await client.query<MatchedRow>(sql, values);
      if (Number(rows[0]?.matches ?? 0) > MATCHES_MOST) return null;
      for (const { id, productionDate } of rows) matched.set(id, { id, productionDate });
    }
    return [...matched.values()].sort(inOrder(wanted, step.direction)).slice(0, step.limit);
  } catch (error) {
    if (sqlState(error) === CANCELLED) return null;
    throw error;
  } finally {
    await client.query("ROLLBACK").finally(() => client.release());
  }
}

function statement(scope: Scope, wanted: Wanted, { cursor, direction, limit }: Step, source: TextSource) {
  const values = new Values();
  const order = orderOf(wanted, direction);
  const { indexed, others } = conditionsOf(scope, wanted, values);
  const conditions = [...indexed, ...others, `(${source.condition(values)})`];
  if (cursor) conditions.push(order.beyond(cursor, values));
  const sql = `SELECT id, production_date AS "productionDate", count(*) OVER () AS matches
    FROM (${matching(scope, source, conditions.join(" AND "))}) AS matching ORDER BY ${order.by} LIMIT ${limit}`;
  return { sql, values: values.list };
}

/** Up to one match more than are put in order, each index read from its own beginning. */
function matching(scope: Scope, { ordered }: TextSource, conditions: string): string {
  const select = (more: string) =>
    `SELECT id, production_date FROM depictions d WHERE ${conditions} ${more} LIMIT ${MATCHES_MOST + 1}`;
  if (ordered === null || (ordered.endsWith("id") && !ordered.startsWith("external"))) return select("");
  const inOrder = `ORDER BY ${ordered} USING ~<~`;
  if (scope.partnerId !== null) return select(inOrder);
  return `SELECT m.id, m.production_date FROM partners p CROSS JOIN LATERAL
    (${select(inOrder).replace("WHERE ", "WHERE d.partner_id = p.id AND ")}) m LIMIT ${MATCHES_MOST + 1}`;
}

const inOrder = (wanted: Wanted, direction: "asc" | "desc") => (a: Place, b: Place) => {
  const byDate = isByProduction(wanted) ? a.productionDate.getTime() - b.productionDate.getTime() : 0;
  const difference = byDate || (a.id < b.id ? -1 : 1);
  return direction === "asc" ? difference : -difference;
};
