import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { InvalidInput } from "@/lib/platform/errors";
import type { ContentCheck, ContentCheckBody } from "./schemas";

const { sql } = Prisma;

/**
 * Whether a removal was confirmed of this file or at this URL, on any platform. It tells which of the two, and nothing of the
 * request, the record or its partner. Additive to the contract. Throws `InvalidInput` if there is neither.
 */
export async function checkContent(
  _: Ctx<PartnerKeyActor>,
  { fileHash, url }: z.output<typeof ContentCheckBody>,
): Promise<ContentCheck> {
  if (fileHash === undefined && url === undefined) {
    const message = "fileHash or url is required";
    throw new InvalidInput([{ code: "missing_parameter", field: "fileHash", message }]);
  }
  const [found] = await rowsIn<{ file: boolean; url: boolean }>(db)`
    SELECT ${fileHash === undefined ? sql`false` : isFile(sql`decode(${fileHash}, 'hex')`)} AS file,
      ${url === undefined ? sql`false` : isUrl(sql`${url}::text`)} AS url`;
  const reasons = (["file", "url"] as const).filter((reason) => found?.[reason]);
  return { blocked: reasons.length > 0, reasons };
}

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
