import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { FundedBy, SoloStatus, SuspendReason } from "./states";

/** An account whose row this transaction has locked. No other transaction can change it until this one ends. */
export type LockedAccount = {
  id: string;
  partnerId: string;
  externalUserId: string;
  fundedBy: FundedBy;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  suspendedAt: Date | null;
  verifiedAt: Date | null;
  reinstatedAt: Date | null;
};

/**
 * Lock an account for the rest of the transaction. Facts are read in a later statement, never in this one: a statement
 * that waited for the lock would see what it joined as it was before the wait.
 * With `partnerId`, another partner's account is `NotFound`, like one that does not exist.
 */
export async function lockAccount(
  tx: Tx,
  { id, partnerId = null }: { id: string; partnerId?: string | null },
): Promise<LockedAccount> {
  const [row] = await rowsIn<LockedAccount>(tx)`
    SELECT id, partner_id, external_user_id, funded_by::text AS funded_by,
           status::text AS status, suspend_reason::text AS suspend_reason, suspended_at,
           verified_at, reinstated_at
    FROM solo_accounts
    WHERE id = ${id} AND partner_id = coalesce(${partnerId}::text, partner_id)
    FOR NO KEY UPDATE`;
  if (!row) throw new NotFound();
  return row;
}

/** The funding of new accounts, in a statement that reads the partner's row. Creators who already pay keep paying. */
export const fundingByPlan = Prisma.sql`CASE plan WHEN 'platform_pays' THEN 'platform' ELSE 'creator' END::funding`;
