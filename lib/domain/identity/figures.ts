import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { daysUntil } from "@/lib/platform/time-zone";

const DAYS = 30;

/** What was decided in a time, by one custodian, or for one reason. */
export type Decided = {
  decided: number;
  rejected: number;
  /** How many were decided within the promised hours. */
  kept: number;
  /** Half of the decisions took no longer. Null without decisions. */
  medianMs: number | null;
};

type Row = {
  period: "now" | "before";
  /** What the row is grouped by, or everything. */
  by: "all" | "day" | "custodian" | "reason";
  /** Which of the 30 days, from 1. */
  day: number | null;
  custodianId: string | null;
  custodian: string | null;
  reason: string | null;
  decided: number;
  rejected: number;
  kept: number;
  medianSeconds: number | null;
};

/**
 * Decisions of custodians in the last 30 days, today included, and in the 30 before: all, by day, by custodian and by reason of
 * rejection, and how often each custodian was right about known cases. Days are of the reader's zone. Throws `Forbidden`.
 */
export async function readReviewFigures(ctx: Ctx<StaffActor>, zone?: string) {
  await assertCustodian(db, ctx);
  const days = daysUntil(clock.now(), DAYS, zone);
  const [since = clock.now()] = days;
  const promised = (env().reviewPromiseHours * HOUR_MS) / 1000;
  const found = await rowsIn<Row>(db)`
    WITH decided AS (
      SELECT CASE WHEN decided_at >= ${since} THEN 'now' ELSE 'before' END AS period,
        width_bucket(decided_at, ${days}::timestamptz[]) AS day, decided_by_id, rejection_reason AS reason,
        extract(epoch FROM decided_at - submitted_at)::float8 AS seconds
      FROM identity_checks
      WHERE status IN ('approved', 'rejected') AND driver = 'custodian_review' AND decided_by_id IS NOT NULL
        AND decided_at >= ${new Date(since.getTime() - DAYS * DAY_MS)}),
    grouped AS (
      SELECT period, CASE GROUPING(day, decided_by_id, reason) WHEN 7 THEN 'all' WHEN 3 THEN 'day' WHEN 5 THEN 'custodian' ELSE 'reason' END AS by,
        day, decided_by_id, reason, count(*)::int AS decided, count(reason)::int AS rejected,
        (count(*) FILTER (WHERE seconds <= ${promised}))::int AS kept,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median_seconds
      FROM decided GROUP BY GROUPING SETS ((period), (period, day), (period, decided_by_id), (period, reason)))
    SELECT g.period, g.by, g.day, g.decided_by_id AS custodian_id, coalesce(u.name, u.email) AS custodian, g.reason,
      g.decided, g.rejected, g.kept, g.median_seconds
    FROM grouped g LEFT JOIN users u ON u.id = g.decided_by_id
    WHERE g.by = 'all' OR g.period = 'now' ORDER BY g.decided DESC, g.decided_by_id, g.reason`;
  // What custodians decided about known cases is counted beside their decisions, and in none of them.
  const known = await rowsIn<{ id: string; right: number; of: number }>(db)`
    SELECT reviewer_id AS id, (count(*) FILTER (WHERE met))::int AS right, count(*)::int AS of
    FROM golden_reviews WHERE met IS NOT NULL AND decided_at >= ${since} GROUP BY reviewer_id`;
  const of = (by: Row["by"], period: Row["period"] = "now") =>
    found.filter((row) => row.by === by && row.period === period);
  const byDay = new Map(of("day").map((row) => [row.day, row]));
  return {
    now: figuresOf(of("all")[0]),
    before: figuresOf(of("all", "before")[0]),
    days: days.map((day, n) => {
      const { decided, rejected } = figuresOf(byDay.get(n + 1));
      return { day, approved: decided - rejected, rejected };
    }),
    custodians: of("custodian").map((row) => ({
      ...{ id: row.custodianId ?? "", name: row.custodian ?? "" },
      ...figuresOf(row),
      /** Of the known cases they decided, how many as expected. Null without any. */
      known: known.find(({ id }) => id === row.custodianId) ?? null,
    })),
    reasons: of("reason").flatMap((row) => (row.reason ? [{ id: row.reason, count: row.decided }] : [])),
    promiseHours: env().reviewPromiseHours,
  };
}

export type ReviewFigures = Awaited<ReturnType<typeof readReviewFigures>>;

function figuresOf(row: Row | undefined): Decided {
  if (!row) return { decided: 0, rejected: 0, kept: 0, medianMs: null };
  const { decided, rejected, kept, medianSeconds } = row;
  return { decided, rejected, kept, medianMs: medianSeconds === null ? null : medianSeconds * 1000 };
}

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
