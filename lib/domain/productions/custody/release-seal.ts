import { assertNoConflict } from "@/lib/domain/conflicts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockProducerOf, lockProduction } from "@/lib/domain/production-status";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sealHoldsOn } from "../sealing/seal-holds";

/**
 * Let a production be sealed again after an age wasn't proven or the first day was moved back. The ledger keeps the reason. Throws
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
    const holds = await sealHoldsOn(tx, productionId);
    if (!holds.some(({ id }) => id === productionId)) {
      throw new Conflict("not_held", "The seal of this production isn’t held.");
    }
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.seal_released", subject, partnerId: null, reason });
  });
}
