import type { ProductionRow } from "@/lib/domain/productions";

type Waiting = Pick<
  ProductionRow,
  "status" | "isSealing" | "producerName" | "waitingFor" | "waitingCount" | "reviewCount" | "lostCount"
>;

/** Who a production waits for: performers first, then the review of IDs, then its producer; null once nothing is missing. */
export function waitingText(row: Waiting): string | null {
  const { status, isSealing, producerName, waitingFor, waitingCount, reviewCount, lostCount } = row;
  if (status !== "pending_documentation" || isSealing) return null;
  const [first] = waitingFor;
  if (first !== undefined) return waitingCount > 1 ? `${first} and ${waitingCount - 1} more` : first;
  return reviewCount > 0 && lostCount === 0 ? "ID review" : producerName;
}
