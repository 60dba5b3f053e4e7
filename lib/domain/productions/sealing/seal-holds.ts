import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

/** A production that failed to seal because a person's age wasn't proven, or its first day was moved back. */
export type SealHold = { id: string; title: string };

/** What the producer reads, whichever production failed first. It must tell nothing about a performer. */
export const SEAL_HELD = "These records can’t be sealed as they are. Our custodian looks into it and will contact you.";

/**
 * What keeps a production from being sealed until a custodian releases it: itself, or others of its producer with one of its
 * performers. Otherwise the producer could move a day and seal again, until they know when a performer turned 18.
 */
export const sealHoldsOn = (tx: Pick<Tx, "$queryRaw">, productionId: string): Promise<SealHold[]> =>
  tx.$queryRaw<SealHold[]>`
    WITH people AS (
      SELECT unnest(ARRAY[p.user_id, t.user_id, u.id]) AS id FROM production_performers m
        JOIN collab_scenes s ON s.id = m.scene_id
        LEFT JOIN scene_performers p ON p.id = m.scene_performer_id
        LEFT JOIN attestations t ON t.id = s.attestation_id AND m.scene_performer_id IS NULL
        LEFT JOIN users u ON u.email = m.email
      WHERE m.production_id = ${productionId}
    ), failed AS (
      SELECT subject_id AS id FROM alerts WHERE kind = 'in_production' AND person_id IN (SELECT id FROM people)
      UNION SELECT ${productionId}
    )
    SELECT other.id, other.title FROM failed JOIN productions other ON other.id = failed.id
      JOIN productions this ON this.id = ${productionId} AND this.producer_id = other.producer_id
    WHERE EXISTS (SELECT FROM seal_holds h WHERE h.production_id = other.id AND h.released_at IS NULL)
    ORDER BY other.id`;

/** Throws `Conflict` `seal_held`. The caller has locked the producer, so that no seal fails meanwhile. */
export async function assertNotHeld(tx: Tx, productionId: string): Promise<void> {
  if ((await sealHoldsOn(tx, productionId)).length > 0) throw new Conflict("seal_held", SEAL_HELD);
}
