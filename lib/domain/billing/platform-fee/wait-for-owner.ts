import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import type { PlatformInvoice } from "@/prisma/generated/client";

/** Why an invoice is not sent, as long as its partner has no owner. */
export const NO_OWNER = "no_owner";

/** Leave an invoice that can be sent to nobody until tomorrow, and tell the operators: each day in the log, once in the ledger. */
export async function waitForOwner(ctx: Ctx, { id, partnerId, failure }: PlatformInvoice): Promise<void> {
  log.error({ partner: partnerId, invoice: id }, "a platform invoice waits: its partner has no owner to send it to");
  await inTransaction(async (tx) => {
    const nextTryAt = new Date(clock.now().getTime() + DAY_MS);
    const data = { failure: NO_OWNER, nextTryAt };
    const { count } = await tx.platformInvoice.updateMany({ where: { id, processorId: null }, data });
    if (count === 0 || failure === NO_OWNER) return;
    const subject = { kind: "platform_invoice", id } as const;
    record(tx, { ctx, action: "platform_invoice.waits_for_owner", subject, partnerId });
  });
}
