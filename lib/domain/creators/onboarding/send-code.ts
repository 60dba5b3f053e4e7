import { lockAccount } from "@/lib/domain/accounts";
import { accountSubject, CODE_MS, issueCode, type SentCode } from "@/lib/domain/acts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { onboardingCodeMail } from "./mails";

/**
 * Mail a code to the account's address, to type in this browser. Answer and work are the same for every address. A creator
 * who declined the platform gets no code, because we never mail them about it again. Throws `NotFound`.
 */
export async function sendCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<SentCode> {
  return inTransaction(async (tx) => {
    await lockAccount(tx, { id: accountId });
    const account = await tx.soloAccount.findUniqueOrThrow({
      where: { id: accountId },
      include: { partner: { select: { name: true } } },
    });
    const issued = await issueCode(tx, { subject: accountSubject(accountId), visitToken });
    if (issued.outcome !== "issued") return issued;
    await sendMail(tx, {
      to: account.email,
      template: onboardingCodeMail,
      props: { code: issued.code, partnerName: account.partner.name, expiresInMinutes: CODE_MS / MINUTE_MS },
      withheld: await hasDeclined(tx, account),
    });
    record(tx, {
      ctx,
      action: "onboarding.code_sent",
      subject: { kind: "solo_account", id: accountId },
      detail: { ip: ctx.ip ?? null },
    });
    return { outcome: "sent", ...(issued.cookie && { cookie: issued.cookie }) };
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
