import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { SOLO_STATUSES, type SoloStatus } from "./states";

/** Where counting stops: a status with more creators than this is reported as this many and one. */
export const COUNTED_AT_MOST = 100_000;

// Each status is one range of the index (partner_id, status, id), which the limit cuts.
const COUNT = {
  name: "count_accounts",
  text: `
    SELECT s.status, n.count FROM unnest($2::solo_status[]) AS s (status)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM solo_accounts a WHERE a.partner_id = $1 AND a.status = s.status LIMIT $3
      ) AS counted
    ) AS n`,
};

/** How many creators of the partner stand in each status. */
export async function countAccounts(ctx: Ctx<PortalUserActor>): Promise<Record<SoloStatus, number>> {
  const { rows } = await pool().query<{ status: SoloStatus; count: number }>({
    ...COUNT,
    values: [ctx.actor.partnerId, SOLO_STATUSES, COUNTED_AT_MOST + 1],
  });
  const counts = { pending_id_verification: 0, subscribed_pending_id: 0, active: 0, suspended: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
