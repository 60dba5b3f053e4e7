import type { Ctx, PersonActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { SceneFee } from "@/prisma/generated/client";
import { chargeSceneFee } from "./charge-scene-fee";
import { enqueueFee, tell } from "./record-outcome";

/**
 * Starts a new try to charge a scene's unpaid fee to the person's saved card, and returns the fee with its outcome, like
 * `chargeSceneFee`. Of two clicks, one starts it. Throws `NotFound`, and 409 `payment_under_way` or `not_owed`.
 */
export async function paySceneFee(ctx: Ctx<PersonActor>, { feeId }: { feeId: string }): Promise<SceneFee> {
  if (!isId(feeId)) throw new NotFound();
  const sceneId = await inTransaction(async (tx) => {
    const mine = { id: feeId, payerId: ctx.actor.userId };
    const before = await tx.sceneFee.findFirst({ where: mine });
    if (!before) throw new NotFound();
    // If this request dies, the job continues.
    const nextTryAt = new Date(clock.now().getTime() + MINUTE_MS);
    const [fee] = await tx.sceneFee.updateManyAndReturn({
      where: { ...mine, status: "unpaid" },
      data: {
        ...{ status: "charging", try: { increment: 1 }, nextTryAt },
        ...{ triedAt: null, customerId: null, cardId: null, chargeError: null },
      },
    });
    if (!fee) {
      const { status } = await tx.sceneFee.findUniqueOrThrow({ where: { id: feeId } });
      if (status === "charging")
        throw new Conflict("payment_under_way", "A payment is in progress. Check again in a minute.");
      throw new Conflict("not_owed", "This fee is already paid.");
    }
    tell(tx, ctx, fee, "scene_fee.try_started");
    await enqueueFee(tx, feeId, nextTryAt);
    return fee.sceneId;
  });
  return chargeSceneFee(ctx, sceneId);
}
