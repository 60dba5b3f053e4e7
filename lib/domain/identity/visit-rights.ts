import type { Ctx, PersonActor, ProvenVisit } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import type { Tx } from "@/lib/platform/db";

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
