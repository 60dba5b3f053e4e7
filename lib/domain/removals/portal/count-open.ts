import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";

/** Where counting stops: more are reported as this number plus one. */
export const TAKEDOWNS_COUNTED_AT_MOST = 1_000;

const COUNTS = `SELECT count(*)::int AS open, (count(*) FILTER (WHERE deadline_at < $2))::int AS breached,
    min(deadline_at) AS "firstAt", (array_agg(id ORDER BY deadline_at, id))[1] AS "firstId"
  FROM (SELECT id, deadline_at FROM takedowns WHERE partner_id = $1 AND closed_at IS NULL
    ORDER BY deadline_at, id LIMIT ${TAKEDOWNS_COUNTED_AT_MOST + 1}) AS counted`;

/** The partner's open takedowns: how many, how many of them are past their deadline, and the first one. */
export type OpenTakedowns = { open: number; breached: number; first: { id: string; deadlineAt: Date } | null };

export async function countOpenTakedowns({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<OpenTakedowns> {
  type Counted = { open: number; breached: number; firstAt: Date | null; firstId: string | null };
  const values = [partnerId, clock.now()];
  const { rows } = await pool().query<Counted>({ name: "count_open_takedowns", text: COUNTS, values });
  const { open = 0, breached = 0, firstAt = null, firstId = null } = rows[0] ?? {};
  return { open, breached, first: firstAt && firstId ? { id: firstId, deadlineAt: firstAt } : null };
}
