import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { advanceFee } from "./charge-scene-fee";
import { enqueueFee, FEE_JOB } from "./record-outcome";
import { refundSeconds } from "./refund-seconds";

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
