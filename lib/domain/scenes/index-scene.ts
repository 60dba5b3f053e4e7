import { queueForSearch } from "@/lib/domain/search";
import type { Tx } from "@/lib/platform/db";

/**
 * Enters a scene in the cross-reference index, in the transaction of its greenlight: one entry for the uploader and for each
 * performer. Under a legal hold, the database passes it on to the entries. The account's link may have ended since the
 * creation, so the uploader is who attested. Contract: Collab scenes, states.
 */
export async function indexScene(tx: Tx, { id, greenlitAt }: { id: string; greenlitAt: Date }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO scene_index_entries (scene_id, user_id, partner_id, production_date, last_changed_at)
    SELECT s.id, who.user_id, s.partner_id, coalesce(s.shoot_date, s.created_at), ${greenlitAt}
    FROM collab_scenes s CROSS JOIN LATERAL (
      SELECT t.user_id FROM attestations t WHERE t.id = s.attestation_id
      UNION SELECT p.user_id FROM scene_performers p WHERE p.scene_id = s.id
    ) AS who WHERE s.id = ${id} AND who.user_id IS NOT NULL`;
  await queueForSearch(tx, "scene", [id]);
}
