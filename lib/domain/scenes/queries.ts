import { derivedLink, type LinkColumns } from "@/lib/domain/acts";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { hashToken } from "@/lib/platform/crypto";
import { db, rows, type Tx } from "@/lib/platform/db";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { presentDetail } from "./present";
import type { CollabSceneDetail } from "./response-schemas";
import { JOB_PRODUCER } from "./scene-uploader";

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

/** What one partner may know about a scene. */
export type SceneAccess = {
  /** The partner that created the scene. */
  ownerId: string;
  isGreenlit: boolean;
  /** Whether the asking partner extended it. */
  isExtended: boolean;
};

// One statement, whether the scene exists or not, so that the time to refuse doesn't tell.
const FIND_ACCESS = `
  SELECT s.partner_id AS owner_id, s.status = 'greenlit' AS is_greenlit,
         EXISTS (SELECT FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id = $2) AS is_extended
  FROM collab_scenes s WHERE s.id = $1 AND NOT s.is_job AND (s.partner_id = $2 OR s.status = 'greenlit')`;

/**
 * Find a scene that the partner created, or any greenlit one: knowing its id is the permission. Throws `NotFound`, the same for
 * an unknown scene, a job's and another partner's that isn't greenlit. Contract: Syndication.
 */
export async function getSceneAccess(partnerId: string, sceneId: string): Promise<SceneAccess> {
  if (!isId(sceneId)) throw new NotFound();
  const [access] = await rows<SceneAccess>({
    name: "find_scene_access",
    text: FIND_ACCESS,
    values: [sceneId, partnerId],
  });
  if (!access) throw new NotFound();
  return access;
}

// Asks by partner and answers with one row, so another partner's scene takes as long as an unknown one.
const FIND_READER = `
  SELECT EXISTS (SELECT FROM collab_scenes WHERE id = $1 AND partner_id = $2 AND NOT is_job) AS is_owner,
         EXISTS (SELECT FROM scene_extensions WHERE scene_id = $1 AND partner_id = $2) AS is_extended`;

/**
 * How a partner may read a scene: as the one that created it, or as one that extended it. Throws `NotFound`, the same for an
 * unknown scene and every other. Contract: Collab scenes, read.
 */
export async function getReader(partnerId: string, sceneId: string): Promise<{ isOwner: boolean }> {
  if (!isId(sceneId)) throw new NotFound();
  const [reader] = await rows<{ isOwner: boolean; isExtended: boolean }>({
    name: "find_scene_reader",
    text: FIND_READER,
    values: [sceneId, partnerId],
  });
  if (!reader?.isOwner && !reader?.isExtended) throw new NotFound();
  return { isOwner: reader.isOwner };
}

/** Throws 422 `scene_not_greenlit`. Only the partner that created a scene gets this far before it is greenlit. */
export function assertGreenlit({ isGreenlit }: SceneAccess): void {
  if (!isGreenlit) throw new Unprocessable("scene_not_greenlit", "The scene is not greenlit");
}

/** What a performer's link derives from. */
export type LinkOfPerformer = { id: string; linkSerial: number; linkHash: Uint8Array };

const LINK = derivedLink({ purpose: "performer-link", page: "/consent" });

/** The link columns of a new performer. */
export function newLink(id: string): LinkColumns {
  const { linkSerial, linkHash } = LINK.first(id);
  return { linkSerial, linkHash };
}

/** The performer's link, for mails to them only. */
export const performerLink = (performer: LinkOfPerformer, tx: Pick<Tx, "scenePerformer"> = db): Promise<string> =>
  LINK.current(performer, (data) =>
    tx.scenePerformer.updateMany({ where: { id: performer.id, linkSerial: performer.linkSerial }, data }),
  );

/** The performer whom a link names, with the scene and the platform; null for an unknown or replaced link. */
export async function findPerformerByToken(token: string) {
  return db.scenePerformer.findUnique({
    where: { linkHash: hashToken(token) },
    include: {
      release: { select: { textVersion: true } },
      scene: { include: { partner: { select: { id: true, name: true } }, job: { select: JOB_PRODUCER } } },
    },
  });
}

export type PerformerOfLink = NonNullable<Awaited<ReturnType<typeof findPerformerByToken>>>;
