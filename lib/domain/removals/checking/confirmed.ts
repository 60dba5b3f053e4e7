import { Prisma } from "@/lib/platform/db";
import { most, mostOf } from "../matching/find-similar";
import { near } from "../matching/near";
import type { REASONS } from "./schemas";

// Whether a removal was confirmed of something, as SQL. Of which request is never said.

const { sql } = Prisma;

export type Reason = (typeof REASONS)[number];

/** Whether any of these finds a confirmed item. */
const isConfirmed = (queries: readonly Prisma.Sql[]): Prisma.Sql =>
  sql`(${Prisma.join(
    queries.map((query) => sql`EXISTS (${query} AND i.status IN ('confirmed', 'already_removed'))`),
    " OR ",
  )})`;

const ITEM = sql`SELECT FROM removal_items i`;
const TARGETS = sql`JOIN removal_item_targets l ON l.item_id = i.id JOIN removal_targets t ON t.id = l.target_id`;
const DEPICTION = sql`${ITEM} JOIN search_records r ON r.kind = 'depiction' AND r.id = i.depiction_id`;
const PUBLICATION = sql`${ITEM} JOIN scene_publications p ON p.id = i.publication_id`;
const PRODUCTION = sql`${ITEM} JOIN production_depictions c ON c.production_id = i.production_id`;

/**
 * A file by its SHA-256. Confirming an item keeps the hashes of its files as targets, not named by the claimant. They outlive erased records. Of a production it
 * keeps none.
 */
export const isFile = (hash: Prisma.Sql): Prisma.Sql => sql`(
  EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = ${hash} AND NOT t.named) OR ${isConfirmed([
    sql`${ITEM} ${TARGETS} WHERE t.sha256 = ${hash}`,
    sql`${PRODUCTION} WHERE c.sha256 = ${hash}`,
  ])})`;

/** A URL, as requests compare them. */
export const isUrl = (url: Prisma.Sql): Prisma.Sql =>
  isConfirmed([
    sql`${ITEM} ${TARGETS} WHERE t.url_hash = match_url_hash(${url})`,
    sql`${DEPICTION} WHERE r.url_hash = match_url_hash(${url})`,
    sql`${PUBLICATION} WHERE match_url(p.content_url) = match_url(${url})`,
    sql`${PRODUCTION} WHERE match_url(c.url) = match_url(${url})`,
  ]);

/**
 * `hashes`: a query `h` of PDQ hashes. They are compared with those that we took of confirmed copies ourselves: what a claimant's device
 * declares may be of anything.
 */
export const isPicture = (hashes: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM ${hashes} CROSS JOIN LATERAL (${near("wanted_hashes", sql`h.pdq`, most())}) AS w
    JOIN removal_targets t ON t.id = w.target_id JOIN removal_requests r ON r.id = t.request_id
  WHERE NOT w.declared AND w.bits <= ${mostOf()} AND (NOT t.named OR ${isConfirmed([sql`${ITEM} JOIN removal_item_targets l ON l.item_id = i.id WHERE l.target_id = t.id`])}))`;

/** Of a record `d`: its file as declared or stored, its URL, and the pictures or frames of its copy. */
export const ofRecord: Record<Reason, () => Prisma.Sql> = {
  file: () => sql`(${isFile(sql`d.file_hash`)} OR ${isFile(sql`d.kept_sha256`)})`,
  url: () => isUrl(sql`d.content_url`),
  picture: () => isPicture(sql`(SELECT pdq FROM copy_hashes WHERE depiction_id = d.id) AS h`),
};
