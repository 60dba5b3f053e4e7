import type { Owner } from "@/lib/domain/billing/customers";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { SceneFee } from "@/prisma/generated/client";
import { advanceFee } from "./charge-scene-fee";
import { enqueueFee, tell } from "./record-outcome";

/** A dispute, as the processor shows it. */
type Dispute = { charge: string | null; withdraws: boolean };

/**
 * Looks up a payer's scene fees after the processor's message about a charge: tries without an answer, and a paid fee whose
 * charge was refunded. A refunded fee is unpaid again. Throws `PaymentsUnavailable`.
 */
export async function followCharge(
  ctx: Ctx<SystemActor>,
  { payer, charge }: { payer: Owner; charge: string },
): Promise<void> {
  const unanswered = { status: "charging", triedAt: { not: null } } as const;
  const theirs = "userId" in payer ? { payerId: payer.userId } : { ...payer, billedTo: "partner_card" as const };
  const fees = await db.sceneFee.findMany({ where: { ...theirs, OR: [unanswered, { paymentChargeId: charge }] } });
  for (const fee of fees) {
    if (fee.status === "charging") await advanceFee(ctx, fee.id);
    else if ((await payments().readCharge(charge)).status === "refunded") {
      await reverse(ctx, fee, "payment_refunded");
    }
  }
}

/**
 * A fee whose payment a dispute withdraws is unpaid again. If the dispute is won, it is paid; if the payer has paid again
 * since, that second charge is refunded. Throws `PaymentsUnavailable`, also while a new try has no answer.
 */
export async function followDispute(ctx: Ctx<SystemActor>, { charge, withdraws }: Dispute): Promise<void> {
  if (charge === null) return;
  if (withdraws) {
    const fee = await db.sceneFee.findUnique({ where: { paymentChargeId: charge } });
    if (fee) await reverse(ctx, fee, "payment_disputed");
    return;
  }
  const reversed = await db.sceneFeeCharge.findUnique({
    where: { chargeId: charge, status: "reversed" },
    include: { fee: true },
  });
  // We no longer have the money of a refunded charge.
  if (!reversed || (await payments().readCharge(charge)).status !== "succeeded") return;
  const { fee } = reversed;
  // The processor sends the message again, and by then we know whether the new try was paid.
  if (fee.status === "charging") throw new PaymentsUnavailable();
  if (fee.status === "unpaid") await undoReversal(ctx, fee, charge);
  else await keepFirst(ctx, fee, charge);
}

const reversal = (chargeId: string) => ({ chargeId, status: "reversed" as const });

function reverse(ctx: Ctx, fee: SceneFee, chargeError: string): Promise<void> {
  const { id, paymentChargeId: chargeId } = fee;
  return inTransaction(async (tx) => {
    if (chargeId === null) return;
    const { count } = await tx.sceneFee.updateMany({
      where: { id, status: "paid", paymentChargeId: chargeId },
      data: { status: "unpaid", paymentChargeId: null, paidAt: null, chargeError },
    });
    if (count === 0) return;
    await tx.sceneFeeCharge.create({ data: { chargeId, feeId: id, status: "reversed", createdAt: clock.now() } });
    tell(tx, ctx, fee, "scene_fee.reversed", { charge: chargeId, reason: chargeError });
  });
}

function undoReversal(ctx: Ctx, fee: SceneFee, charge: string): Promise<void> {
  return inTransaction(async (tx) => {
    const { count } = await tx.sceneFee.updateMany({
      where: { id: fee.id, status: "unpaid", try: fee.try, charges: { some: reversal(charge) } },
      data: { status: "paid", paymentChargeId: charge, paidAt: clock.now(), chargeError: null },
    });
    // Another delivery was first, or the payer just clicked "Pay now".
    if (count === 0) return assertUndone(tx, charge);
    await tx.sceneFeeCharge.delete({ where: reversal(charge) });
    tell(tx, ctx, fee, "scene_fee.reversal_undone", { charge });
  });
}

// The processor may refuse to refund a charge that was disputed, so the first one stays.
function keepFirst(ctx: Ctx, fee: SceneFee, charge: string): Promise<void> {
  const { id, paymentChargeId: second } = fee;
  return inTransaction(async (tx) => {
    const { count } = await tx.sceneFee.updateMany({
      where: { id, status: "paid", paymentChargeId: second, charges: { some: reversal(charge) } },
      data: { paymentChargeId: charge },
    });
    if (count === 0 || second === null) return assertUndone(tx, charge);
    await tx.sceneFeeCharge.delete({ where: reversal(charge) });
    await tx.sceneFeeCharge.create({
      data: { chargeId: second, feeId: id, status: "refund_owed", createdAt: clock.now() },
    });
    tell(tx, ctx, fee, "scene_fee.paid_twice", { kept: charge, refunded: second });
    await enqueueFee(tx, id);
  });
}

/** Throws `PaymentsUnavailable` if the won charge still counts as taken back, so that the message is sent again. */
async function assertUndone(tx: Tx, charge: string): Promise<void> {
  if ((await tx.sceneFeeCharge.count({ where: reversal(charge) })) > 0) throw new PaymentsUnavailable();
}
