import type { Ctx, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Message } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { PaymentCustomer } from "@/prisma/generated/client";
import { syncCustomer } from "./sync-customer";

/** `not_ours`: not about payments. `refused`: the signature is missing, wrong or too old. */
export type Received = "taken" | "known" | "not_ours" | "refused";

/**
 * Receives a message from the processor and syncs the customer it names, so order and repeats don't matter. Its id is
 * stored after the sync: if that fails, the processor sends the message again. A disputed payment ends the person's
 * subscription. Throws `PaymentsUnavailable`.
 */
export async function receivePaymentMessage(
  ctx: Ctx<SystemActor>,
  { rawBody, signature }: { rawBody: string; signature: string | null },
): Promise<Received> {
  const message = payments().verifyMessage(rawBody, signature);
  if (!message) return "refused";
  if (message.about.kind === "other") return "not_ours";
  const id = { vendor: "stripe", messageId: message.id };
  if (await db.vendorMessage.findUnique({ where: { vendor_messageId: id } })) return "known";

  const disputed = await readDispute(message);
  const customer = await findKnown(disputed?.customer ?? message.customer);
  if (disputed && customer?.userId && disputed.purpose === null) await endDisputed(customer.id, disputed.at);
  if (customer) {
    if (isNews(message, customer)) await syncCustomer(ctx, customer.id);
  } else log.info({ type: message.type, message: message.id }, "a payment message for an unknown customer");

  return inTransaction(async (tx) => {
    const { count } = await tx.vendorMessage.createMany({
      data: [{ ...id, type: message.type, receivedAt: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) return "known";
    if (disputed && customer) {
      const { userId, partnerId } = customer;
      record(tx, {
        ctx,
        action: "payment.disputed",
        subject: userId ? { kind: "user", id: userId } : { kind: "partner", id: partnerId ?? "" },
        partnerId,
        detail: { message: message.id, purpose: disputed.purpose },
      });
    }
    return "taken";
  });
}

// For a person, a message about the subscription follows.
const isNews = ({ about }: Message, { partnerId }: PaymentCustomer): boolean =>
  partnerId !== null || (about.kind !== "invoice" && about.kind !== "charge");

const readDispute = ({ type, about }: Message) =>
  type === "charge.dispute.created" && about.kind === "dispute" ? payments().readDispute(about.id) : null;

const findKnown = async (id: string | null): Promise<PaymentCustomer | null> =>
  id === null ? null : db.paymentCustomer.findUnique({ where: { id } });

// End what the person disputed. A subscription started after the dispute continues.
async function endDisputed(customer: string, at: Date): Promise<void> {
  for (const { id, status, startedAt } of await payments().listSubscriptions(customer)) {
    if (status !== "ended" && startedAt <= at) await payments().cancelSubscription(id);
  }
}
