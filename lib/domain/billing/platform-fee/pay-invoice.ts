import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { openSetupPage } from "../checkout";
import { advanceInvoice } from "./advance-invoice";
import { UNPAID } from "./fee-status";
import { enqueueInvoice } from "./invoice-fees";
import { invoiceList, type ShownInvoice } from "./list-invoices";

/**
 * The URL of the processor's page where the partner saves a card. They return to `returnTo`, a path of ours. Throws
 * `Forbidden`, `PaymentsUnavailable`.
 */
export async function startPlatformCardSetup(
  ctx: Ctx<PortalUserActor>,
  { returnTo }: { returnTo: string },
): Promise<string> {
  const { partnerId } = ctx.actor;
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_billing" }));
  const url = await openSetupPage(ctx, { partnerId }, { returnTo });
  const subject = { kind: "partner", id: partnerId } as const;
  await inTransaction(async (tx) => record(tx, { ctx, action: "payment_card.page_opened", subject }));
  return url;
}

/**
 * Tries to pay an invoice with the saved card and returns it; if the card was declined, it is still `open`, with the
 * reason. Throws `NotFound`, `Forbidden`, `PaymentsUnavailable`, and 409 `not_owed` or `payment_under_way`.
 */
export async function payPlatformInvoice(
  ctx: Ctx<PortalUserActor>,
  { invoiceId }: { invoiceId: string },
): Promise<ShownInvoice> {
  if (!isId(invoiceId)) throw new NotFound();
  const { partnerId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_billing" });
    if ((await tx.platformInvoice.count({ where: { id: invoiceId, partnerId } })) === 0) throw new NotFound();
    const { count } = await tx.platformInvoice.updateMany({
      where: { id: invoiceId, partnerId, ...UNPAID },
      data: { nextTryAt: clock.now() },
    });
    if (count === 0) throw new Conflict("not_owed", "This invoice is no longer open.");
    // If this request dies, the job continues. It starts later, so that it doesn't take the lock first.
    await enqueueInvoice(tx, invoiceId, new Date(clock.now().getTime() + MINUTE_MS));
  });
  if (!(await advanceInvoice(ctx, { invoiceId, mailsFailure: false }))) {
    throw new Conflict("payment_under_way", "A payment is in progress. Check again in a minute.");
  }
  return invoiceList.get(ctx, invoiceId);
}
