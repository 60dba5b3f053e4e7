import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { InvalidInput } from "@/lib/platform/errors";
import { bitsOf } from "../matching/near";
import { isFile, isPicture, isUrl, type Reason } from "./confirmed";
import { type ContentCheck, type ContentCheckBody, REASONS } from "./schemas";

export { matchContent } from "./match-content";

const { raw, sql } = Prisma;

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
    picture: pdq !== undefined && isPicture(sql`${bitsOf(pdq)}::bit(256)`),
  };
  const [found] = await rowsIn<Record<Reason, boolean>>(db)`SELECT ${Prisma.join(
    REASONS.map((reason) => sql`${met[reason] || sql`false`} AS ${raw(reason)}`),
  )}`;
  const reasons = REASONS.filter((reason) => found?.[reason]);
  return { blocked: reasons.length > 0, reasons };
}
