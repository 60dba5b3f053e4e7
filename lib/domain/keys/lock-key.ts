import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/context";
import { authorize } from "@/lib/domain/people";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

/** Who may change a key: the team of its partner, or an operator. */
export type KeyCtx = Ctx<PortalUserActor | SystemActor>;

/** The key, with its partner locked and the actor's right to manage it checked. Throws `NotFound`, `Forbidden`. */
export async function lockKey(tx: Tx, ctx: KeyCtx, keyId: string) {
  const found = await tx.apiKey.findUnique({ where: { id: keyId }, select: { partnerId: true } });
  if (!found) throw new NotFound();
  await authorize(tx, ctx, { partnerId: found.partnerId, to: "manage_integration" });
  return tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
}
