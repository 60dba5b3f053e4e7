import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { calendarOf } from "../deadline";
import { LEGAL_BASES, type LegalBasis } from "../labels";
import { inHours, type Span, spanOf, takedownsIn } from "../reports/figures";
import { firstDayOf, type Month, monthAfter } from "../reports/months";

/** What a platform reports to its acquirer each month, on one legal basis or on all. A complaint is a takedown that reached it. */
export type AcquirerFigures = {
  partnerId: string;
  /** Null for all of them. */
  basis: LegalBasis | null;
  /** Complaints that reached the platform in the month, and the pieces of content that they flagged. */
  received: number;
  flagged: number;
  /** Complaints that ended in the month: the content was removed, or the request was rejected or withdrawn. */
  removed: number;
  rejected: number;
  /** Of those that ended, how many did within seven business days. */
  inTime: number;
  /** Complaints that were open when the month ended. */
  open: number;
  /** From the complaint to the removal, in hours; null if nothing was removed. */
  medianHours: number | null;
  longestHours: number | null;
};

/** Longer than seven business days with holidays. */
const BEFORE_MS = 20 * DAY_MS;

/** The ends of the seven business days after each day on which something can be opened that still ends in time in a month. */
function dueDays(month: Month): Prisma.Sql {
  const [first, end] = [firstDayOf(month), firstDayOf(monthAfter(month))];
  const from = new Date(first.getTime() - BEFORE_MS).toISOString().slice(0, 10);
  const years = new Set([Number(from.slice(0, 4)), first.getUTCFullYear()]);
  const days = [...years].flatMap(calendarOf).filter(({ day }) => day >= from && day <= end.toISOString().slice(0, 10));
  const rows = JSON.stringify(days.map(({ day, due }) => ({ day, due })));
  return Prisma.sql`SELECT day, due FROM json_to_recordset(${rows}::json) AS given(day date, due timestamptz)`;
}

/** Counts a month's complaints of one partner, or of each. Later changes don't change what a month had. Contract: Monthly report. */
export async function countForAcquirer(
  tx: Pick<Tx, "$queryRaw">,
  { month, partnerId }: Omit<Span, "now">,
): Promise<AcquirerFigures[]> {
  const span: Span = { month, now: clock.now(), partnerId: partnerId ?? null };
  const inMonth = (time: string) => Prisma.sql`${Prisma.raw(time)} >= start AND ${Prisma.raw(time)} < until`;
  const ended = inMonth("closed_at");
  const took = Prisma.sql`extract(epoch FROM closed_at - opened_at)`;
  const removed = Prisma.sql`FILTER (WHERE is_removed AND ${ended})`;
  const counted = await rowsIn<AcquirerFigures>(tx)`
    WITH ${spanOf(span)}, due AS MATERIALIZED (${dueDays(month)}), complaints AS (
      SELECT t.partner_id, r.legal_basis, t.opened_at, t.closed_at, coalesce(t.outcome <> 'no_longer_asked', false) AS is_removed,
        coalesce(i.depiction_id, i.publication_id, i.production_id) AS record_id, coalesce(t.closed_at <= due.due, false) AS is_in_time
      FROM (${takedownsIn(span)}) AS t JOIN removal_items i ON i.id = t.item_id JOIN removal_requests r ON r.id = i.request_id
        LEFT JOIN due ON due.day = (t.opened_at AT TIME ZONE 'America/New_York')::date)
    SELECT partner_id, legal_basis::text AS basis,
      (count(*) FILTER (WHERE ${inMonth("opened_at")}))::int AS received,
      (count(DISTINCT record_id) FILTER (WHERE ${inMonth("opened_at")}))::int AS flagged,
      (count(*) ${removed})::int AS removed,
      (count(*) FILTER (WHERE NOT is_removed AND ${ended}))::int AS rejected,
      (count(*) FILTER (WHERE is_in_time AND ${ended}))::int AS in_time,
      (count(*) FILTER (WHERE opened_at < until AND coalesce(closed_at, 'infinity') >= until))::int AS open,
      ${inHours(Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${took}) ${removed}`)} AS median_hours,
      ${inHours(Prisma.sql`max(${took}) ${removed}`)} AS longest_hours
    FROM complaints, span GROUP BY GROUPING SETS ((partner_id, legal_basis), (partner_id))`;
  const some = counted.filter(({ received, removed, rejected, open }) => received + removed + rejected + open > 0);
  return some.toSorted(byPartner);
}

/** All bases of a partner together, the total first. */
const byPartner = (a: AcquirerFigures, b: AcquirerFigures): number =>
  a.partnerId === b.partnerId ? place(a) - place(b) : a.partnerId < b.partnerId ? -1 : 1;
const place = ({ basis }: AcquirerFigures): number => (basis ? LEGAL_BASES.indexOf(basis) : -1);
