import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import type { Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { withFacts } from "./facts";

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

type Begun = { visitId: string | null };

/**
 * Whether a visit may see a check and go on with it. A code can be talked out of somebody by whoever holds the platform's
 * link, so it opens only what that same browser has begun; the link in the person's own mail opens everything. A person who
 * is signed in comes by no visit.
 */
export const opensCheck = (visit: ProvenVisit | undefined, check: Begun): boolean =>
  !visit || visit.provenBy === "mail_link" || visit.id === check.visitId;

/**
 * Make a draft, which the transaction has locked, that of the visit that goes on with it. From here on the browser that began
 * it is out, if that one was let in by a code: what is entered now is not for it. Nor is it for the platform whose link that
 * browser came by: the check is now about the account of the visit that goes on, and when it is accepted, the other one is
 * asked about like any other (`askElsewhere`).
 */
export async function claimCheck(tx: Tx, ctx: Ctx<PersonActor>, check: Begun & { id: string }): Promise<void> {
  const { visit } = ctx.actor;
  if (!visit || visit.id === check.visitId) return;
  const claimed = await tx.$executeRaw`
    UPDATE identity_checks c SET visit_id = v.id, account_id = v.account_id
    FROM onboarding_visits v WHERE c.id = ${check.id} AND c.status = 'draft' AND v.id = ${visit.id}`;
  if (claimed === 0) return;
  record(tx, {
    ctx,
    action: "identity_check.taken_over",
    subject: { kind: "identity_check", id: check.id },
    detail: { from: check.visitId, to: visit.id },
  });
}
