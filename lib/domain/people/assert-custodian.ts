import type { Ctx, StaffActor } from "@/lib/domain/context";
import type { Tx } from "@/lib/platform/db";
import { Forbidden } from "@/lib/platform/errors";

/** Make sure that the actor is a custodian today, whatever the session believed. Throws `Forbidden`. */
export async function assertCustodian(tx: Pick<Tx, "user">, ctx: Ctx<StaffActor>): Promise<void> {
  const staff = await tx.user.findUnique({ where: { id: ctx.actor.userId }, select: { staffRole: true } });
  if (staff?.staffRole !== "custodian") throw new Forbidden("Only custodians may do this.");
}
