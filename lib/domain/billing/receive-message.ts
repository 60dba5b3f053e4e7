import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Message } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { PaymentCustomer } from "@/prisma/generated/client";
import type { Owner } from "./customers";
import { followCharge, followDispute } from "./scene-fees/follow-charge";
import { syncCustomer } from "./sync-customer";

/** `not_ours`: not about payments. `refused`: the signature is missing, wrong or too old. */
export type Received = "taken" | "known" | "not_ours" | "refused";

/**
 * Receives a message from the processor and syncs the customer it names, so order and repeats don't matter. Its id is
 * stored after the sync: if that fails, the processor sends the message again. A disputed payment ends the person's
 * subscription, or makes a scene's fee unpaid. Throws `PaymentsUnavailable`.
 */
export async function receivePaymentMessage(
  ctx: Ctx<SystemActor>,
  { rawBody, signature }: { rawBody: string; signature: string | null },
): Promise<Received> {
  const message = payments().verifyMessage(rawBody, signature);
  if (!message) return "refused";
  if (message.about.kind === "other") return "not_ours";
  if (await isKnownMessage(message.id)) return "known";

  const dispute = message.about.kind === "dispute" ? await payments().readDispute(message.about.id) : null;
  const disputed = message.type === "charge.dispute.created" ? dispute : null;
  const customer = await findKnown(dispute?.customer ?? message.customer);
  if (disputed && customer?.userId && disputed.purpose === null) await endDisputed(customer.id, disputed.at);
  const payer = customer && ownerOf(customer);
  if (payer) {
    const charge = message.about.kind === "charge" ? message.about.id : dispute?.charge;
    if (charge) await followCharge(ctx, { payer, charge });
    if (dispute) await followDispute(ctx, dispute);
  }
  if (customer) {
    if (isNews(message, customer)) await syncCustomer(ctx, customer.id);
  } else log.info({ type: message.type, message: message.id }, "a payment message for an unknown customer");

  return inTransaction(async (tx) => {
    if (!(await takeMessage(tx, message))) return "known";
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

const VENDOR = "stripe";

/** Whether a message of the processor was taken before. */
export const isKnownMessage = async (messageId: string): Promise<boolean> =>
  (await db.vendorMessage.findUnique({ where: { vendor_messageId: { vendor: VENDOR, messageId } } })) !== null;

/** Keeps the id of a message in the transaction of its effect, so that a replay changes nothing. False for a replay. */
export async function takeMessage(tx: Tx, { id, type }: { id: string; type: string }): Promise<boolean> {
  const message = { vendor: VENDOR, messageId: id, type, receivedAt: clock.now() };
  return (await tx.vendorMessage.createMany({ data: [message], skipDuplicates: true })).count === 1;
}

const ownerOf = ({ userId, partnerId }: PaymentCustomer): Owner | null =>
  userId !== null ? { userId } : partnerId !== null ? { partnerId } : null;

// For a person, a message about the subscription follows; a charge of its own is a scene's fee.
const isNews = ({ about }: Message, { partnerId }: PaymentCustomer): boolean =>
  partnerId !== null || (about.kind !== "invoice" && about.kind !== "charge");

const findKnown = async (id: string | null): Promise<PaymentCustomer | null> =>
  id === null ? null : db.paymentCustomer.findUnique({ where: { id } });

// End what the person disputed. A subscription started after the dispute continues.
async function endDisputed(customer: string, at: Date): Promise<void> {
  for (const { id, status, startedAt } of await payments().listSubscriptions(customer)) {
    if (status !== "ended" && startedAt <= at) await payments().cancelSubscription(id);
  }
}
