import { deriveFundedStatuses, enqueueFundedStatuses } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockPartner } from "@/lib/domain/parties/locks";
import { holdFee, setFeeLapsed } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { enqueueInvoice, invoiceLockName } from "./invoice-lock";
import { mailFeeLapsed, mailFeeRestored } from "./mails";

/**
 * Derive whether a partner's fee has lapsed: an invoice is unpaid past its grace period, or an operator lapsed it. The only
 * place that writes it. Call it in the transaction that changed a fact, after the change. A job then derives the creators'
 * statuses. Throws `NotFound`.
 */
export async function deriveFeeStatus(
  tx: Tx,
  ctx: Ctx,
  partnerId: string,
): Promise<{ lapsed: boolean; changed: boolean }> {
  if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
  const now = clock.now();
  const partner = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { platformFeeLapsedAt: true, platformFeeHeldAt: true },
  });
  const overdue = await tx.platformInvoice.findFirst({
    where: { partnerId, ...UNPAID, dueAt: { lte: now } },
    orderBy: { month: "asc" },
  });
  const lapsed = overdue !== null || partner.platformFeeHeldAt !== null;
  if (lapsed === (partner.platformFeeLapsedAt !== null)) return { lapsed, changed: false };
  await setFeeLapsed(tx, partnerId, lapsed ? now : null);
  record(tx, {
    ctx,
    action: lapsed ? "platform_fee.lapsed" : "platform_fee.restored",
    subject: { kind: "partner", id: partnerId },
    partnerId,
    ...(overdue && { detail: { invoice: overdue.id } }),
  });
  await enqueueFundedStatuses(tx, partnerId);
  const owed = await tx.platformInvoice.count({ where: { partnerId, ...UNPAID } });
  if (lapsed) await mailFeeLapsed(tx, partnerId, { owes: owed > 0 });
  else await mailFeeRestored(tx, partnerId);
  return { lapsed, changed: true };
}

/** Owed: neither paid, void nor closed by other means. */
export const UNPAID = { status: { in: ["open", "uncollectible"] }, settledAt: null } as const satisfies {
  status: { in: ("open" | "uncollectible")[] };
  settledAt: null;
};

/** `creators`: how many statuses this call derived. A job does the rest if it is cut short. */
type FeeResult = { partnerId: string; changed: boolean; lapsed: boolean; creators: number };

/**
 * Lapse a partner's platform fee regardless of its invoices. This suspends every creator it funds until `payPlatformFee`
 * or the payment of any invoice. Throws `NotFound`.
 */
export async function lapsePlatformFee(
  ctx: Ctx<SystemActor>,
  { partnerId }: { partnerId: string },
): Promise<FeeResult> {
  const fee = await inTransaction(async (tx) => {
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await holdFee(tx, partnerId, clock.now());
    return deriveFeeStatus(tx, ctx, partnerId);
  });
  return { partnerId, ...fee, creators: await deriveFundedStatuses(ctx, partnerId) };
}

/**
 * Mark a partner's platform fee as paid by other means: close its open invoices, void them at the processor so they are
 * not paid twice, and restore its creators. Throws `NotFound`.
 */
export async function payPlatformFee(ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<FeeResult> {
  const unpaid = { where: { partnerId, ...UNPAID }, orderBy: { id: "asc" }, select: { id: true } } as const;
  const fee = await inTransaction(async (tx) => {
    // A payment in progress may still charge the card: wait for it.
    for (const { id } of await tx.platformInvoice.findMany(unpaid)) await lockName(tx, invoiceLockName(id));
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await holdFee(tx, partnerId, null);
    const owed = await tx.platformInvoice.findMany(unpaid);
    for (const { id } of owed) {
      await tx.platformInvoice.update({
        where: { id },
        data: { settledAt: clock.now(), nextTryAt: null, failure: null },
      });
      record(tx, { ctx, action: "platform_invoice.settled", subject: { kind: "platform_invoice", id }, partnerId });
      await enqueueInvoice(tx, id);
    }
    return deriveFeeStatus(tx, ctx, partnerId);
  });
  return { partnerId, ...fee, creators: await deriveFundedStatuses(ctx, partnerId) };
}
