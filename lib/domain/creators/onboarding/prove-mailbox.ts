import { lockAccount, recordBegunByMail } from "@/lib/domain/accounts";
import {
  accountSubject,
  type CodeOutcome,
  mailCode,
  onboardingCodeMail,
  proveBrowser,
  proveByCode,
  type SentCode,
  type VisitCookie,
} from "@/lib/domain/acts";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail/send-mail";

type OfBrowser = { accountId: string; visitToken: string | undefined };

/**
 * Mail a code to the account's address, to type in this browser. Answer and work are the same for every address. A creator
 * who declined the platform gets no code, because we never mail them about it again. Throws `NotFound`.
 */
export async function sendCode(ctx: Ctx<SystemActor>, { accountId, visitToken }: OfBrowser): Promise<SentCode> {
  return inTransaction(async (tx) => {
    await lockAccount(tx, { id: accountId });
    const { partner, ...account } = await tx.soloAccount.findUniqueOrThrow({
      where: { id: accountId },
      include: { partner: { select: { name: true } } },
    });
    const sent = await mailCode(tx, { subject: accountSubject(accountId), visitToken }, async (code) => {
      const props = { ...code, partnerName: partner.name };
      const withheld = await hasDeclined(tx, account);
      await sendMail(tx, { to: account.email, template: onboardingCodeMail, props, withheld });
    });
    if (sent.outcome === "sent") {
      record(tx, {
        ctx,
        action: "onboarding.code_sent",
        subject: { kind: "solo_account", id: accountId },
        detail: { ip: ctx.ip ?? null },
      });
    }
    return sent;
  });
}

// Always one statement, so that its duration doesn't reveal whether the account has a link request.
async function hasDeclined(tx: Tx, { id, partnerId }: { id: string; partnerId: string }): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ declined: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM link_requests asked
      JOIN link_requests l ON l.user_id = asked.user_id AND l.decision = 'declined'
      JOIN solo_accounts a ON a.id = l.account_id AND a.partner_id = ${partnerId}
      WHERE asked.account_id = ${id}
    ) AS declined`;
  return row?.declined ?? false;
}

/**
 * Check a code typed on an account's pages. The right one proves the mailbox for this browser. `over`: no code, expired, or no
 * tries left.
 */
export async function checkCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken, code }: OfBrowser & { code: string },
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
  { accountId, visitToken }: OfBrowser,
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

const DOTS = "•••";

/** An address that only its owner recognizes: `a•••@e•••.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const end = dot > 0 ? domain.slice(dot) : "";
  return `${first(email)}${DOTS}@${first(domain)}${DOTS}${end}`;
}

const first = (text: string): string => Array.from(text)[0] ?? "";
