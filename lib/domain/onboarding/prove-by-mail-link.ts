import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { accountSubject, findVisit, proveVisit, startVisit, type VisitCookie } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";

/**
 * Prove the mailbox for a browser that pressed the button behind the creator's own mailed link. The caller has checked that
 * the link is live and of kind `mail`. Visits expire after some days, so the account records the proof too.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  const subject = accountSubject(accountId);
  return inTransaction(async (tx) => {
    const { id } = (await findVisit(subject, visitToken, tx)) ?? (await startVisit(tx, subject));
    const proven = await proveVisit(tx, { id, subject, provenBy: "mail_link" });
    await tx.soloAccount.updateMany({
      where: { id: accountId, begunByMailAt: null },
      data: { begunByMailAt: clock.now() },
    });
    record(tx, {
      ctx,
      action: "onboarding.mailbox_proven",
      subject: { kind: "solo_account", id: accountId },
      reason: "mail_link",
      detail: { ip: ctx.ip ?? null },
    });
    return proven;
  });
}
