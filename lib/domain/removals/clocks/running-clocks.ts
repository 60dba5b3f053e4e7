import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, rowsIn } from "@/lib/platform/db";
import { counted, type Figures } from "@/lib/platform/telemetry/figures";

/** Where counting stops: more are reported as this number plus one. */
export const CLOCKS_COUNTED_AT_MOST = 1_000;
const PARTNERS_SHOWN = 10;

/** What runs against custodians and partners. Nothing of the requests. */
export type RunningClocks = {
  /** Open requests, how many of them are past their deadline, and the first deadline. */
  requests: { open: number; breached: number; firstAt: Date | null };
  /** Partners with takedowns that are past their deadline, the longest first. */
  partners: { id: string; name: string; breached: number; since: Date }[];
  /** Decided requests for which records were suggested since, such as similar images that were logged later. */
  suggested: number;
};

/** The clocks of open requests, and those that partners have breached. Throws `Forbidden`. */
export async function readRunningClocks(ctx: Ctx<StaffActor>): Promise<RunningClocks> {
  await assertCustodian(db, ctx);
  const now = clock.now();
  const most = CLOCKS_COUNTED_AT_MOST + 1;
  const [counted, partners, late] = await Promise.all([
    rowsIn<RunningClocks["requests"]>(db)`
      SELECT count(*)::int AS open, (count(*) FILTER (WHERE deadline_at < ${now}))::int AS breached, min(deadline_at) AS first_at
      FROM (SELECT deadline_at FROM removal_requests WHERE status = 'open' ORDER BY deadline_at, id LIMIT ${most}) AS open`,
    db.$queryRaw<RunningClocks["partners"]>`
      SELECT p.id, p.name, count(*)::int AS breached, min(t.deadline_at) AS since
      FROM (SELECT partner_id, deadline_at FROM takedowns WHERE closed_at IS NULL AND deadline_at < ${now}
        ORDER BY deadline_at, id LIMIT ${most}) AS t JOIN partners p ON p.id = t.partner_id
      GROUP BY p.id, p.name ORDER BY since, p.id LIMIT ${PARTNERS_SHOWN}`,
    db.$queryRaw<{ suggested: number }[]>`
      SELECT count(*)::int AS suggested FROM (
        SELECT DISTINCT i.request_id FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
        WHERE i.status = 'suggested' AND r.status = 'decided' LIMIT ${most}) AS late`,
  ]);
  const requests = counted[0] ?? { open: 0, breached: 0, firstAt: null };
  return { requests, partners, suggested: late[0]?.suggested ?? 0 };
}

/** The clocks of the whole service, for operators. Counting stops at 10,000, where an alert has long rung. */
export const clockFigures: readonly Figures[] = [
  {
    name: "vellum_clocks_open",
    help: "Deadlines of removal requests and takedowns that run, at most 10,000 each",
    label: "clock",
    read: () => counted`
      SELECT 'request' AS label, count(*)::int AS number
      FROM (SELECT FROM removal_requests WHERE status = 'open' LIMIT 10000) AS open
      UNION ALL SELECT 'takedown', count(*)::int FROM (SELECT FROM takedowns WHERE closed_at IS NULL LIMIT 10000) AS open`,
  },
  {
    name: "vellum_clocks_next_seconds",
    help: "Time left until the next deadline; negative when it has passed",
    label: "clock",
    read: () => counted`
      SELECT label, extract(epoch FROM deadline_at - ${clock.now()}::timestamptz)::float8 AS number FROM (
        (SELECT 'request' AS label, deadline_at FROM removal_requests WHERE status = 'open' ORDER BY deadline_at, id LIMIT 1)
        UNION ALL
        (SELECT 'takedown', deadline_at FROM takedowns WHERE closed_at IS NULL ORDER BY deadline_at, id LIMIT 1)) AS next`,
  },
];
