import { settleFundedAccounts } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockPartner } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockName } from "@/lib/platform/locks";
import { invoiceWork } from "./alone";
import type { Operated } from "./lapse-fee";
import { enqueueInvoice } from "./queue";
import { settleFee, UNPAID } from "./settle-fee";

/**
 * Take a partner's platform fee as paid, by other means than the processor's: what is owed is settled and given up there, so
 * that nobody pays it twice, and the partner's creators are restored. Throws `NotFound`.
 */
export async function payPlatformFee(ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<Operated> {
  const unpaid = { where: { partnerId, ...UNPAID }, orderBy: { id: "asc" }, select: { id: true } } as const;
  const settled = await inTransaction(async (tx) => {
    // A try to pay that is under way may yet charge the card: what it comes to is waited for.
    for (const { id } of await tx.platformInvoice.findMany(unpaid)) await lockName(tx, invoiceWork(id));
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
    return settleFee(tx, ctx, partnerId);
  });
  return { partnerId, ...settled, creators: await settleFundedAccounts(ctx, partnerId) };
}
