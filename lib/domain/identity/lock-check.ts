import type { Ctx, PersonActor } from "@/lib/domain/context";
import type { Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { withFacts } from "./facts";
import { claimCheck, opensCheck } from "./visit-rights";

/**
 * Lock a check until the end of the transaction and return it with its photos and what its ID says. Every change of a check starts
 * here, so a photo replaced while the check is being sent, or two custodians who decide at once, wait for each other.
 * Throws `NotFound`.
 */
export async function lockCheck(tx: Tx, checkId: string): Promise<LockedCheck> {
  const check = await findAndLockCheck(tx, checkId);
  if (!check) throw new NotFound();
  return check;
}

/** `lockCheck` for a check that may be gone; null then. */
export async function findAndLockCheck(tx: Tx, checkId: string) {
  await tx.$queryRaw`SELECT 1 FROM identity_checks WHERE id = ${checkId} FOR UPDATE`;
  const check = await tx.identityCheck.findUnique({
    where: { id: checkId },
    include: { photos: { orderBy: { id: "asc" } } },
  });
  return check && (await withFacts(tx, [check]))[0];
}

export type LockedCheck = NonNullable<Awaited<ReturnType<typeof findAndLockCheck>>>;

/**
 * Lock the acting person's own draft, to change it; it is then their visit's. Throws `Conflict` `no_draft` when there is none,
 * for instance because it was sent, or none that their visit may go on with.
 */
export async function lockDraft(tx: Tx, ctx: Ctx<PersonActor>): Promise<LockedCheck> {
  const { userId, visit } = ctx.actor;
  const open = await tx.identityCheck.findFirst({
    where: { userId, status: { in: ["draft", "submitted"] } },
    select: { id: true },
  });
  const check = open ? await lockCheck(tx, open.id) : null;
  if (check?.status !== "draft" || !opensCheck(visit, check)) {
    throw new Conflict("no_draft", "There is nothing to change: it was sent already.");
  }
  await claimCheck(tx, ctx, check);
  return check;
}
