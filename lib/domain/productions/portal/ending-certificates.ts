import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

const AHEAD_DAYS = 60;
/** Where counting stops: more are reported as this number plus one. */
export const ENDING_COUNTED_AT_MOST = 1_000;

const CURRENT = `FROM production_partners link
  JOIN certificates c ON c.production_id = link.production_id AND c.status = 'CURRENT' WHERE link.partner_id = $1`;
const counted = (when: string): string =>
  `(SELECT count(*)::int FROM (SELECT ${CURRENT} AND ${when} LIMIT $4) AS counted)`;
const COUNTS = `SELECT ${counted("c.expires_at >= $2 AND c.expires_at < $3")} AS ending,
  ${counted("c.expires_at < $2")} AS ended, EXISTS (SELECT ${CURRENT}) AS certified`;

/** The partner's certificates that end within 60 days, and those that have ended. `certified`: whether it has any. */
type EndingCounts = { ending: number; ended: number; certified: boolean };

export async function countEndingCertificates({ actor: { partnerId } }: Ctx<PortalUserActor>): Promise<EndingCounts> {
  const now = clock.now();
  const values = [partnerId, now, new Date(now.getTime() + AHEAD_DAYS * DAY_MS), ENDING_COUNTED_AT_MOST + 1];
  const { rows } = await pool().query<EndingCounts>({ name: "count_ending_certificates", text: COUNTS, values });
  return rows[0] ?? { ending: 0, ended: 0, certified: false };
}
