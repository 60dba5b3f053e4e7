import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { beginVisit, findVisit, proveVisit, type VisitCookie } from "./visits";

/**
 * Somebody pressed the button behind the link of the creator's own mail: that browser has proven the mailbox. The caller
 * has found the link to be one of kind `mail`, and live. The visit is forgotten after some days; that the person came by the
 * account's own mail is not.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const { id } = (await findVisit(accountId, visitToken, tx)) ?? (await beginVisit(tx, accountId));
    const proven = await proveVisit(tx, { id, accountId, provenBy: "mail_link" });
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
