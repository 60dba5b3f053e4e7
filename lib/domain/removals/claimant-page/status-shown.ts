import type { Tx } from "@/lib/platform/db";
import type { RemovalRequest, RemovalStatus } from "@/prisma/generated/client";

type Reopened = Pick<RemovalRequest, "id" | "status" | "reopenedAt" | "appealedAt">;

/**
 * The status of a request as its claimant sees it. What was found after a decision opens it again for custodians only, until one of
 * them writes or decides: otherwise anybody could learn when a platform logs a URL or file that they named.
 */
export async function statusShown(
  tx: Pick<Tx, "removalMessage">,
  { id, status, reopenedAt, appealedAt }: Reopened,
): Promise<RemovalStatus> {
  const isFoundLater = status === "open" && reopenedAt !== null && reopenedAt.getTime() !== appealedAt?.getTime();
  if (!isFoundLater) return status;
  const written = { requestId: id, custodianId: { not: null }, sentAt: { gte: reopenedAt } };
  return (await tx.removalMessage.count({ where: written })) > 0 ? "open" : "decided";
}
