import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import type { RemovalFoundBy } from "@/prisma/generated/client";

/** A record, by exactly one of the three ids, and its partner; null for a production. */
export type MatchedRecord = {
  depictionId: string | null;
  productionId: string | null;
  publicationId: string | null;
  partnerId: string | null;
};

/** A record that a request may be about. `open`: it is. `suggested`: shown to custodians, who attach it to the request. */
export type Match = MatchedRecord & { foundBy: RemovalFoundBy; status: "open" | "suggested" };

export type FoundRecord = Match & { requestId: string };

/** How many records one target finds at once. Those beyond are found a few minutes later. */
const EACH_MOST = 200;

type Search = {
  /** A query of `request_id`, `url`, `url_hash`, `sha256`, `named`. */
  targets: Prisma.Sql;
  /** Whether records count that their partner has removed. */
  withRemoved: boolean;
};

const isNew = (same: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM removal_items i WHERE i.request_id = t.request_id AND i.status NOT IN ('suggested', 'dismissed') AND ${same})`;

/**
 * The records of each request that are published at one of its URLs or made from one of its files, on every platform. Leaves
 * out its items, but not suggestions and those that were dismissed. Each target is looked up by database indexes.
 */
export function findByTargets(tx: Pick<Tx, "$queryRaw">, { targets, withRemoved }: Search): Promise<FoundRecord[]> {
  const inUse = (removedAt: Prisma.Sql) => (withRemoved ? Prisma.empty : Prisma.sql`AND ${removedAt} IS NULL`);
  const depiction = (from: Prisma.Sql, met: Prisma.Sql) => Prisma.sql`
    SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id ${from}
    WHERE ${met} ${inUse(Prisma.sql`d.removed_at`)}
      AND ${isNew(Prisma.sql`i.depiction_id = d.id`)}
    LIMIT ${EACH_MOST}`;
  const searched = Prisma.sql`FROM search_records r JOIN depictions d ON d.id = r.id`;
  const publication = (met: Prisma.Sql) => Prisma.sql`
    SELECT NULL, NULL, p.id, p.partner_id FROM scene_publications p
    WHERE ${met} ${inUse(Prisma.sql`p.removed_at`)}
      AND ${isNew(Prisma.sql`i.publication_id = p.id`)}
    LIMIT ${EACH_MOST}`;
  const production = (met: Prisma.Sql) => Prisma.sql`
    SELECT NULL, c.production_id, NULL, NULL FROM production_depictions c
    WHERE ${met} AND ${isNew(Prisma.sql`i.production_id = c.production_id`)}
    LIMIT ${EACH_MOST}`;
  return rowsIn<FoundRecord>(tx)`
    WITH targets AS MATERIALIZED (${targets}),
    found AS (
      SELECT t.request_id, 'url' AS found_by, f.* FROM targets t CROSS JOIN LATERAL (
        (${depiction(searched, Prisma.sql`r.kind = 'depiction' AND r.url_hash = t.url_hash`)})
        UNION ALL (${publication(Prisma.sql`match_url(p.content_url) = match_url(t.url)`)})
        UNION ALL (${production(Prisma.sql`match_url(c.url) = match_url(t.url)`)})) AS f
      WHERE t.url IS NOT NULL
      UNION ALL
      SELECT t.request_id, CASE WHEN t.named THEN 'sha256' ELSE 'copy' END, f.* FROM targets t CROSS JOIN LATERAL (
        (${depiction(searched, Prisma.sql`r.kind = 'depiction' AND r.file_hash = t.sha256`)})
        UNION ALL (${depiction(Prisma.sql`FROM depictions d`, Prisma.sql`d.kept_sha256 = t.sha256`)})
        UNION ALL (${publication(Prisma.sql`p.depiction_sha256 = t.sha256`)})
        UNION ALL (${production(Prisma.sql`c.sha256 = t.sha256`)})) AS f
      WHERE t.sha256 IS NOT NULL)
    SELECT DISTINCT ON (request_id, depiction_id, production_id, publication_id) request_id,
      depiction_id, production_id, publication_id, partner_id,
      found_by, 'open' AS status
    FROM found ORDER BY request_id, depiction_id, production_id, publication_id,
      array_position(ARRAY['url', 'sha256', 'copy'], found_by)`;
}

/** The targets of one request. */
export const targetsOf = (requestId: string): Prisma.Sql =>
  Prisma.sql`SELECT request_id, url, url_hash, sha256, named FROM removal_targets WHERE request_id = ${requestId}`;

/** Hashes in hexadecimal as targets. */
export const asTargets = (requestId: string, hashes: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT ${requestId}::text AS request_id, NULL::text AS url, NULL::bytea AS url_hash, decode(hash, 'hex') AS sha256, false AS named
  FROM unnest(${[...hashes]}::text[]) AS hash`;
