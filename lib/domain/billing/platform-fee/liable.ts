import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { Prisma } from "@/prisma/generated/client";
import { feeFor, monthOf } from "./months";

/** A creator for whom an invoice charges, from a day on until another, which does not count. */
export type FeeLine = { accountId: string; externalUserId: string; starts: Date; ends: Date; cents: number };

type Reader = Pick<Tx, "$queryRaw">;

/** Creators with the same first day cost the same. */
export type FeeGroup = { starts: Date; ends: Date; creators: number; centsEach: number };

/**
 * Whom the invoice of a month charges for: every creator whom the partner funds who is active now and was before the month
 * began. Whoever is not active is told of nowhere: a creator who has not answered counts exactly as one who is unknown.
 * With `daily` proration a line begins with the first day that no invoice has charged for, at most a month back; with
 * `none` the days before the first whole month are free.
 */
const liable = (partnerId: string, month: Date) => Prisma.sql`
  SELECT a.id AS "accountId", a.external_user_id AS "externalUserId", ${startOf(month)} AS starts
  FROM solo_accounts a
  WHERE a.partner_id = ${partnerId} AND a.funded_by = 'platform' AND a.status = 'active'
    AND coalesce(a.active_since, a.created_at) < ${month}::timestamptz`;

function startOf(month: Date): Prisma.Sql {
  const first = Prisma.sql`(${month}::timestamptz AT TIME ZONE 'UTC')::date`;
  if (env().platformFee.proration === "none") return first;
  return Prisma.sql`least(${first}, greatest(
    (coalesce(a.active_since, a.created_at) AT TIME ZONE 'UTC')::date,
    (SELECT max(l.ends) FROM platform_invoice_lines l WHERE l.account_id = a.id),
    (${monthOf(month, -1)}::timestamptz AT TIME ZONE 'UTC')::date))`;
}

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
  const rows = await reader.$queryRaw<Omit<FeeLine, "ends" | "cents">[]>`
    ${liable(partnerId, month)} AND a.id > ${after} ORDER BY a.id LIMIT ${limit}`;
  const price = priceFrom(month);
  return rows.map((row) => ({ ...row, ...price(row.starts) }));
}

/** The same, summed: how many creators from which day on. The earliest first. */
export async function groupsFor(
  reader: Reader,
  { partnerId, month }: { partnerId: string; month: Date },
): Promise<FeeGroup[]> {
  const rows = await reader.$queryRaw<{ starts: Date; creators: number }[]>`
    SELECT starts, count(*)::int AS creators FROM (${liable(partnerId, month)}) lines GROUP BY starts ORDER BY starts`;
  const price = priceFrom(month);
  return rows.map(({ starts, creators }) => {
    const { ends, cents } = price(starts);
    return { starts, ends, creators, centsEach: cents };
  });
}

function priceFrom(month: Date): (starts: Date) => { ends: Date; cents: number } {
  const ends = monthOf(month, 1);
  const priceCents = env().prices.platformFeeCents;
  const known = new Map<number, number>();
  return (starts) => {
    const cents = known.get(starts.getTime()) ?? feeFor({ starts, ends, priceCents });
    known.set(starts.getTime(), cents);
    return { ends, cents };
  };
}
