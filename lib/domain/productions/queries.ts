import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { rows } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { CertificateStatus } from "./certificates";
import type { Reader } from "./production-access";
import type { Production, Productions, ProductionsQuery } from "./schemas";

type Row = Omit<Production, "documentedAt" | "certificate"> & {
  documentedAt: Date | null;
  certificate: {
    certificateId: string;
    status: CertificateStatus;
    issuedAt: string;
    expiresAt: string;
  } | null;
};

// A production `p`, as the API answers it.
const COLUMNS = `p.id AS production_id, p.title, p.status, p.documented_at,
  (SELECT count(DISTINCT email)::int FROM production_performers WHERE production_id = p.id) AS performer_count,
  (SELECT json_build_object('certificateId', id, 'status', status, 'issuedAt', issued_at, 'expiresAt', expires_at)
   FROM certificates WHERE production_id = p.id ORDER BY status = 'CURRENT' DESC, issued_at DESC, id DESC LIMIT 1) AS certificate`;

// Asks by partner, so another partner's production takes as long as an unknown one.
const ONE = `SELECT ${COLUMNS} FROM production_partners l JOIN productions p ON p.id = l.production_id
  WHERE l.production_id = $1 AND l.partner_id = $2`;

/**
 * Read a production that is linked to the partner. Every other one and one that does not exist are the same `NotFound`.
 * Contract: Productions.
 */
export async function readProduction(ctx: Ctx<PartnerKeyActor>, productionId: string): Promise<Production> {
  if (!isId(productionId)) throw new NotFound();
  const [row] = await rows<Row>({
    name: "read_production",
    text: ONE,
    values: [productionId, ctx.actor.partnerId],
  });
  if (!row) throw new NotFound();
  return present(row);
}

// One database index has a performer's productions for each partner, so others' cost no time that tells.
const OF_PERFORMER = `WITH page AS MATERIALIZED (
    SELECT production_id FROM partner_performers WHERE partner_id = $1 AND email = $2 AND production_id < $3
    ORDER BY production_id DESC LIMIT $4)
  SELECT ${COLUMNS} FROM page JOIN productions p ON p.id = page.production_id ORDER BY p.id DESC`;
/** Follows every id of today. */
const AFTER_ALL = "z".repeat(25);

/**
 * The partner's productions that a performer is in, newest first. None for an unknown address. Contract: Productions. Throws
 * `InvalidField` `cursor`.
 */
export async function listOfPerformer(
  ctx: Ctx<PartnerKeyActor>,
  { performerEmail, limit, cursor }: ProductionsQuery,
): Promise<Productions> {
  if (cursor !== undefined && !isId(cursor))
    throw new InvalidField("cursor", "cursor must be a nextCursor of this list");
  const found = await rows<Row>({
    name: "list_productions_of_performer",
    text: OF_PERFORMER,
    values: [ctx.actor.partnerId, performerEmail, cursor ?? AFTER_ALL, limit + 1],
  });
  const page = found.slice(0, limit);
  return {
    productions: page.map(present),
    nextCursor: found.length > limit ? (page.at(-1)?.productionId ?? null) : null,
  };
}

const present = ({ documentedAt, certificate, ...row }: Row): Production => ({
  productionId: row.productionId,
  title: row.title,
  status: row.status,
  performerCount: row.performerCount,
  documentedAt: documentedAt?.toISOString() ?? null,
  certificate: certificate && {
    ...certificate,
    issuedAt: new Date(certificate.issuedAt).toISOString(),
    expiresAt: new Date(certificate.expiresAt).toISOString(),
  },
});

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
