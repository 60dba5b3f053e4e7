import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { db, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { OWN_PUBLICATION, type OwnPublication } from "../own-publications";

const PAGE = 20;

/** Where a platform published a scene. */
export type MappedPublication = OwnPublication & { platform: string };

/** A platform that may publish a scene and never registered a publication, and since when it may. */
export type PermittedPlatform = { platform: string; since: Date };

/** Every platform that published a scene or may publish it. For people in the scene, never for partners. */
export type SyndicationMap = {
  title: string;
  /** Newest first. */
  publications: Page<MappedPublication>;
  /** At most one for each partner. */
  permitted: PermittedPlatform[];
};

// The partner that created a scene may publish it from greenlight on. It pays for an extension too if it asks for one.
const PERMITTED = `
  SELECT partner.name AS platform, m.since
  FROM (
    SELECT partner_id, greenlit_at AS since FROM collab_scenes WHERE id = $1
    UNION ALL
    SELECT e.partner_id, e.created_at FROM scene_extensions e JOIN collab_scenes s ON s.id = e.scene_id
    WHERE e.scene_id = $1 AND e.partner_id <> s.partner_id
  ) AS m JOIN partners partner ON partner.id = m.partner_id
  WHERE NOT EXISTS (SELECT FROM scene_publications WHERE scene_id = $1 AND partner_id = m.partner_id)
  ORDER BY m.since, partner.id`;

type Asked = { cursor?: string | undefined };

/** Where a greenlit scene is and was published, for its uploader. Throws `NotFound` for anybody else. */
export async function viewUploadedSceneMap(
  { actor: { userId } }: Ctx<PersonActor>,
  { sceneId, cursor }: Asked & { sceneId: string },
): Promise<SyndicationMap> {
  const scene = isId(sceneId)
    ? await db.collabScene.findFirst({
        where: { id: sceneId, status: "greenlit", attestation: { userId } },
        select: { id: true, title: true },
      })
    : null;
  return mapOf(scene, cursor);
}

/**
 * The same for a performer who signed the scene, by the performer's id: the scene's own is the permission to extend it. Throws
 * `NotFound` for anybody else.
 */
export async function viewSignedSceneMap(
  { actor: { userId } }: Ctx<PersonActor>,
  { performerId, cursor }: Asked & { performerId: string },
): Promise<SyndicationMap> {
  // A greenlit scene has no refusals, so every performer who signed it consented.
  const performer = isId(performerId)
    ? await db.scenePerformer.findFirst({
        where: { id: performerId, userId, signedAt: { not: null }, scene: { status: "greenlit" } },
        select: { scene: { select: { id: true, title: true } } },
      })
    : null;
  return mapOf(performer?.scene ?? null, cursor);
}

async function mapOf(scene: { id: string; title: string } | null, sent: string | undefined): Promise<SyndicationMap> {
  if (!scene) throw new NotFound();
  const cursor = readCursor(sent);
  const [found, { rows: permitted }] = await Promise.all([
    db.scenePublication.findMany({
      where: { sceneId: scene.id, ...beyondId(cursor) },
      select: { ...OWN_PUBLICATION, partner: { select: { name: true } } },
      orderBy: { id: readingOrder(cursor) },
      take: PAGE + 1,
    }),
    pool().query<PermittedPlatform>(PERMITTED, [scene.id]),
  ]);
  const rows = found.map(({ partner, ...publication }) => ({ ...publication, platform: partner.name }));
  return { title: scene.title, publications: pageOf(rows, { limit: PAGE, cursor }), permitted };
}
