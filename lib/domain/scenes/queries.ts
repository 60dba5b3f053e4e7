import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { db, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { presentDetail } from "./present";
import type { CollabSceneDetail } from "./response-schemas";

/** A scene with its performers, in the order of the request, and its fee; null if there is none. */
async function findScene(id: string, tx: Pick<Tx, "collabScene"> = db) {
  const scene = await tx.collabScene.findUnique({
    where: { id },
    include: { performers: { orderBy: { position: "asc" } }, fees: { where: { kind: "scene" } } },
  });
  return scene && { ...scene, fee: scene.fees[0] ?? null };
}

/** `findScene` for a scene that must exist, with its fee. */
export async function getScene(id: string, tx?: Pick<Tx, "collabScene">) {
  const scene = await findScene(id, tx);
  if (!scene?.fee) throw new Error("a scene or its fee is missing");
  return { ...scene, fee: scene.fee };
}

/**
 * Read a scene of the partner. Another partner's scene and one that does not exist are the same `NotFound`.
 * Contract: Collab scenes, read.
 */
export async function readScene(ctx: Ctx<PartnerKeyActor | PortalUserActor>, id: string): Promise<CollabSceneDetail> {
  const scene = isId(id) ? await findScene(id) : null;
  if (!scene || scene.partnerId !== ctx.actor.partnerId) throw new NotFound();
  return presentDetail(scene, { isOwner: true, publications: [] });
}
