import type { Ctx, SystemActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { payments } from "@/lib/platform/payments/payments";
import type { SceneFee } from "@/prisma/generated/client";
import { advanceFee } from "./charge-scene-fee";
import { tell } from "./record-outcome";

/** A dispute, as the processor shows it. */
type Dispute = { charge: string | null; withdraws: boolean };

/**
 * Looks up a person's scene fees after the processor's message about a charge: tries without an answer, and a paid fee whose
 * charge was refunded. A refunded fee is unpaid again. Throws `PaymentsUnavailable`.
 */
export async function followCharge(
  ctx: Ctx<SystemActor>,
  { userId, charge }: { userId: string; charge: string },
): Promise<void> {
  const unanswered = { status: "charging", triedAt: { not: null } } as const;
  const fees = await db.sceneFee.findMany({
    where: { payerId: userId, OR: [unanswered, { paymentChargeId: charge }] },
  });
  for (const fee of fees) {
    if (fee.status === "charging") await advanceFee(ctx, fee.id);
    else if ((await payments().readCharge(charge)).status === "refunded") {
      await reverse(ctx, fee, "payment_refunded");
    }
  }
}

/** A fee whose payment a dispute withdraws is unpaid again; one whose dispute is won is paid. */
export async function followDispute(ctx: Ctx<SystemActor>, { charge, withdraws }: Dispute): Promise<void> {
  if (charge === null) return;
  if (withdraws) {
    const fee = await db.sceneFee.findUnique({ where: { paymentChargeId: charge } });
    if (fee) await reverse(ctx, fee, DISPUTED);
    return;
  }
  const fee = await db.sceneFee.findUnique({ where: { reversedChargeId: charge } });
  if (fee) await undoReversal(ctx, fee, charge);
}

const DISPUTED = "payment_disputed";

function reverse(ctx: Ctx, fee: SceneFee, chargeError: string): Promise<void> {
  const { id, paymentChargeId } = fee;
  return inTransaction(async (tx) => {
    const { count } = await tx.sceneFee.updateMany({
      where: { id, status: "paid", paymentChargeId },
      data: {
        ...{ status: "unpaid", paymentChargeId: null, paidAt: null },
        ...{ reversedChargeId: paymentChargeId, chargeError },
      },
    });
    if (count > 0) tell(tx, ctx, fee, "scene_fee.reversed", { charge: paymentChargeId, reason: chargeError });
  });
}

function undoReversal(ctx: Ctx, fee: SceneFee, charge: string): Promise<void> {
  return inTransaction(async (tx) => {
    const { count } = await tx.sceneFee.updateMany({
      where: { id: fee.id, status: "unpaid", reversedChargeId: charge, chargeError: DISPUTED },
      data: {
        ...{ status: "paid", paymentChargeId: charge, paidAt: clock.now() },
        ...{ reversedChargeId: null, chargeError: null },
      },
    });
    if (count > 0) tell(tx, ctx, fee, "scene_fee.reversal_undone", { charge });
    else log.error({ fee: fee.id, charge }, "a won dispute was about a scene fee that was tried again since");
  });
}
