import type { PoolClient } from "pg";
import type { Wanted } from "./terms";
import { dayOf, type Parts, partOf, productionMarks } from "./windows";

/**
 * The parts of a list up to the place `top` that hold something, of whomever, produced in the range of days; null when no range is
 * asked for.
 */
export async function partsOfDays(client: PoolClient, { from, to }: Wanted, top: number): Promise<Parts> {
  if (!from || !to || !productionMarks(from, to)) return null;
  const { rows } = await client.query<{ part: number }>(
    `SELECT part FROM generate_series(0, $1::int) AS part
     WHERE EXISTS (SELECT FROM search_day_parts p WHERE p.part = part.part AND day BETWEEN $2 AND $3) ORDER BY part`,
    [partOf(top), dayOf(from), dayOf(new Date(to.getTime() - 1))],
  );
  return rows.map(({ part }) => part);
}
