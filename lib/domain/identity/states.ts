import { clock } from "@/lib/platform/clock";
import type { Prisma, Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

/** Where a check may come from. A check that was imported begins decided; nothing leaves a decision. */
const CAME_FROM = { submitted: "draft", approved: "submitted", rejected: "submitted" } as const;

type Columns = Omit<Prisma.IdentityCheckUncheckedUpdateManyInput, "id" | "userId" | "status" | "updatedAt">;

/**
 * Move a check on, with what else changes at that moment. The only place where a check's status changes.
 * Throws `Conflict` `check_moved_on` when the check does not stand where this move begins.
 */
export async function moveCheck(
  tx: Tx,
  { id, to, ...columns }: { id: string; to: keyof typeof CAME_FROM } & Columns,
): Promise<void> {
  const { count } = await tx.identityCheck.updateMany({
    where: { id, status: CAME_FROM[to] },
    data: { ...columns, status: to, updatedAt: clock.now() },
  });
  if (count === 0) throw new Conflict("check_moved_on", "This check has changed in the meantime. Load it again.");
}
