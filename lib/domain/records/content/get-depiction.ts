import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { isRemovedElsewhere } from "./copies/openable-copy";
import { depictionHistory } from "./history";
import { copyOf, removalsInWords, retentionOf } from "./present";

/**
 * One depiction as its partner may see it: facts, copy, retention and history. Nothing about the person beyond the
 * partner's own ids. Throws `NotFound`.
 */
export async function getDepiction(ctx: Ctx<PortalUserActor>, depictionId: string) {
  const { partnerId } = ctx.actor;
  if (!isId(depictionId)) throw new NotFound();
  const row = await db.depiction.findFirst({
    where: { id: depictionId, partnerId },
    include: { account: { select: { id: true, externalUserId: true, email: true } } },
  });
  if (!row) throw new NotFound();
  const copy = copyOf(row, "partner");
  const [removalOf, history, isRemoved] = await Promise.all([
    removalsInWords(partnerId, [row]),
    depictionHistory(partnerId, depictionId),
    copy.opens && isRemovedElsewhere(db, depictionId),
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
    copy: { ...copy, opens: copy.opens && !isRemoved },
    removal: removalOf(row),
    // No legal hold here: the partner itself may be its subject.
    retention: retentionOf(row),
    ...history,
  };
}

export type DepictionDetail = Awaited<ReturnType<typeof getDepiction>>;
