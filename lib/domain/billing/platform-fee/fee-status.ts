import { deriveFundedStatuses, enqueueFundedStatuses } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { enqueueInvoice, invoiceLockName } from "./invoice-lock";
import { mailFeeLapsed, mailFeeRestored } from "./mails";

/**
 * Bring a partner's fee in line with the facts: it has lapsed while an invoice is unpaid past its grace, or while the
 * service's own people say so. The only place that writes it. Whoever changed a fact calls it in the same transaction,
 * after the change. What follows for creators is done afterwards, by a job, in transactions of its own. Throws `NotFound`.
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
  await tx.partner.update({ where: { id: partnerId }, data: { platformFeeLapsedAt: lapsed ? now : null } });
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

/** What is owed: asked for, and neither paid, nor given up, nor settled by other means. */
export const UNPAID = { status: { in: ["open", "uncollectible"] }, settledAt: null } as const satisfies {
  status: { in: ("open" | "uncollectible")[] };
  settledAt: null;
};

/** `creators`: how many of the partner's creators were settled by this call; a job does the rest if it is cut short. */
type FeeResult = { partnerId: string; changed: boolean; lapsed: boolean; creators: number };

/**
 * Let a partner's platform fee lapse, whatever its invoices say: every creator whom it funds is suspended, until
 * `payPlatformFee` or the payment of any invoice. Throws `NotFound`.
 */
export async function lapsePlatformFee(
  ctx: Ctx<SystemActor>,
  { partnerId }: { partnerId: string },
): Promise<FeeResult> {
  const fee = await inTransaction(async (tx) => {
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await tx.partner.updateMany({
      where: { id: partnerId, platformFeeHeldAt: null },
      data: { platformFeeHeldAt: clock.now() },
    });
    return deriveFeeStatus(tx, ctx, partnerId);
  });
  return { partnerId, ...fee, creators: await deriveFundedStatuses(ctx, partnerId) };
}

/**
 * Take a partner's platform fee as paid, by other means than the processor's: what is owed is settled and given up there, so
 * that nobody pays it twice, and the partner's creators are restored. Throws `NotFound`.
 */
export async function payPlatformFee(ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<FeeResult> {
  const unpaid = { where: { partnerId, ...UNPAID }, orderBy: { id: "asc" }, select: { id: true } } as const;
  const fee = await inTransaction(async (tx) => {
    // A try to pay that is under way may yet charge the card: what it comes to is waited for.
    for (const { id } of await tx.platformInvoice.findMany(unpaid)) await lockName(tx, invoiceLockName(id));
    if (!(await lockPartner(tx, partnerId))) throw new NotFound(`There is no partner ${partnerId}.`);
    await tx.partner.update({ where: { id: partnerId }, data: { platformFeeHeldAt: null } });
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
