import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { sha256Hex } from "@/lib/platform/crypto";
import { rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { SceneStatus } from "../labels";
import { isOpen } from "../states";
import type { SceneMark } from "./schemas";

// Only what the page shows: whether a release is signed would tell who is new.
const SHOWN = `
  SELECT s.status, s.block, s.expires_at,
    (SELECT json_agg(json_build_array(p.consented_at, p.refused_at, p.mailed_at, p.mail_refused_at, p.reminded_at)
       ORDER BY p.position) FROM scene_performers p WHERE p.scene_id = s.id) AS performers,
    (SELECT f.payment_charge_id FROM scene_fees f
     WHERE f.scene_id = s.id AND f.partner_id = s.partner_id AND f.kind = 'scene') AS charge_id,
    (SELECT count(*)::int FROM scene_extensions e WHERE e.scene_id = s.id AND e.partner_id <> s.partner_id) AS extended_to,
    (SELECT json_build_array(count(*), count(p.removed_at)) FROM scene_publications p WHERE p.scene_id = s.id) AS publications
  FROM collab_scenes s WHERE s.id = $1 AND s.partner_id = $2 AND NOT s.is_job`;

type Row = { status: SceneStatus; expiresAt: Date };

/**
 * A version string that changes when the page of one of the partner's own scenes would: a decision, an invitation, a fee, or what
 * other partners do with the scene. Polled every second, so it is one query. Throws `NotFound`.
 */
export async function readSceneMark(ctx: Ctx<PortalUserActor>, sceneId: string): Promise<SceneMark> {
  const [row] = isId(sceneId)
    ? await rows<Row>({ name: "scene_mark", text: SHOWN, values: [sceneId, ctx.actor.partnerId] })
    : [];
  if (!row) throw new NotFound();
  return { mark: sha256Hex(JSON.stringify([row, isOpen(row)])).slice(0, 16) };
}
