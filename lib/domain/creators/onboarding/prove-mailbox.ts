import { recordBegunByMail } from "@/lib/domain/accounts";
import { accountSubject, type CodeOutcome, proveBrowser, proveByCode, type VisitCookie } from "@/lib/domain/acts";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction, type Tx } from "@/lib/platform/db";

/**
 * Check a code typed on an account's pages. The right one proves the mailbox for this browser. `over`: no code, expired, or no
 * tries left.
 */
export async function checkCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken, code }: { accountId: string; visitToken: string | undefined; code: string },
): Promise<CodeOutcome> {
  return inTransaction(async (tx) => {
    const checked = await proveByCode(tx, { subject: accountSubject(accountId), visitToken, code });
    if (checked.outcome === "proven") recordProof(tx, ctx, { accountId, by: "code" });
    return checked;
  });
}

/**
 * Prove the mailbox for a browser that pressed the button behind the creator's own mailed link. The caller has checked that
 * the link is live and of kind `mail`. Visits expire after some days, so the account records the proof too.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const proven = await proveBrowser(tx, { subject: accountSubject(accountId), visitToken, provenBy: "mail_link" });
    await recordBegunByMail(tx, accountId);
    recordProof(tx, ctx, { accountId, by: "mail_link" });
    return proven;
  });
}

function recordProof(
  tx: Tx,
  ctx: Ctx<SystemActor>,
  { accountId, by }: { accountId: string; by: "code" | "mail_link" },
): void {
  record(tx, {
    ctx,
    action: "onboarding.mailbox_proven",
    subject: { kind: "solo_account", id: accountId },
    reason: by,
    detail: { ip: ctx.ip ?? null },
  });
}
