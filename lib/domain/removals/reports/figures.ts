import { z } from "zod";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { LEGAL_BASES, type LegalBasis } from "../labels";
import { firstDayOf, type Month, monthAfter } from "./months";

/** What happened in a month, on one legal basis or on all. Of requests in the service's report, of takedowns in a partner's. */
export const Figures = z.object({
  /** Null for all of them. */
  basis: z.enum(LEGAL_BASES).nullable(),
  /** Requests that were filed, or takedowns that were opened. */
  received: z.int(),
  /** Decisions on requests, or takedowns that were followed. */
  done: z.int(),
  /** Requests that were withdrawn, or takedowns that were canceled. */
  dropped: z.int(),
  /** From the start of the clock until it was done, in hours; null if none was. */
  medianHours: z.number().nullable(),
  longestHours: z.number().nullable(),
  /** How many deadlines passed in the month before it was done. */
  breached: z.int(),
  /** How many were open when the month ended. */
  open: z.int(),
});
export type Figures = z.output<typeof Figures>;

/** Each partner's figures by its id, and the service's by `null`. A partner without requests is missing. */
export type FiguresOf = ReadonlyMap<string | null, Figures[]>;

/** A month, and where it ends so far. `partnerId`: only that partner's takedowns. */
export type Span = { month: Month; now: Date; partnerId?: string | null };

/**
 * Counts a month's removal requests and takedowns, in one order of legal bases after the total. Later changes don't change what a
 * month had, so a late count is the same. Contract: Monthly report.
 */
export async function countFigures(tx: Pick<Tx, "$queryRaw">, span: Span): Promise<FiguresOf> {
  const each = rowsIn<Counted>(tx);
  const rows = [...(span.partnerId ? [] : await each`${asSystem(span)}`), ...(await each`${ofPartners(span)}`)];
  const found = Map.groupBy(rows, ({ partnerId }) => partnerId);
  return new Map([...found].map(([partnerId, counted]) => [partnerId, allBases(counted)]));
}

type Counted = Figures & { partnerId: string | null };

/** Figures for each legal basis, also for those without any. */
export const allBases = (counted: readonly Figures[] = []): Figures[] =>
  [null, ...LEGAL_BASES].map((basis) => Figures.parse(counted.find((one) => one.basis === basis) ?? none(basis)));

const none = (basis: LegalBasis | null): Figures => ({
  basis,
  received: 0,
  done: 0,
  dropped: 0,
  medianHours: null,
  longestHours: null,
  breached: 0,
  open: 0,
});

const midnightOf = (month: Month): Prisma.Sql =>
  Prisma.sql`(${firstDayOf(month).toISOString().slice(0, 10)}::timestamp AT TIME ZONE 'America/New_York')`;

export const spanOf = ({ month, now }: Span): Prisma.Sql => Prisma.sql`
  span AS MATERIALIZED (SELECT ${midnightOf(month)} AS start, least(${midnightOf(monthAfter(month))}, ${now}) AS until)`;

/** Seconds as hours with two decimals. What took any time took at least 0.01. */
export const inHours = (seconds: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`round(greatest((${seconds})::numeric / 3600, sign((${seconds})::numeric) * 0.01), 2)::float`;

const TOOK = Prisma.sql`extract(epoch FROM ended_at - started_at)`;
const DONE = Prisma.sql`FILTER (WHERE done AND ended_at >= start AND ended_at < until)`;

/** Counts clocks: `basis`, `received_at`, `started_at`, `deadline_at`, `ended_at`, and whether that end was `done`. */
const COUNTS = Prisma.sql`
  (count(*) FILTER (WHERE received_at >= start AND received_at < until))::int AS received,
  (count(*) ${DONE})::int AS done,
  (count(*) FILTER (WHERE NOT done AND ended_at >= start AND ended_at < until))::int AS dropped,
  ${inHours(Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${TOOK}) ${DONE}`)} AS median_hours,
  ${inHours(Prisma.sql`max(${TOOK}) ${DONE}`)} AS longest_hours,
  (count(*) FILTER (WHERE deadline_at >= start AND deadline_at < until AND coalesce(ended_at, 'infinity') > deadline_at))::int AS breached,
  (count(*) FILTER (WHERE started_at < until AND coalesce(ended_at, 'infinity') >= until))::int AS open`;

/** Each decision has a clock of its own, and so has what isn't decided. The filing counts with the first one. */
const asSystem = (span: Span): Prisma.Sql => Prisma.sql`
  WITH ${spanOf(span)}, clocks AS (
    SELECT r.legal_basis, CASE WHEN d.started_at = r.requested_at THEN r.requested_at END AS received_at, d.started_at, d.deadline_at,
      d.decided_at AS ended_at, true AS done
    FROM removal_decisions d JOIN removal_requests r ON r.id = d.request_id WHERE d.decided_at >= (SELECT start FROM span)
    UNION ALL
    SELECT legal_basis, CASE WHEN reopened_at IS NULL THEN requested_at END, coalesce(reopened_at, requested_at), deadline_at,
      withdrawn_at, false
    FROM removal_requests WHERE status = 'open' OR withdrawn_at >= (SELECT start FROM span))
  SELECT NULL AS partner_id, legal_basis::text AS basis, ${COUNTS} FROM clocks, span GROUP BY GROUPING SETS ((legal_basis), ())`;

/** The takedowns that ran or ended in a month, by database indexes. */
export const takedownsIn = ({ partnerId }: Span): Prisma.Sql => {
  const whose = partnerId ? Prisma.sql`AND partner_id = ${partnerId}` : Prisma.empty;
  return Prisma.sql`
    SELECT * FROM takedowns WHERE closed_at IS NULL ${whose}
    UNION ALL SELECT * FROM takedowns WHERE closed_at >= (SELECT start FROM span) ${whose}`;
};

const ofPartners = (span: Span): Prisma.Sql => Prisma.sql`
  WITH ${spanOf(span)}, clocks AS (
    SELECT t.partner_id, r.legal_basis, t.opened_at AS received_at, t.opened_at AS started_at, t.deadline_at, t.closed_at AS ended_at,
      coalesce(t.outcome <> 'no_longer_asked', false) AS done
    FROM (${takedownsIn(span)}) AS t JOIN removal_items i ON i.id = t.item_id JOIN removal_requests r ON r.id = i.request_id)
  SELECT partner_id, legal_basis::text AS basis, ${COUNTS} FROM clocks, span
  GROUP BY GROUPING SETS ((partner_id, legal_basis), (partner_id))`;
