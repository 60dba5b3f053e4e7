import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { PaymentsRefused } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { SceneFee } from "@/prisma/generated/client";
import { advanceFee } from "./charge-scene-fee";
import { mailSceneFeeRefund } from "./mails";
import { enqueueFee, FEE_JOB, tell } from "./record-outcome";

const AT_ONCE = 500;

/** Queue the fees whose outcome or refund is due, in case a job was lost. Safe to run twice at once. */
export async function sweepSceneFees(): Promise<void> {
  const [due, owed] = await Promise.all([
    db.sceneFee.findMany({
      where: { nextTryAt: { lte: clock.now() } },
      orderBy: { nextTryAt: "asc" },
      take: AT_ONCE,
      select: { id: true },
    }),
    db.sceneFeeCharge.findMany({
      where: { status: "refund_owed" },
      orderBy: { createdAt: "asc" },
      take: AT_ONCE,
      select: { feeId: true },
    }),
  ]);
  const fees = new Set([...due.map(({ id }) => id), ...owed.map(({ feeId }) => feeId)]);
  for (const id of fees) await inTransaction((tx) => enqueueFee(tx, id));
}

export const chargeSceneFeeTask = defineTask(
  FEE_JOB,
  z.object({ feeId: z.string().refine(isId) }),
  async ({ feeId }, { requestId }) => {
    const ctx: Ctx = { actor: { kind: "system", name: FEE_JOB }, requestId };
    await advanceFee(ctx, feeId);
    await refundSeconds(ctx, feeId);
  },
);

export const sweepSceneFeesTask = defineTask("sweep_scene_fees", z.unknown(), () => sweepSceneFees());

export const sweepSceneFeesSchedule: Schedule = { task: sweepSceneFeesTask, cron: "*/5 * * * *" };

/**
 * Refunds the charges of a fee that was paid twice, each once, with ledger entry and email. Safe to repeat: the processor
 * knows what it has refunded. A refund that the processor refuses is final. Throws `PaymentsUnavailable`.
 */
export async function refundSeconds(ctx: Ctx, feeId: string): Promise<void> {
  const owed = await db.sceneFeeCharge.findMany({
    where: { feeId, status: "refund_owed" },
    orderBy: { createdAt: "asc" },
    include: { fee: true },
  });
  for (const { chargeId, fee } of owed) await refundSecond(ctx, fee, chargeId);
}

async function refundSecond(ctx: Ctx, fee: SceneFee, chargeId: string): Promise<void> {
  try {
    const { id, cents } = await payments().refundCharge(chargeId);
    await inTransaction(async (tx) => {
      const { count } = await tx.sceneFeeCharge.updateMany({
        where: { chargeId, status: "refund_owed" },
        data: { status: "refunded", refundId: id },
      });
      if (count === 0) return;
      tell(tx, ctx, fee, "scene_fee.second_refunded", { charge: chargeId, refund: id, cents });
      await mailSceneFeeRefund(tx, fee, cents);
    });
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    await recordRefusal(ctx, fee, { chargeId, error });
  }
}

async function recordRefusal(
  ctx: Ctx,
  fee: SceneFee,
  { chargeId, error }: { chargeId: string; error: PaymentsRefused },
): Promise<void> {
  const isFirst = await inTransaction(async (tx) => {
    const { count } = await tx.sceneFeeCharge.updateMany({
      where: { chargeId, status: "refund_owed" },
      data: { status: "refund_refused", refusal: error.code },
    });
    if (count > 0) tell(tx, ctx, fee, "scene_fee.refund_refused", { charge: chargeId, reason: error.code });
    return count > 0;
  });
  // We still owe the money. An operator pays it back another way.
  if (isFirst) {
    log.error({ err: error, fee: fee.id, charge: chargeId }, "a scene fee was paid twice and can't be refunded");
  }
}
