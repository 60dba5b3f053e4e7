import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { enqueue } from "@/lib/platform/jobs";
import type { Charge } from "@/lib/platform/payments/states";
import type { SceneFee } from "@/prisma/generated/client";
import { mailUnpaidFee } from "./mails";

export const FEE_JOB = "charge_scene_fee";

/** The outcome of a try. `unknown`: the processor gave no answer and may have charged. */
export type Outcome = Charge | { status: "unknown" };

/** Records the outcome of a fee's current try, unless it is already known. Safe to repeat and to run late. */
export function recordOutcome(ctx: Ctx, fee: SceneFee, outcome: Outcome): Promise<void> {
  return inTransaction(async (tx) => {
    if (outcome.status === "succeeded") await recordPaid(tx, ctx, fee, outcome.id);
    else if (outcome.status === "failed") await recordFailed(tx, ctx, fee, outcome.code);
    else if (outcome.status === "refunded") await recordFailed(tx, ctx, fee, "payment_refunded");
    else await lookAgain(tx, fee, outcome.status === "processing" ? "payment_processing" : "payment_timeout");
  });
}

const thisTry = (fee: SceneFee) => ({ id: fee.id, try: fee.try, status: "charging" as const });

async function recordPaid(tx: Tx, ctx: Ctx, fee: SceneFee, paymentChargeId: string): Promise<void> {
  const { count } = await tx.sceneFee.updateMany({
    where: thisTry(fee),
    data: { status: "paid", paymentChargeId, paidAt: clock.now(), chargeError: null, nextTryAt: null },
  });
  if (count > 0) tell(tx, ctx, fee, "scene_fee.charged", { charge: paymentChargeId });
}

async function recordFailed(tx: Tx, ctx: Ctx, fee: SceneFee, chargeError: string): Promise<void> {
  const { count } = await tx.sceneFee.updateMany({
    // Without a card to send, a try fails. Another call may have found one since and sent it.
    where: { ...thisTry(fee), ...(fee.triedAt ? {} : { triedAt: null }) },
    data: { status: "unpaid", chargeError, nextTryAt: null },
  });
  if (count === 0) return;
  tell(tx, ctx, fee, "scene_fee.charge_failed", { reason: chargeError });
  // The payer starts every later try with a click or a call, and sees its outcome there.
  if (fee.try === 1) await mailUnpaidFee(tx, fee, chargeError);
}

async function lookAgain(tx: Tx, fee: SceneFee, chargeError: string): Promise<void> {
  // Less and less often: after a minute at first, every hour in the end.
  const now = clock.now().getTime();
  const waited = now - (fee.triedAt?.getTime() ?? now);
  const nextTryAt = new Date(now + Math.min(Math.max(waited, MINUTE_MS), HOUR_MS));
  const { count } = await tx.sceneFee.updateMany({ where: thisTry(fee), data: { chargeError, nextTryAt } });
  if (count > 0) await enqueueFee(tx, fee.id, nextTryAt);
}

/** Queue the job that finds out the outcome of a fee's try, now or at `runAt`. */
export const enqueueFee = (tx: Tx, feeId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, FEE_JOB, { feeId }, { jobKey: `scene-fee-${feeId}`, runAt });

type Told =
  | "charged"
  | "charge_failed"
  | "try_started"
  | "reversed"
  | "reversal_undone"
  | "paid_twice"
  | "second_refunded"
  | "refund_refused";

/** Adds a ledger entry about a scene's fee. */
export function tell(
  tx: Tx,
  ctx: Ctx,
  { id, sceneId, partnerId, try: attempt }: SceneFee,
  action: `scene_fee.${Told}`,
  detail: Record<string, unknown> = {},
): void {
  record(tx, {
    ctx,
    action,
    subject: { kind: "collab_scene", id: sceneId },
    partnerId,
    detail: { fee: id, try: attempt, ...detail },
  });
}
