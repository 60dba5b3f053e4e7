import { actorId, type Ctx, type StaffActor, type SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { lockProducerOf, lockProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/**
 * Let a production be sealed again after an age wasn't proven or the first day was moved back. Keeps who, when and why. Throws
 * `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `not_held`.
 */
export function releaseSeal(
  ctx: Ctx<StaffActor | SystemActor>,
  { productionId, reason }: { productionId: string; reason: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const { actor } = ctx;
    if (actor.kind === "staff") await assertNoConflict(tx, { ...ctx, actor }, { production: productionId });
    if (!isId(productionId)) throw new NotFound();
    await lockProducerOf(tx, productionId);
    if (!(await lockProduction(tx, productionId))) throw new NotFound();
    const released = {
      releasedAt: clock.now(),
      releasedByKind: actor.kind,
      releasedById: actorId(actor),
      releaseReason: reason,
    };
    const { count } = await tx.sealHold.updateMany({ where: { productionId, releasedAt: null }, data: released });
    if (count === 0) throw new Conflict("not_held", "The seal of this production isn’t held.");
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.seal_released", subject, partnerId: null, reason });
  });
}
