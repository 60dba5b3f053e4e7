import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import type { Latest } from "@/lib/domain/core/ledger";
import { hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { hexOf } from "@/lib/platform/crypto";
import { db, Prisma, rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";

const SHOWN = 100;
const EXTENSIONS_SHOWN = 50;

type PublicationRow = {
  id: string;
  partnerName: string;
  contentUrl: string;
  sha256: Buffer;
  publishedAt: Date;
  removedAt: Date | null;
  removalReason: string | null;
};

/** The latest hundred publications of a scene on every platform, newest first. For custodians and operators. */
export async function publicationsOf(sceneId: string) {
  const found = await rows<PublicationRow & Counted>(
    Prisma.sql`SELECT count(*) OVER ()::int AS total, p.id, partner.name AS partner_name, p.content_url, p.depiction_sha256 AS sha256,
       p.published_at, p.removed_at, p.removal_reason
     FROM scene_publications p JOIN partners partner ON partner.id = p.partner_id
     WHERE p.scene_id = ${sceneId} ORDER BY p.id DESC LIMIT ${SHOWN}`,
  );
  return latestOf(found.map(({ sha256, ...row }) => ({ ...row, sha256: hexOf(sha256) })));
}

/** A platform that a scene was extended to. */
type Extension = { id: string; partnerId: string; partnerName: string; extendedAt: Date };

/** The latest fifty extensions of a scene, newest first. For custodians and operators. */
export async function extensionsOf(sceneId: string): Promise<Latest<Extension>> {
  const [extensions, total] = await Promise.all([
    db.sceneExtension.findMany({
      where: { sceneId },
      select: { id: true, partnerId: true, createdAt: true, partner: { select: { name: true } } },
      orderBy: { id: "desc" },
      take: EXTENSIONS_SHOWN,
    }),
    db.sceneExtension.count({ where: { sceneId } }),
  ]);
  const rows = extensions.map(({ createdAt, partner, ...extension }) => ({
    ...extension,
    partnerName: partner.name,
    extendedAt: createdAt,
  }));
  return { rows, total };
}

/** A depiction that a scene's publication leads to. */
export type LinkedDepiction = { id: string; title: string; partnerName: string };

/**
 * For a WITH: the depictions, as `linked`, that a partner logged under the URL of its publication of the scene, or from the
 * same file. Read by SQL: scenes don't import the content log.
 */
export const linkedDepictions = (sceneId: string): Prisma.Sql => Prisma.sql`
    published AS MATERIALIZED (
      SELECT partner_id, content_url, depiction_sha256 FROM scene_publications WHERE scene_id = ${sceneId}),
    files AS MATERIALIZED (SELECT DISTINCT partner_id, depiction_sha256 FROM published),
    -- The search finds depictions by its database indexes; the rule decides.
    found AS (
      SELECT r.id FROM published p JOIN search_records r ON r.url_hash = match_url_hash(p.content_url)
        AND r.partner_id = p.partner_id WHERE r.kind = 'depiction'
      UNION SELECT r.id FROM files f JOIN search_records r ON r.file_hash = f.depiction_sha256
        AND r.partner_id = f.partner_id WHERE r.kind = 'depiction'
      UNION SELECT k.id FROM files f JOIN depictions k ON k.kept_sha256 = f.depiction_sha256 AND k.partner_id = f.partner_id),
    linked AS (
      SELECT d.* FROM found JOIN depictions d ON d.id = found.id
      WHERE EXISTS (SELECT FROM published p WHERE ${isPublishedAs}))`;

/** The latest hundred depictions that a scene's publications lead to. */
export async function depictionsOf(ctx: Ctx<StaffActor>, sceneId: string): Promise<Latest<LinkedDepiction | Reserved>> {
  const all = await rows<LinkedDepiction & Counted>(Prisma.sql`
    WITH ${linkedDepictions(sceneId)}
    SELECT count(*) OVER ()::int AS total, d.id, d.title, partner.name AS partner_name
    FROM linked d JOIN partners partner ON partner.id = d.partner_id ORDER BY d.id DESC LIMIT ${SHOWN}`);
  const latest = latestOf(all);
  return { ...latest, rows: await hideReserved(db, ctx, { what: "depiction", rows: latest.rows }) };
}

type Counted = { total: number };

const latestOf = <Row extends Counted>(rows: readonly Row[]): Latest<Omit<Row, "total">> => ({
  rows: rows.map(({ total: _, ...row }) => row),
  total: rows[0]?.total ?? 0,
});

/** How long a record is kept. */
export type Keeping = { until: Date; legalHold: boolean };

/** How long a scene is kept, and whether a publication keeps it longer. Throws `NotFound`. */
export async function sceneKeeping(sceneId: string): Promise<Keeping & { isPublished: boolean }> {
  const [row] = await rows<Keeping & { isPublished: boolean }>(
    Prisma.sql`SELECT seven_years_after(greatest(shoot_date, created_at)) AS until, legal_hold,
       EXISTS (SELECT FROM scene_publications p WHERE p.scene_id = s.id AND p.removed_at IS NULL) AS is_published
     FROM collab_scenes s WHERE id = ${sceneId}`,
  );
  // Erased meanwhile.
  if (!row) throw new NotFound();
  return row;
}

/** How long a scene's index entries are kept. Null without entries, as before its greenlight. */
export async function entriesKeeping(sceneId: string): Promise<Keeping | null> {
  const found = await rows<Keeping>(
    Prisma.sql`SELECT max(seven_years_after(greatest(production_date, last_changed_at))) AS until, bool_or(legal_hold) AS legal_hold
     FROM scene_index_entries WHERE scene_id = ${sceneId} HAVING count(*) > 0`,
  );
  return found[0] ?? null;
}
