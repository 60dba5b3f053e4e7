import { whoInWords } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { firstIdAt } from "@/lib/platform/ids";
import type { Depiction } from "@/prisma/generated/client";
import { UPLOAD_LIFE_MS } from "./copies/copy-objects";
import { type CopyViewer, opensCopy } from "./copies/openable-copy";
import type { ContentRow, CopyStatus } from "./lists/schemas";
import { mustBeKept, sevenYearsAfter } from "./retention";

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
): Promise<(row: RemovalColumns) => ContentRow["removal"]> {
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
    };
}
