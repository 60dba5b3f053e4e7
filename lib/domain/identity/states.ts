import { clock } from "@/lib/platform/clock";
import type { Prisma, Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

/** The status each move starts from. Imported checks start decided, and a decision is final. */
const FROM = { submitted: "draft", approved: "submitted", rejected: "submitted" } as const;

type Columns = Omit<Prisma.IdentityCheckUncheckedUpdateManyInput, "id" | "userId" | "status" | "updatedAt">;

/**
 * Change a check's status, with other columns. The only place where the status changes.
 * Throws `Conflict` `check_moved_on` when the check has another status than this move starts from.
 */
export async function moveCheck(
  tx: Tx,
  { id, to, ...columns }: { id: string; to: keyof typeof FROM } & Columns,
): Promise<void> {
  const { count } = await tx.identityCheck.updateMany({
    where: { id, status: FROM[to] },
    data: { ...columns, status: to, updatedAt: clock.now() },
  });
  if (count === 0) throw new Conflict("check_moved_on", "This check has changed in the meantime. Reload the page.");
}
