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

const any = (queries: readonly Prisma.Sql[]): Prisma.Sql =>
  sql`(${Prisma.join(
    queries.map((query) => sql`EXISTS (${query} AND i.status IN ('confirmed', 'already_removed'))`),
    " OR ",
  )})`;

const ITEM = sql`SELECT FROM removal_items i`;
const found = sql`JOIN removal_item_targets l ON l.item_id = i.id JOIN removal_targets t ON t.id = l.target_id`;
const depiction = sql`${ITEM} JOIN search_records r ON r.kind = 'depiction' AND r.id = i.depiction_id`;
const kept = sql`${ITEM} JOIN depictions d ON d.id = i.depiction_id`;
const publication = sql`${ITEM} JOIN scene_publications p ON p.id = i.publication_id`;
const production = sql`${ITEM} JOIN production_depictions c ON c.production_id = i.production_id`;

/** The hashes of a confirmed copy are targets that nobody named. They also remain of what was erased. */
const isFile = (hash: Prisma.Sql): Prisma.Sql => sql`(
  EXISTS (SELECT FROM removal_targets t WHERE t.sha256 = ${hash} AND NOT t.named) OR ${any([
    sql`${ITEM} ${found} WHERE t.sha256 = ${hash}`,
    sql`${depiction} WHERE r.file_hash = ${hash}`,
    sql`${kept} WHERE d.kept_sha256 = ${hash}`,
    sql`${publication} WHERE p.depiction_sha256 = ${hash}`,
    sql`${production} WHERE c.sha256 = ${hash}`,
  ])})`;

const isUrl = (url: Prisma.Sql): Prisma.Sql =>
  any([
    sql`${ITEM} ${found} WHERE t.url_hash = match_url_hash(${url})`,
    sql`${depiction} WHERE r.url_hash = match_url_hash(${url})`,
    sql`${publication} WHERE match_url(p.content_url) = match_url(${url})`,
    sql`${production} WHERE match_url(c.url) = match_url(${url})`,
  ]);
