import { enqueueFundedAccounts } from "@/lib/domain/accounts";
import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { tellLapsed, tellRestored } from "./tell-partner";

/**
 * Bring a partner's fee in line with the facts: it has lapsed while an invoice is unpaid past its grace, or while the
 * service's own people say so. The only place that writes it. Whoever changed a fact calls it in the same transaction,
 * after the change. What follows for creators is done afterwards, by a job, in transactions of its own. Throws `NotFound`.
 */
export async function settleFee(tx: Tx, ctx: Ctx, partnerId: string): Promise<{ lapsed: boolean; changed: boolean }> {
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
  await enqueueFundedAccounts(tx, partnerId);
  const owed = await tx.platformInvoice.count({ where: { partnerId, ...UNPAID } });
  if (lapsed) await tellLapsed(tx, partnerId, { owes: owed > 0 });
  else await tellRestored(tx, partnerId);
  return { lapsed, changed: true };
}

/** What is owed: asked for, and neither paid, nor given up, nor settled by other means. */
export const UNPAID = { status: { in: ["open", "uncollectible"] }, settledAt: null } as const satisfies {
  status: { in: ("open" | "uncollectible")[] };
  settledAt: null;
};
