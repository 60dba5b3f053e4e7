import type { PoolClient } from "pg";
import type { Scope, Wanted } from "./terms";
import { dayOf, type Parts, partOf, productionMarks } from "./windows";

/** The parts of a list up to the place `top` that hold something produced in the range of days; null when no range is asked for. */
export async function partsOfDays(
  client: PoolClient,
  { partnerId }: Scope,
  { from, to, top }: Pick<Wanted, "from" | "to"> & { top: number },
): Promise<Parts> {
  if (!from || !to || !productionMarks(from, to)) return null;
  const { rows } = await client.query<{ part: number }>(
    `SELECT part FROM generate_series(0, $1::int) AS part
     WHERE EXISTS (SELECT FROM search_day_parts p WHERE whose = $2 AND p.part = part.part AND day BETWEEN $3 AND $4) ORDER BY part`,
    [partOf(top), partnerId ?? "", dayOf(from), dayOf(new Date(to.getTime() - 1))],
  );
  return rows.map(({ part }) => part);
}
