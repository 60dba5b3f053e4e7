import { whoInWords } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { firstIdAt } from "@/lib/platform/ids";
import type { Depiction } from "@/prisma/generated/client";
import { UPLOAD_LIFE_MS } from "./copies/copy-objects";
import type { ContentRow, CopyStatus } from "./lists/schemas";
import { mustBeKept, sevenYearsAfter } from "./retention";

/** Late copies are told from others by the id, which names the moment of logging. */
export const lateBefore = (): string => firstIdAt(new Date(clock.now().getTime() - UPLOAD_LIFE_MS));

/** Where a copy stands at this moment. */
export function copyStatusOf({
  id,
  copyState,
  removedAt,
}: {
  id: string;
  copyState: Exclude<CopyStatus, "late">;
  removedAt: Date | null;
}): CopyStatus {
  return copyState === "pending" && !removedAt && id < lateBefore() ? "late" : copyState;
}

type CopyColumns = Pick<
  Depiction,
  "id" | "copyState" | "removedAt" | "copyMimeType" | "copyBytes" | "keptSha256" | "keptAt"
>;

/** What was declared of a copy, and what is kept of it. */
export const copyOf = (row: CopyColumns) => ({
  status: copyStatusOf(row),
  mimeType: row.copyMimeType,
  bytes: row.copyBytes,
  sha256: row.keptSha256 && hexOf(row.keptSha256),
  storedAt: row.keptAt,
});

/** How long a record is kept, as anybody may know it who sees the record: no legal hold is named. */
export function retentionOf(row: Pick<Depiction, "productionDate" | "legalHold">) {
  const [until, now] = [sevenYearsAfter(row.productionDate), clock.now()];
  return { until, isOver: until <= now, mustBeKept: mustBeKept(row, now) };
}

/** What a record says of its removal. */
export type RemovalColumns = {
  removedAt: Date | null;
  removedByKind: string | null;
  removedById: string | null;
  removalReason: string | null;
  removalRequestId: string | null;
};

/** Who took records of a partner down, in words that follow "by", and why. */
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
