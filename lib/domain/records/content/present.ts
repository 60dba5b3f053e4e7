import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { firstIdAt, isId } from "@/lib/platform/ids";
import type { Depiction } from "@/prisma/generated/client";
import { UPLOAD_LIFE_MS } from "./copies/copy-objects";
import { type CopyViewer, isRemovedElsewhere, opensCopy } from "./copies/open-copy";
import { depictionHistory } from "./history";
import { mustBeKept, sevenYearsAfter } from "./retention";

/** A copy's status. `late`: declared, and its first upload URL has expired. */
export const COPY_STATUSES = ["stored", "pending", "late", "missing"] as const;
export type CopyStatus = (typeof COPY_STATUSES)[number];

/** Pending copies with a smaller id than this are late, because ids start with the time of logging. */
export const lateBefore = (): string => firstIdAt(new Date(clock.now().getTime() - UPLOAD_LIFE_MS));

/** A copy's current status. */
export function copyStatusOf({
  id,
  copyState,
  removedAt,
}: Pick<Depiction, "id" | "copyState" | "removedAt">): CopyStatus {
  return copyState === "pending" && !removedAt && id < lateBefore() ? "late" : copyState;
}

type CopyColumns = Pick<
  Depiction,
  "id" | "copyState" | "removedAt" | "copyMimeType" | "copyBytes" | "keptSha256" | "keptAt"
>;

/** A copy's declared or stored facts, for somebody who may open it. */
export const copyOf = (row: CopyColumns, as: CopyViewer) => ({
  status: copyStatusOf(row),
  /** Whether it is stored and this viewer opens it. */
  opens: row.copyState === "stored" && opensCopy(as, row),
  mimeType: row.copyMimeType,
  bytes: row.copyBytes,
  sha256: row.keptSha256 && hexOf(row.keptSha256),
  storedAt: row.keptAt,
});

/** How long a record is kept, without mentioning a legal hold, for anyone who can see the record. */
export function retentionOf(row: Pick<Depiction, "productionDate" | "legalHold">) {
  const [until, now] = [sevenYearsAfter(row.productionDate), clock.now()];
  return { until, isOver: until <= now, mustBeKept: mustBeKept(row, now) };
}

/** The columns about a record's removal. */
export type RemovalColumns = Pick<
  Depiction,
  "removedAt" | "removedByKind" | "removedById" | "removalReason" | "removalRequestId"
>;

/** Who took a partner's records down, as text after "by", and why. */
export async function removalsInWords(
  partnerId: string,
  rows: readonly RemovalColumns[],
): Promise<(row: RemovalColumns) => { at: string; by: string; reason: string; isRequested: boolean } | null> {
  const whoOf = ({ removedByKind, removedById }: RemovalColumns) => ({
    kind: removedByKind ?? "",
    id: removedById ?? "",
  });
  const by = await whoInWords(partnerId, rows.filter(({ removedAt }) => removedAt).map(whoOf));
  return (row) =>
    row.removedAt && {
      at: row.removedAt.toISOString(),
      by: row.removalRequestId ? `${by(whoOf(row))}, on a removal request` : by(whoOf(row)),
      reason: row.removalReason ?? "",
      /** A removal request was confirmed. */
      isRequested: row.removalRequestId !== null,
    };
}

/**
 * One depiction as its partner may see it: facts, copy, retention and history. Nothing about the person beyond the
 * partner's own ids. Throws `NotFound`.
 */
export async function getDepiction(ctx: Ctx<PortalUserActor>, depictionId: string) {
  const { partnerId } = ctx.actor;
  if (!isId(depictionId)) throw new NotFound();
  const row = await db.depiction.findFirst({
    where: { id: depictionId, partnerId },
    include: {
      account: { select: { id: true, externalUserId: true, email: true } },
      match: { select: { reasons: true, matchedAt: true } },
    },
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
    /** A removal of it was confirmed before. */
    match: row.match,
    // No legal hold here: the partner itself may be its subject.
    retention: retentionOf(row),
    ...history,
  };
}

export type DepictionDetail = Awaited<ReturnType<typeof getDepiction>>;
