import { rowsIn, type Tx } from "@/lib/platform/db";
import type { FoundRecord } from "./find-matches";

const AT_ONCE = 500;

/**
 * Publications of scenes whose distribution a performer withdrew, which aren't part of the withdrawal's request yet: those that were
 * registered since. Not for a request that its claimant withdrew, or of which a custodian rejected a record.
 */
export const findWithdrawn = (tx: Pick<Tx, "$queryRaw">): Promise<FoundRecord[]> =>
  rowsIn<FoundRecord>(tx)`
    SELECT r.id AS request_id, NULL AS depiction_id, NULL AS production_id, b.id AS publication_id, b.partner_id,
      'account' AS found_by, 'open' AS status
    FROM scene_performers w JOIN removal_requests r ON r.id = w.withdrawal_id
      JOIN scene_publications b ON b.scene_id = w.scene_id AND b.removed_at IS NULL
    WHERE r.status <> 'withdrawn'
      AND NOT EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND (i.publication_id = b.id OR i.status = 'rejected'))
    ORDER BY b.id LIMIT ${AT_ONCE}`;
