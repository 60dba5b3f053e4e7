import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { daysBetween, feeFor, monthOf } from "../labels";

/**
 * One creator on an invoice. `ends` is exclusive. `days` is how many days are charged, without those on which the creator
 * was inactive.
 */
export type FeeLine = {
  accountId: string;
  externalUserId: string;
  starts: Date;
  ends: Date;
  days: number;
  cents: number;
};

type Reader = Pick<Tx, "$queryRaw">;

/** Creators with the same charged days: `served` days before the month and, if `goesOn`, the month itself. */
export type FeeGroup = { creators: number; served: number; goesOn: boolean; cents: number };

type ChargeRow = Omit<FeeLine, "days" | "cents"> & Pick<FeeGroup, "served" | "goesOn">;

/**
 * The creators that a month's invoice charges a partner for. The month itself: creators active now and before it began.
 * Earlier: active days that no invoice has charged yet. Creators the partner deactivated are on no invoice (contract:
 * deactivate, "removed from next invoice"); their uncharged days wait until reactivation. Days of an inactive partner do
 * not count. Creators who were never active appear nowhere, so an unanswered request looks like an unknown creator.
 */
const chargeable = (partnerId: string, month: Date) => Prisma.sql`
  SELECT a.id AS account_id, a.external_user_id, goes_on,
    least(${day(month)}, lower(charged.days)) AS starts,
    CASE WHEN goes_on THEN ${day(monthOf(month, 1))} ELSE upper(charged.days) END AS ends,
    (SELECT coalesce(sum(upper(span) - lower(span)), 0)::int FROM unnest(charged.days) AS span) AS served
  FROM partners p
  JOIN solo_accounts a ON a.partner_id = p.id AND a.funded_by = 'platform'
  CROSS JOIN LATERAL (
    SELECT p.status = 'active' AND a.status = 'active' AS counts,
      (greatest(coalesce(a.active_since, a.created_at), p.counted_since) AT TIME ZONE 'UTC')::date AS since,
      least(${day(month)}, greatest(${day(monthOf(month, -monthsBack()))},
        (SELECT max(l.ends) FROM platform_invoice_lines l WHERE l.account_id = a.id))) AS uncharged
  ) AS now
  CROSS JOIN LATERAL (
    SELECT counts AND since < ${day(month)} AS goes_on,
      coalesce(range_agg(active.days), '{}') * datemultirange(daterange(uncharged, ${day(month)})) AS days
    FROM (
      SELECT daterange(s.first_day, s.last_day, '[]') AS days FROM served_days s
      WHERE s.account_id = a.id AND s.last_day >= uncharged
      UNION ALL SELECT daterange(greatest(since, ${day(monthOf(month, -1))}), NULL) WHERE counts
    ) AS active
  ) AS served
  CROSS JOIN LATERAL (SELECT ${chargedDays(month)} AS days) AS charged
  WHERE p.id = ${partnerId} AND NOT ${deactivated} AND (goes_on OR NOT isempty(charged.days))`;

/** Whether the partner has deactivated the creator of the account `a`. */
export const deactivated = Prisma.sql`EXISTS (
  SELECT 1 FROM account_holds h WHERE h.account_id = a.id AND h.kind = 'partner' AND h.lifted_at IS NULL)`;

/** Whether the partner pays for any creator who is active, or suspended for another reason than the partner's deactivation. */
export async function fundsCreators(reader: Reader, partnerId: string): Promise<boolean> {
  const found = await reader.$queryRaw<unknown[]>`
    SELECT 1 FROM solo_accounts a
    WHERE a.partner_id = ${partnerId} AND a.funded_by = 'platform' AND a.status IN ('active', 'suspended') AND NOT ${deactivated}
    LIMIT 1`;
  return found.length > 0;
}

/** How many months back uncharged days of a deactivated creator still count. */
export const monthsBack = (): number => (env().platformFee.proration === "daily" ? 3 : 1);

// Without proration a month costs all or nothing. Only a creator's first active month is free.
function chargedDays(month: Date): Prisma.Sql {
  if (env().platformFee.proration === "daily") return Prisma.sql`served.days`;
  const before = day(monthOf(month, -1));
  return Prisma.sql`CASE
    WHEN isempty(served.days) THEN '{}'
    WHEN counts AND since < ${before}
      OR EXISTS (SELECT 1 FROM served_days s WHERE s.account_id = a.id AND s.first_day < ${before})
      OR EXISTS (SELECT 1 FROM platform_invoice_lines l WHERE l.account_id = a.id)
    THEN datemultirange(daterange(${before}, ${day(month)})) ELSE '{}' END`;
}

const day = (first: Date): Prisma.Sql => Prisma.sql`(${first}::timestamptz AT TIME ZONE 'UTC')::date`;

/** The lines of a month's invoice as it would be made now, by account id; those after `after`, at most `limit`. */
export async function linesFor(
  reader: Reader,
  {
    partnerId,
    month,
    after = "",
    limit = null,
  }: { partnerId: string; month: Date; after?: string; limit?: number | null },
): Promise<FeeLine[]> {
  const found = await rowsIn<ChargeRow>(reader)`
    ${chargeable(partnerId, month)} AND a.id > ${after} ORDER BY a.id LIMIT ${limit}`;
  const ahead = daysBetween(month, monthOf(month, 1));
  return found.map(({ served, goesOn, ...line }) => ({
    ...line,
    days: served + (goesOn ? ahead : 0),
    cents: centsFor(month, { served, goesOn }),
  }));
}

/** The same, summed: creators grouped by charged days. */
export async function groupsFor(
  reader: Reader,
  { partnerId, month }: { partnerId: string; month: Date },
): Promise<FeeGroup[]> {
  const found = await rowsIn<Omit<FeeGroup, "cents">>(reader)`
    SELECT served, goes_on, count(*)::int AS creators FROM (${chargeable(partnerId, month)}) lines GROUP BY 1, 2 ORDER BY 1, 2`;
  return found.map((group) => ({ ...group, cents: group.creators * centsFor(month, group) }));
}

/** The cost of one creator. */
const centsFor = (month: Date, days: Pick<FeeGroup, "served" | "goesOn">): number =>
  feeFor({ month, ...days, priceCents: env().prices.platformFeeCents });
