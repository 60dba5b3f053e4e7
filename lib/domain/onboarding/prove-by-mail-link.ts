import { inTransaction } from "@/lib/platform/db";
import type { Ctx, SystemActor } from "../context";
import { record } from "../ledger";
import { beginVisit, findVisit, proveVisit, type VisitCookie } from "./visits";

/**
 * Somebody pressed the button behind the link of the creator's own mail: that browser has proven the mailbox. The caller
 * has found the link to be one of kind `mail`, and live.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<VisitCookie> {
  return inTransaction(async (tx) => {
    const visit = await findVisit(accountId, visitToken, tx);
    const cookie = visit ? await proveVisit(tx, visit) : (await beginVisit(tx, { accountId, proven: true })).cookie;
    record(tx, {
      ctx,
      action: "onboarding.mailbox_proven",
      subject: { kind: "solo_account", id: accountId },
      reason: "mail_link",
      detail: { ip: ctx.ip ?? null },
    });
    return cookie;
  });
}
