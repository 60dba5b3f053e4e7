import { whoInWords } from "@/lib/domain/ledger";
import type { ContentRow } from "./list-schemas";

/** What a record says of its removal. */
export type Removed = {
  removedAt: Date | null;
  removedByKind: string | null;
  removedById: string | null;
  removalReason: string | null;
  removalRequestId: string | null;
};

/** Who took records of a partner down, in words that follow "by", and why. */
export async function removalsInWords(
  partnerId: string,
  rows: readonly Removed[],
): Promise<(row: Removed) => ContentRow["removal"]> {
  const whoOf = ({ removedByKind, removedById }: Removed) => ({ kind: removedByKind ?? "", id: removedById ?? "" });
  const by = await whoInWords(partnerId, rows.filter(({ removedAt }) => removedAt).map(whoOf));
  return (row) =>
    row.removedAt && {
      at: row.removedAt.toISOString(),
      by: row.removalRequestId ? `${by(whoOf(row))}, on a removal request` : by(whoOf(row)),
      reason: row.removalReason ?? "",
    };
}
