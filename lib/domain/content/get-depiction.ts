import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { depictionHistory } from "./history";
import { copyOf, removalsInWords, retentionOf } from "./present";

/**
 * Everything that a partner may know of one depiction in its log: what it sent, where the copy stands, how long the record
 * is kept, and its history. Nothing about the person beyond what the partner knows them by. Throws `NotFound`.
 */
export async function getDepiction(ctx: Ctx<PortalUserActor>, depictionId: string) {
  const { partnerId } = ctx.actor;
  if (!isId(depictionId)) throw new NotFound();
  const row = await db.depiction.findFirst({
    where: { id: depictionId, partnerId },
    include: { account: { select: { id: true, externalUserId: true, email: true } } },
  });
  if (!row) throw new NotFound();
  const [removalOf, told] = await Promise.all([
    removalsInWords(partnerId, [row]),
    depictionHistory(partnerId, depictionId),
  ]);
  return {
    id: row.id,
    contentLogId: row.contentLogId,
    title: row.title,
    contentUrl: row.contentUrl,
    contentType: row.contentType,
    platform: row.platform,
    externalContentId: row.externalContentId,
    creator: { accountId: row.account.id, externalUserId: row.account.externalUserId, email: row.account.email },
    productionDate: row.productionDate,
    createdAt: row.createdAt,
    fileHash: row.fileHash && hexOf(row.fileHash),
    copy: copyOf(row),
    removal: removalOf(row),
    // Nothing of a legal hold: it may be about the partner itself, and no contract promises to tell it.
    retention: retentionOf(row),
    ...told,
  };
}

export type DepictionDetail = Awaited<ReturnType<typeof getDepiction>>;
