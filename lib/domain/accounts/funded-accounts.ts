import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { Prisma } from "@/prisma/generated/client";
import { deriveAccountStatus } from "./account-status";

/** Small batches: a change of the partner waits until a batch ends. */
const BATCH = 25;
const JOB = "settle_funded_accounts";

/** Queue `deriveFundedStatuses` in the transaction that changed the partner's fee status. */
export const enqueueFundedStatuses = (tx: Tx, partnerId: string): Promise<void> =>
  enqueue(tx, JOB, { partnerId }, { jobKey: `settle-funded-${partnerId}` });

/**
 * Derive the status of every account that a partner funds and whose status does not match the fee, in small transactions.
 * After an interruption the next call continues, so each account sends one event. If the fee changes meanwhile, the rest
 * follow the new fee and another run fixes the earlier ones. Returns how many. Throws between batches if `signal` aborts.
 */
export async function deriveFundedStatuses(ctx: Ctx, partnerId: string, signal?: AbortSignal): Promise<number> {
  let derived = 0;
  for (let after = ""; ; ) {
    const batch = await db.$queryRaw<{ id: string }[]>`
      SELECT a.id ${stale} AND a.partner_id = ${partnerId} AND a.id > ${after} ORDER BY a.id LIMIT ${BATCH}`;
    const last = batch.at(-1);
    if (!last) return derived;
    signal?.throwIfAborted();
    await inTransaction(async (tx) => {
      for (const { id } of batch) await deriveAccountStatus(tx, ctx, id);
    });
    derived += batch.length;
    after = last.id;
  }
}

/** Partners with creators whose status does not match the fee. */
export async function findPartnersWithStaleStatuses(): Promise<string[]> {
  const lapsed = await db.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM partners p WHERE p.platform_fee_lapsed_at IS NOT NULL
      AND EXISTS (SELECT 1 ${stale} AND a.partner_id = p.id)`;
  const restored = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT p.id FROM account_holds h
    JOIN solo_accounts a ON a.id = h.account_id
    JOIN partners p ON p.id = a.partner_id AND p.platform_fee_lapsed_at IS NULL
    WHERE h.kind = 'platform' AND h.lifted_at IS NULL AND a.funded_by = 'platform'`;
  return [...lapsed, ...restored].map(({ id }) => id);
}

// Lapsed fee: accounts that still count as paid, or were verified and are not suspended for it. Paid fee: accounts suspended
// for it, or waiting only for it. `deriveAccountStatus` fixes each.
const stale = Prisma.sql`
  FROM solo_accounts a
  JOIN partners f ON f.id = a.partner_id
  LEFT JOIN account_holds held ON held.account_id = a.id AND held.kind = 'platform' AND held.lifted_at IS NULL
  WHERE a.funded_by = 'platform' AND CASE
    WHEN f.platform_fee_lapsed_at IS NOT NULL
    THEN a.status IN ('active', 'subscribed_pending_id') OR (a.verified_at IS NOT NULL AND held.id IS NULL)
    ELSE held.id IS NOT NULL OR (a.status = 'pending_id_verification' AND (
      a.reinstated_at IS NOT NULL OR EXISTS (SELECT 1 FROM identities i WHERE i.user_id = a.user_id)))
    END`;

export const deriveFundedStatusesTask = defineTask(
  JOB,
  z.object({ partnerId: z.string().refine(isId) }),
  async ({ partnerId }, { requestId, signal }) => {
    // The queue retries an interrupted run.
    await deriveFundedStatuses({ actor: { kind: "system", name: JOB }, requestId }, partnerId, signal);
  },
);
