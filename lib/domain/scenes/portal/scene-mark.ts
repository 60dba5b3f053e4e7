import { markReader } from "@/lib/domain/core/mark";
import type { SceneStatus } from "../labels";
import { isOpen } from "../states";

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
 * The mark of the page of one of the partner's own scenes: a decision, an invitation, a fee, or what other partners do with the
 * scene. Polled every second.
 */
export const readSceneMark = markReader<Row>("scene_mark", SHOWN, (row) => [row, isOpen(row)]);
