import { clock } from "@/lib/platform/clock";
import { rows } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";

const WEEK_MS = 7 * DAY_MS;

/** How many there were in the last 7 days, and in the 7 before. */
export type Weeks = { now: number; before: number };

/** Where counting stops: more are reported as this number plus one. */
export const WEEK_COUNTED_AT_MOST = 10_000;

/**
 * How many of a partner's rows were created in each of the last two weeks. Both are ranges of the table's database index
 * (partner_id, id), whose ids tell the time.
 */
export async function countWeeks(table: string, partnerId: string): Promise<Weeks> {
  const counted = (range: string) =>
    `(SELECT count(*)::int FROM (SELECT FROM ${table} WHERE partner_id = $1 AND ${range} LIMIT $4) AS counted)`;
  const now = clock.now().getTime();
  const [found] = await rows<Weeks>({
    name: `weeks_of_${table}`,
    text: `SELECT ${counted("id >= $2")} AS now, ${counted("id >= $3 AND id < $2")} AS before`,
    values: [
      partnerId,
      firstIdAt(new Date(now - WEEK_MS)),
      firstIdAt(new Date(now - 2 * WEEK_MS)),
      WEEK_COUNTED_AT_MOST + 1,
    ],
  });
  return found ?? { now: 0, before: 0 };
}
