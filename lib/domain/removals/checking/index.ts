import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { InvalidInput } from "@/lib/platform/errors";
import { PDQ_DISTANCE_MAX } from "@/lib/platform/pictures/pdq";
import { bitsOf, near } from "../matching/near";
import { type ContentCheck, type ContentCheckBody, REASONS } from "./schemas";

const { raw, sql } = Prisma;

type Reason = (typeof REASONS)[number];

/**
 * Whether a removal was confirmed of this file or of a picture that looks like it, or at this URL, on any platform. It tells which of
 * these, and nothing of the request, the record or its partner. Additive to the contract. Throws `InvalidInput` if there is none.
 */
export async function checkContent(
  _: Ctx<PartnerKeyActor>,
  { fileHash, pdq, url }: z.output<typeof ContentCheckBody>,
): Promise<ContentCheck> {
  if (fileHash === undefined && pdq === undefined && url === undefined) {
    const message = "fileHash, pdq or url is required";
    throw new InvalidInput([{ code: "missing_parameter", field: "fileHash", message }]);
  }
  const met: Record<Reason, Prisma.Sql | false> = {
    file: fileHash !== undefined && isFile(sql`decode(${fileHash}, 'hex')`),
    url: url !== undefined && isUrl(sql`${url}::text`),
    picture: pdq !== undefined && isPicture(sql`(SELECT ${bitsOf(pdq)}::bit(256) AS pdq) AS h`),
  };
  const [found] = await rowsIn<Record<Reason, boolean>>(db)`SELECT ${Prisma.join(
    REASONS.map((reason) => sql`${met[reason] || sql`false`} AS ${raw(reason)}`),
  )}`;
  const reasons = REASONS.filter((reason) => found?.[reason]);
  return { blocked: reasons.length > 0, reasons };
}

/** Of a record `d`: its file as declared or stored, its URL, and the pictures or frames of its copy. */
export const ofRecord: Record<Reason, () => Prisma.Sql> = {
  file: () => sql`(${isFile(sql`d.file_hash`)} OR ${isFile(sql`d.kept_sha256`)})`,
  url: () => isUrl(sql`d.content_url`),
  picture: () => isPicture(sql`(SELECT pdq FROM copy_hashes WHERE depiction_id = d.id) AS h`),
};

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
 * Confirming an item keeps the hashes of its files as targets, not named by the claimant. They outlive erased records. Of a production it
 * keeps none.
 */
const isFile = (hash: Prisma.Sql): Prisma.Sql => sql`(
  EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = ${hash} AND NOT t.named) OR ${isConfirmed([
    sql`${ITEM} ${TARGETS} WHERE t.sha256 = ${hash}`,
    sql`${PRODUCTION} WHERE c.sha256 = ${hash}`,
  ])})`;

const isUrl = (url: Prisma.Sql): Prisma.Sql =>
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
const isPicture = (hashes: Prisma.Sql): Prisma.Sql => sql`EXISTS (
  SELECT FROM ${hashes} CROSS JOIN LATERAL (${near("wanted_hashes", sql`h.pdq`, PDQ_DISTANCE_MAX)}) AS w
    JOIN removal_targets t ON t.id = w.target_id
  WHERE NOT w.declared AND (NOT t.named OR ${isConfirmed([sql`${ITEM} JOIN removal_item_targets l ON l.item_id = i.id WHERE l.target_id = t.id`])}))`;
