import type { Tx } from "@/lib/platform/db";
import type { Ctx, PersonActor, ProvenVisit } from "../context";
import { record } from "../ledger";

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
 * it is out, if that one was let in by a code: what is entered now is not for it.
 */
export async function claimCheck(tx: Tx, ctx: Ctx<PersonActor>, check: Begun & { id: string }): Promise<void> {
  const { visit } = ctx.actor;
  if (!visit || visit.id === check.visitId) return;
  const { count } = await tx.identityCheck.updateMany({
    where: { id: check.id, status: "draft" },
    data: { visitId: visit.id },
  });
  if (count === 0) return;
  record(tx, {
    ctx,
    action: "identity_check.taken_over",
    subject: { kind: "identity_check", id: check.id },
    detail: { from: check.visitId, to: visit.id },
  });
}
