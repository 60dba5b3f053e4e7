import type { Ctx } from "@/lib/domain/context";
import { db, inTransaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import { mailSceneFeeRefund } from "../mails";
import { tell } from "./record-outcome";

/**
 * Refunds the second charge of a fee that was paid twice, once, with ledger entry and email. Safe to repeat: the processor
 * knows what it has refunded. The sweep retries a refund that the processor refuses. Throws `PaymentsUnavailable`.
 */
export async function refundSecond(ctx: Ctx, feeId: string): Promise<void> {
  const fee = await db.sceneFee.findUnique({ where: { id: feeId } });
  if (!fee || fee.secondChargeId === null || fee.secondRefundId !== null) return;
  const { id, payerId, secondChargeId } = fee;
  const refund = await payments()
    .refundCharge(secondChargeId)
    .catch((error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error;
      log.error({ err: error, fee: id, charge: secondChargeId }, "a scene fee's second charge could not be refunded");
      return null;
    });
  if (!refund) return;
  await inTransaction(async (tx) => {
    const { count } = await tx.sceneFee.updateMany({
      where: { id, secondChargeId, secondRefundId: null },
      data: { secondRefundId: refund.id },
    });
    if (count === 0) return;
    tell(tx, ctx, fee, "scene_fee.second_refunded", { charge: secondChargeId, refund: refund.id, cents: refund.cents });
    if (payerId !== null) await mailSceneFeeRefund(tx, payerId, refund.cents);
  });
}
