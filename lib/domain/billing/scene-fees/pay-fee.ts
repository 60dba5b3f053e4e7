import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/core/context";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Prisma, SceneFee } from "@/prisma/generated/client";
import { chargeFee } from "./charge-scene-fee";
import { enqueueFee, tell } from "./record-outcome";

/**
 * Starts a new try to charge a scene's unpaid fee to the person's saved card, and returns the fee with its outcome, like
 * `chargeFee`. Of two clicks, one starts it. Throws `NotFound`, and 409 `payment_under_way` or `not_owed`.
 */
export function paySceneFee(ctx: Ctx<PersonActor>, { feeId }: { feeId: string }): Promise<SceneFee> {
  return payFee(ctx, feeId, async () => ({ payerId: ctx.actor.userId }));
}

/**
 * Like `paySceneFee`, for an extension or a verification job of the member's partner and its saved card. Throws `Forbidden` as
 * well. Contract: Extending a scene.
 */
export function payCardFee(ctx: Ctx<PortalUserActor>, { feeId }: { feeId: string }): Promise<SceneFee> {
  const { partnerId } = ctx.actor;
  return payFee(ctx, feeId, async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    return { partnerId, billedTo: "partner_card" };
  });
}

/**
 * Charges an extension's fee, like `chargeFee`. If it was unpaid when `fee` was read, this is a new try; calls at once, and
 * those that read the same `fee`, share one. Contract: Extending a scene.
 */
export async function chargeExtensionFee(ctx: Ctx, fee: SceneFee): Promise<SceneFee> {
  if (fee.status === "unpaid") await inTransaction((tx) => startTry(tx, ctx, fee));
  return chargeFee(ctx, fee.id);
}

async function payFee(
  ctx: Ctx,
  feeId: string,
  mine: (tx: Tx) => Promise<Prisma.SceneFeeWhereInput>,
): Promise<SceneFee> {
  if (!isId(feeId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const fee = await tx.sceneFee.findFirst({ where: { ...(await mine(tx)), id: feeId } });
    if (!fee) throw new NotFound();
    if (await startTry(tx, ctx, fee)) return;
    const { status } = await tx.sceneFee.findUniqueOrThrow({ where: { id: feeId } });
    if (status === "charging")
      throw new Conflict("payment_under_way", "A payment is in progress. Check again in a minute.");
    // Still unpaid: another click's try has failed since, and this one has the same outcome.
    if (status !== "unpaid") throw new Conflict("not_owed", "This fee is already paid.");
  });
  return chargeFee(ctx, feeId);
}

/** Starts the try after `fee.try`, once. False if the fee isn't unpaid, or that try was started before. */
async function startTry(tx: Tx, ctx: Ctx, { id, try: last }: SceneFee): Promise<boolean> {
  // If this request dies, the job continues.
  const nextTryAt = new Date(clock.now().getTime() + MINUTE_MS);
  const [fee] = await tx.sceneFee.updateManyAndReturn({
    where: { id, try: last, status: "unpaid" },
    data: {
      status: "charging",
      try: { increment: 1 },
      nextTryAt,
      triedAt: null,
      customerId: null,
      cardId: null,
      chargeError: null,
    },
  });
  if (!fee) return false;
  tell(tx, ctx, fee, "scene_fee.try_started");
  await enqueueFee(tx, id, nextTryAt);
  return true;
}
