import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { db, Prisma, rows } from "@/lib/platform/db";

// Read by SQL: the content log doesn't import scenes.

/** What the index knows about a greenlit scene: partner, facts, and who performs in it or uploads it. */
export type SceneRow = {
  kind: "scene";
  id: string;
  /** The partner that created it. */
  partnerId: string;
  partnerName: string;
  title: string | null;
  productionDate: Date;
  /** How many publications aren't removed. */
  published: number;
  /** The scene was erased after seven years; only its index entries are left. */
  erased: boolean;
  userIds: string[];
};

/** The scenes with these ids, in any order. */
export async function sceneRowsOf(ids: readonly string[]): Promise<SceneRow[]> {
  return rows<SceneRow>(
    Prisma.sql`SELECT 'scene' AS kind, e.scene_id AS id, p.id AS partner_id, p.name AS partner_name,
       coalesce(s.title, e.title) AS title, e.production_date, s.id IS NULL AS erased,
       (SELECT count(*)::int FROM scene_publications b WHERE b.scene_id = e.scene_id AND b.removed_at IS NULL) AS published,
       e.people AS user_ids
     FROM (SELECT scene_id, min(partner_id) AS partner_id, min(production_date) AS production_date, min(title) AS title,
             array_agg(user_id ORDER BY user_id) AS people
           FROM scene_index_entries WHERE scene_id = ANY(${ids}) GROUP BY scene_id) AS e
     JOIN partners p ON p.id = e.partner_id LEFT JOIN collab_scenes s ON s.id = e.scene_id`,
  );
}

/** A scene that a depiction leads to. */
export type LinkedScene = { id: string; title: string } | Reserved;

/**
 * The scenes that each of these depictions leads to: its partner published them under the depiction's URL, or from the
 * same file.
 */
export async function scenesOfDepictions(
  ctx: Ctx<StaffActor>,
  ids: readonly string[],
): Promise<Map<string, LinkedScene[]>> {
  const found = await rows<{ depictionId: string; id: string; title: string }>(Prisma.sql`
    SELECT l.depiction_id, s.id, s.title
    FROM (
      SELECT DISTINCT d.id AS depiction_id, p.scene_id FROM depictions d JOIN scene_publications p ON ${isPublishedAs}
      WHERE d.id = ANY(${ids})
    ) AS l JOIN collab_scenes s ON s.id = l.scene_id ORDER BY s.id DESC`);
  const linked = found.map(({ id, title }) => ({ id, title }));
  const shown = await hideReserved(db, ctx, { what: "scene", rows: linked });
  const scenes = new Map<string, LinkedScene[]>();
  for (const [place, { depictionId }] of found.entries()) {
    const scene = shown[place];
    if (scene) scenes.set(depictionId, [...(scenes.get(depictionId) ?? []), scene]);
  }
  return scenes;
}
