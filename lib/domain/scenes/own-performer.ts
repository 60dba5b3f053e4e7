import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { lockScene } from "./states";

/** Lock the scene of the acting person's own performer and read both. Throws `NotFound` for somebody else's. */
export async function lockOwnPerformer(tx: Tx, ctx: Ctx<PersonActor>, performerId: string) {
  const named = await tx.scenePerformer.findUnique({ where: { id: performerId }, select: { sceneId: true } });
  const scene = named && (await lockScene(tx, named.sceneId));
  const performer = await tx.scenePerformer.findUnique({ where: { id: performerId } });
  if (!scene || performer?.userId !== ctx.actor.userId) throw new NotFound();
  return { scene, performer };
}
