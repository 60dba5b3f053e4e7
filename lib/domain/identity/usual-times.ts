import { clock } from "@/lib/platform/clock";
import { db, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

const DAYS = 30;
/** Fewer decisions say nothing about the next one. */
const DECIDED_MIN = 20;

/** Medians in milliseconds; null where too few checks were decided to say. */
export type UsualTimes = { stepsMs: number | null; reviewMs: number | null };

/** How long people took from the first step to “Send”, and then custodians to decide, by the checks of the last 30 days. */
export async function readUsualTimes(tx: Tx | typeof db = db): Promise<UsualTimes> {
  const since = new Date(clock.now().getTime() - DAYS * DAY_MS);
  const [row] = await rowsIn<{ decided: number; steps: number | null; review: number | null }>(tx)`
    SELECT count(*)::int AS decided,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY submitted_at - created_at))::float8 AS steps,
      extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY decided_at - submitted_at))::float8 AS review
    FROM identity_checks
    WHERE status IN ('approved', 'rejected') AND decided_at > ${since} AND driver = 'custodian_review'
      AND decided_by_id IS NOT NULL`;
  if (!row || row.decided < DECIDED_MIN) return { stepsMs: null, reviewMs: null };
  return { stepsMs: row.steps && row.steps * 1000, reviewMs: row.review && row.review * 1000 };
}
