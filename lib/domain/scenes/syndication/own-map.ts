import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, type Page, personList, type RowIn } from "@/lib/domain/core/lists";
import { db, Prisma, pool } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { PUBLICATION } from "../own-publications";

/** Where platforms published a scene, newest first. Callers check that the person is in it. */
const mapList = personList({
  from: "scene_publications p JOIN partners partner ON partner.id = p.partner_id",
  scope: (_, { scene }) => Prisma.sql`p.scene_id = ${scene}`,
  order: NEWEST,
  size: 20,
  select: { ...PUBLICATION, platform: field.text("partner.name") },
  filters: { scene: filter.typed(25) },
});

export type MappedPublication = RowIn<typeof mapList>;

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
  ctx: Ctx<PersonActor>,
  { sceneId, cursor }: Asked & { sceneId: string },
): Promise<SyndicationMap> {
  const scene = isId(sceneId)
    ? await db.collabScene.findFirst({
        where: { id: sceneId, status: "greenlit", attestation: { userId: ctx.actor.userId } },
        select: { id: true, title: true },
      })
    : null;
  return mapOf(ctx, scene, cursor);
}

/**
 * The same for a performer who signed the scene, by the performer's id: the scene's own is the permission to extend it. Throws
 * `NotFound` for anybody else.
 */
export async function viewSignedSceneMap(
  ctx: Ctx<PersonActor>,
  { performerId, cursor }: Asked & { performerId: string },
): Promise<SyndicationMap> {
  // A greenlit scene has no refusals, so every performer who signed it consented.
  const performer = isId(performerId)
    ? await db.scenePerformer.findFirst({
        where: { id: performerId, userId: ctx.actor.userId, signedAt: { not: null }, scene: { status: "greenlit" } },
        select: { scene: { select: { id: true, title: true } } },
      })
    : null;
  return mapOf(ctx, performer?.scene ?? null, cursor);
}

async function mapOf(ctx: Ctx<PersonActor>, scene: { id: string; title: string } | null, cursor: string | undefined) {
  if (!scene) throw new NotFound();
  const [publications, { rows: permitted }] = await Promise.all([
    mapList.read(ctx, { scene: scene.id, cursor }),
    pool().query<PermittedPlatform>(PERMITTED, [scene.id]),
  ]);
  return { title: scene.title, publications, permitted };
}
