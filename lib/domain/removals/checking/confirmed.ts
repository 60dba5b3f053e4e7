import { Prisma } from "@/lib/platform/db";
import { isFalseMatchOf } from "../matching/false-matches";
import { most, mostOf, SHARE_MIN } from "../matching/find-similar";
import { near } from "../matching/near";
import type { REASONS } from "./schemas";

// Whether a removal was confirmed of something, as SQL. Of which request is never said.

const { sql } = Prisma;

export type Reason = (typeof REASONS)[number];

/** When something must have been confirmed, as SQL: before a record came. Null for at any time. */
type Before = Prisma.Sql | null;

/** Whether any of these finds a confirmed item. */
const isConfirmed = (queries: readonly Prisma.Sql[], before: Before): Prisma.Sql =>
  sql`(${Prisma.join(
    queries.map(
      (query) => sql`EXISTS (${query} AND i.status IN ('confirmed', 'already_removed')
        ${before ? sql`AND coalesce(i.decided_at, i.added_at) <= ${before}` : Prisma.empty})`,
    ),
    " OR ",
  )})`;

/** Whether a target `t` is a hash of a confirmed copy. */
const isKept = (before: Before): Prisma.Sql =>
  before ? sql`(NOT t.named AND t.added_at <= ${before})` : sql`NOT t.named`;

const ITEM = sql`SELECT FROM removal_items i`;
const LINKS = sql`JOIN removal_item_targets l ON l.item_id = i.id`;
const TARGETS = sql`${LINKS} JOIN removal_targets t ON t.id = l.target_id`;
const DEPICTION = sql`${ITEM} JOIN search_records r ON r.kind = 'depiction' AND r.id = i.depiction_id`;
const PUBLICATION = sql`${ITEM} JOIN scene_publications p ON p.id = i.publication_id`;
const PRODUCTION = sql`${ITEM} JOIN production_depictions c ON c.production_id = i.production_id`;

/**
 * A file by its SHA-256. Confirming an item keeps the hashes of its files as targets, not named by the claimant. They outlive erased
 * records. Of a production it keeps none.
 */
export const isFile = (hash: Prisma.Sql, before: Before = null): Prisma.Sql => sql`(
  EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = ${hash} AND ${isKept(before)}) OR ${isConfirmed(
    [sql`${ITEM} ${TARGETS} WHERE t.sha256 = ${hash}`, sql`${PRODUCTION} WHERE c.sha256 = ${hash}`],
    before,
  )})`;

/** A URL, as requests compare them. */
export const isUrl = (url: Prisma.Sql, before: Before = null): Prisma.Sql =>
  isConfirmed(
    [
      sql`${ITEM} ${TARGETS} WHERE t.url_hash = match_url_hash(${url})`,
      sql`${DEPICTION} WHERE r.url_hash = match_url_hash(${url})`,
      sql`${PUBLICATION} WHERE match_url(p.content_url) = match_url(${url})`,
      sql`${PRODUCTION} WHERE match_url(c.url) = match_url(${url})`,
    ],
    before,
  );

/**
 * From a hash `h`, what is near it and confirmed: a row `k` of its target. Only hashes that we took of copies ourselves: what a
 * claimant's device declares may be of anything. As near under every legal basis, or who asks often would learn which one it is. Not what
 * custodians said isn't the same. `hashes`: of `h`, as many ways to hold it as are known.
 */
const nearConfirmed = (before: Before, hashes: Prisma.Sql): Prisma.Sql => sql`
  CROSS JOIN LATERAL (${near("kept_hashes", sql`h.pdq`, most())}) AS k
  JOIN removal_targets t ON t.id = k.target_id JOIN removal_requests r ON r.id = t.request_id AND ${mostOf()} > 0
    AND NOT ${isFalseMatchOf(hashes)}
  AND (${isKept(before)} OR ${isConfirmed([sql`${ITEM} ${LINKS} WHERE l.target_id = t.id`], before)})`;

/** A picture by its PDQ hash. No frame of a video: one of them may be of anything. */
export const isPicture = (pdq: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM (SELECT ${pdq} AS pdq) AS h ${nearConfirmed(null, sql`ARRAY[h.pdq]`)} WHERE k.second IS NULL)`;

/** The copy of a record `d`, if as much of it is alike as is suggested to custodians. */
const isCopy = (before: Before): Prisma.Sql => sql`EXISTS (
  SELECT FROM (
    SELECT k.target_id, count(DISTINCT h.part) AS mine, count(DISTINCT k.part) AS theirs FROM copy_hashes h ${nearConfirmed(before, sql`h.pdq || h.turned`)}
    WHERE h.depiction_id = d.id GROUP BY k.target_id) AS alike
  WHERE mine >= ${SHARE_MIN}::float * (SELECT count(*) FROM copy_hashes WHERE depiction_id = d.id)
    OR theirs >= ${SHARE_MIN}::float * (SELECT count(DISTINCT part) FROM wanted_hashes w WHERE w.target_id = alike.target_id AND NOT w.declared))`;

const CAME_AT = sql`coalesce(d.kept_at, d.created_at)`;

/** Of a record `d`, what was confirmed before it came: its file as declared or stored, its URL, and its copy's picture or frames. */
export const ofRecord: Record<Reason, () => Prisma.Sql> = {
  file: () => sql`(${isFile(sql`d.file_hash`, CAME_AT)} OR ${isFile(sql`d.kept_sha256`, CAME_AT)})`,
  url: () => isUrl(sql`d.content_url`, CAME_AT),
  picture: () => isCopy(CAME_AT),
};
