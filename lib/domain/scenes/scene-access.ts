import { pool } from "@/lib/platform/db";
import { NotFound, Unprocessable } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

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
  SELECT s.partner_id AS "ownerId", s.status = 'greenlit' AS "isGreenlit",
         EXISTS (SELECT FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id = $2) AS "isExtended"
  FROM collab_scenes s WHERE s.id = $1 AND (s.partner_id = $2 OR s.status = 'greenlit')`;

/**
 * Find a scene that the partner created, or any greenlit one: knowing its id is the permission. Throws `NotFound`, the same for
 * an unknown scene and another partner's that isn't greenlit. Contract: Syndication.
 */
export async function getSceneAccess(partnerId: string, sceneId: string): Promise<SceneAccess> {
  if (!isId(sceneId)) throw new NotFound();
  const { rows } = await pool().query<SceneAccess>({
    name: "find_scene_access",
    text: FIND_ACCESS,
    values: [sceneId, partnerId],
  });
  const [access] = rows;
  if (!access) throw new NotFound();
  return access;
}

/** Throws 422 `scene_not_greenlit`. Only the partner that created a scene gets this far before it is greenlit. */
export function assertGreenlit({ isGreenlit }: SceneAccess): void {
  if (!isGreenlit) throw new Unprocessable("scene_not_greenlit", "The scene is not greenlit");
}
