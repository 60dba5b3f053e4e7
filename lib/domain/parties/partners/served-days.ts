import { clock } from "@/lib/platform/clock";
import { Prisma, type Tx } from "@/lib/platform/db";

// The platform fee is charged by days: those that run are known from the account, those that are over are kept here.

/**
 * Keep the days on which a locked account has been active until now, before that ends. Only those that its partner pays for,
 * and none on which the partner itself was inactive.
 */
export const keepServedDays = (tx: Tx, accountId: string): Promise<void> =>
  keep(tx, Prisma.sql`a.id = ${accountId} AND p.status = 'active'`);

/** Keep them for everybody whom a partner pays for, as the partner becomes inactive. The partner is locked. */
export const keepServedDaysOfPartner = (tx: Tx, partnerId: string): Promise<void> =>
  keep(tx, Prisma.sql`a.partner_id = ${partnerId}`);

async function keep(tx: Tx, whose: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO served_days (account_id, first_day, last_day)
    SELECT a.id, least(since.day, today.day), today.day
    FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
    CROSS JOIN LATERAL (SELECT (greatest(coalesce(a.active_since, a.created_at), p.counted_since) AT TIME ZONE 'UTC')::date AS day) since
    CROSS JOIN LATERAL (SELECT (${clock.now()}::timestamptz AT TIME ZONE 'UTC')::date AS day) today
    WHERE ${whose} AND a.status = 'active' AND a.funded_by = 'platform'
    ON CONFLICT DO NOTHING`;
}
