import { z } from "zod";
import type { Ctx } from "@/lib/domain/context";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { Prisma } from "@/prisma/generated/client";
import { deriveAccountStatus } from "./account-status";

/** Few at a time: a partner's row is shared while a batch runs, and whoever wants to change it waits that long. */
const BATCH = 25;
const JOB = "settle_funded_accounts";

/** Queue `deriveFundedStatuses`, in the transaction that changed whether the partner's fee is paid. */
export const enqueueFundedStatuses = (tx: Tx, partnerId: string): Promise<void> =>
  enqueue(tx, JOB, { partnerId }, { jobKey: `settle-funded-${partnerId}` });

/**
 * Settle every account that a partner funds and that does not stand as the fee says at this moment, in small transactions.
 * Stopped anywhere, the next call goes on with those who are left, so each is derived once and sends one event. A change of
 * the fee while it runs is obeyed from then on, and has queued another run for those who are behind. Returns how many were
 * settled. Throws when `signal` aborts, between two transactions.
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

/** The partners of whose creators somebody does not stand as the fee says. */
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

// Lapsed: whoever still counts as paid for, or was verified and is not held for it. Paid: whoever is held, or waits only for
// that payment. After `deriveAccountStatus` none of it is true of an account any more.
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
    // The queue tries again what was stopped.
    await deriveFundedStatuses({ actor: { kind: "system", name: JOB }, requestId }, partnerId, signal);
  },
);
