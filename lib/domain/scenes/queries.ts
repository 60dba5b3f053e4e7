import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { presentDetail } from "./present";
import type { CollabSceneDetail } from "./response-schemas";
import { getReader } from "./scene-access";

/** A scene with its performers, in the order of the request, and its fee; null if there is none. */
async function findScene(id: string, tx: Pick<Tx, "collabScene"> = db) {
  const scene = await tx.collabScene.findUnique({
    where: { id },
    include: { performers: { orderBy: { position: "asc" } }, fees: { where: { kind: { not: "extension" } } } },
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
 * Read a scene that the partner created or extended. Every other scene and one that does not exist are the same `NotFound`.
 * Contract: Collab scenes, read.
 */
export async function readScene(ctx: Ctx<PartnerKeyActor>, id: string): Promise<CollabSceneDetail> {
  const { partnerId } = ctx.actor;
  const { isOwner } = await getReader(partnerId, id);
  const [scene, publications] = await Promise.all([
    findScene(id),
    db.scenePublication.findMany({ where: { sceneId: id, partnerId }, orderBy: { id: "asc" } }),
  ]);
  if (!scene) throw new NotFound();
  return presentDetail(scene, { isOwner, publications });
}
