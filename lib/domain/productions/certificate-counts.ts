import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { rows } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import type { Reader } from "./production-access";

const LATELY_DAYS = 30;
/** Where counting stops: more are reported as this number plus one. */
export const REVOKED_COUNTED_AT_MOST = 100;

// From the list of revocations, which is short. An imported one was revoked long ago.
const countOf = (own: string): string => `
  SELECT count(*)::int AS count FROM (
    SELECT DISTINCT c.production_id FROM certificates c JOIN productions p ON p.id = c.production_id AND p.status = 'revoked'
    WHERE c.listed_as = 'revocation' AND c.listed_at >= $2 AND c.revoked_at >= $2 AND ${own} LIMIT $3) counted`;
const OF_PRODUCER = countOf("p.producer_id = $1");
const OF_PARTNER = countOf(
  "EXISTS (SELECT FROM production_partners l WHERE l.production_id = c.production_id AND l.partner_id = $1)",
);

/** How many productions of a producer, or linked to a partner, a custodian revoked in the last 30 days. */
export async function countRevokedLately({ actor }: Reader): Promise<number> {
  const since = new Date(clock.now().getTime() - LATELY_DAYS * DAY_MS);
  const isProducer = actor.kind === "producer";
  const found = await rows<{ count: number }>({
    name: `count_revoked_lately_${isProducer ? "producer" : "partner"}`,
    text: isProducer ? OF_PRODUCER : OF_PARTNER,
    values: [isProducer ? actor.producerId : actor.partnerId, since, REVOKED_COUNTED_AT_MOST + 1],
  });
  return found[0]?.count ?? 0;
}

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
  const found = await rows<EndingCounts>({ name: "count_ending_certificates", text: COUNTS, values });
  return found[0] ?? { ending: 0, ended: 0, certified: false };
}
