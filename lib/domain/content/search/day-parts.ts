import type { PoolClient } from "pg";
import type { Wanted } from "./terms";
import { dayOf, type Parts, productionMarks } from "./windows";

/** The parts of the list that hold something produced in the range of days; null when no range is asked for. */
export async function partsOfDays(client: PoolClient, { from, to }: Wanted): Promise<Parts> {
  if (!from || !to || !productionMarks(from, to)) return null;
  const { rows } = await client.query<{ part: number }>(
    "SELECT DISTINCT part FROM search_day_parts WHERE day BETWEEN $1 AND $2 ORDER BY part",
    [dayOf(from), dayOf(new Date(to.getTime() - 1))],
  );
  return rows.map(({ part }) => part);
}
