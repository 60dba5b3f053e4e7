import { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { openFor, SealBroken, sealFor } from "@/lib/platform/crypto";
import { pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { InvalidField } from "@/lib/platform/errors";
import type { Revocations, RevocationsQuery } from "./schemas";

const PURPOSE = "revocation-cursor";
/** Before every entry. */
const FIRST = "-infinity";

/**
 * How far `retrievedAt` is behind the clock: longer than the 30 seconds in which the database lets a revocation or a link be
 * committed, plus what the clocks of our machines differ by. So the next sync reads what this one doesn't see yet.
 */
const BEHIND_MS = MINUTE_MS;

const Position = z.object({
  /** The last entry of the page before. */
  at: z.iso.datetime(),
  id: z.string(),
  /** The first page's, for all pages of a sync: when the entries came into the partner's list. */
  since: z.iso.datetime().nullable(),
  until: z.iso.datetime(),
  retrievedAt: z.iso.datetime(),
});
type Position = z.infer<typeof Position>;

type Row = { id: string; productionId: string; type: "revocation" | "supersession"; reason: string; at: Date };

// Read by when an entry came into the partner's list, because an imported revocation was decided long before, and a partner can be
// linked later. A sync with `since` reads only what is new and sorts it; the order's index would lead it through everything before.
const ENTRIES = `
  SELECT c.id, c.production_id AS "productionId", c.listed_as AS type, c.reason, coalesce(c.revoked_at, c.superseded_at) AS at
  FROM certificates c
  JOIN production_partners l ON l.production_id = c.production_id AND l.partner_id = $1
  WHERE c.listed_as IS NOT NULL AND c.listed_at <= $2 AND l.linked_at <= $2`;
const PAGE = "WHERE (at, id) > ($3, $4) ORDER BY at, id LIMIT $5";
// Without names, so that PostgreSQL plans each for the partner and the time: one partner has a hundred entries, another most of them.
const ALL = `SELECT * FROM (${ENTRIES}) listed ${PAGE}`;
// Each half has a database index of its own.
const SINCE = `
  WITH listed AS MATERIALIZED (
    ${ENTRIES} AND c.listed_at >= $6
    UNION ALL
    ${ENTRIES} AND c.listed_at < $6 AND l.linked_at >= $6)
  SELECT * FROM listed ${PAGE}`;

/**
 * The revoked certificates of the partner's productions, in pages, ordered by when they were revoked. A cursor keeps the bounds of the
 * first page, so a sync ends. Contract: Revocation list. Throws `InvalidField` `cursor`.
 */
export async function listRevocations(
  ctx: Ctx<PartnerKeyActor>,
  { since, cursor, limit }: RevocationsQuery,
): Promise<Revocations> {
  const { partnerId } = ctx.actor;
  const after = cursor === undefined ? null : openCursor(partnerId, cursor);
  const now = clock.now();
  const until = after?.until ?? now.toISOString();
  const retrievedAt = after?.retrievedAt ?? new Date(now.getTime() - BEHIND_MS).toISOString();
  const from = after ? after.since : (since?.toISOString() ?? null);
  const { rows } = await pool().query<Row>({
    text: from ? SINCE : ALL,
    values: [partnerId, until, after?.at ?? FIRST, after?.id ?? "", limit + 1, ...(from ? [from] : [])],
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const bounds = { since: from, until, retrievedAt };
  return {
    retrievedAt,
    revocations: page.map(({ id: certificateId, at, ...row }) => ({
      certificateId,
      ...row,
      revokedAt: at.toISOString(),
    })),
    nextCursor: last ? sealCursor(partnerId, { at: last.at.toISOString(), id: last.id, ...bounds }) : null,
  };
}

// Sealed, so that it reveals nothing and works only for this partner.
const sealCursor = (partnerId: string, position: Position): string =>
  sealFor(PURPOSE, Buffer.from(JSON.stringify(position)), [partnerId]).toString("base64url");

function openCursor(partnerId: string, cursor: string): Position {
  try {
    return Position.parse(JSON.parse(openFor(PURPOSE, Buffer.from(cursor, "base64url"), [partnerId]).toString()));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new InvalidField("cursor", "cursor must be a nextCursor of this list");
  }
}
