import type { Ctx, StaffActor } from "@/lib/domain/context";
import { assertCustodian, assertNotOwn } from "@/lib/domain/people";
import type { Tx } from "@/lib/platform/db";

/** A custodian, and nobody who appears in this depiction. Throws `Forbidden`, also `own_record`. */
export async function assertMayOpen(
  tx: Pick<Tx, "user" | "indexEntry">,
  ctx: Ctx<StaffActor>,
  depictionId: string,
): Promise<void> {
  await assertCustodian(tx, ctx);
  const own = await tx.indexEntry.findUnique({
    where: { depictionId_userId: { depictionId, userId: ctx.actor.userId } },
    select: { userId: true },
  });
  assertNotOwn(ctx, [own?.userId]);
}
