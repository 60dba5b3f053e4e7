import { lockAccount } from "@/lib/domain/accounts";
import type { Ctx, SystemActor } from "@/lib/domain/context";
import { accountSubject, findVisit, startVisit, type Visit, type VisitCookie } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { sendMail } from "@/lib/platform/mail/send-mail";
import {
  CODE_MS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  CODES_PER_VISIT,
  codeHashOf,
  newCode,
  RESEND_AFTER_MS,
  sentAt,
} from "./codes";
import { onboardingCodeMail } from "./mails";

type SendOutcome =
  | { outcome: "sent"; cookie?: VisitCookie }
  | { outcome: "too_soon"; retryAt: Date }
  | { outcome: "too_many" };

/**
 * Mail a code to the account's address, to type in this browser. Answer and work are the same for every address. A creator
 * who declined the platform gets no code, because we never mail them about it again. Throws `NotFound`.
 */
export async function sendCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<SendOutcome> {
  return inTransaction(async (tx) => {
    const account = await lockForCodes(tx, accountId);
    const now = clock.now();
    const subject = accountSubject(accountId);
    const visit = await findVisit(subject, visitToken, tx);
    const last = visit && sentAt(visit);
    if (last && now.getTime() - last.getTime() < RESEND_AFTER_MS) {
      return { outcome: "too_soon", retryAt: new Date(last.getTime() + RESEND_AFTER_MS) };
    }
    if (await reachedLimit(tx, accountId, visit)) return { outcome: "too_many" };

    const { id: visitId, ...fresh } = visit ? { id: visit.id } : await startVisit(tx, subject);
    const code = newCode();
    await tx.hostedVisit.update({
      where: { id: visitId },
      data: {
        codeHash: codeHashOf(visitId, code),
        codeExpiresAt: new Date(now.getTime() + CODE_MS),
        codeTries: 0,
        codesSent: { increment: 1 },
      },
    });
    await sendMail(tx, {
      to: account.email,
      template: onboardingCodeMail,
      props: { code, partnerName: account.partner.name, expiresInMinutes: CODE_MS / MINUTE_MS },
      withheld: await hasDeclined(tx, account),
    });
    record(tx, {
      ctx,
      action: "onboarding.code_sent",
      subject: { kind: "solo_account", id: accountId },
      detail: { ip: ctx.ip ?? null },
    });
    return { outcome: "sent", ...fresh };
  });
}

async function lockForCodes(tx: Tx, accountId: string) {
  // The limits are counted over rows. Without the lock, two parallel requests could both pass.
  await lockAccount(tx, { id: accountId });
  return tx.soloAccount.findUniqueOrThrow({
    where: { id: accountId },
    include: { partner: { select: { name: true } } },
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

// A visit counts with all its codes when its latest one is recent, so the sum is never too low.
async function reachedLimit(tx: Tx, accountId: string, visit: Visit | null): Promise<boolean> {
  if (visit && visit.codesSent >= CODES_PER_VISIT) return true;
  const sentSince = async (ms: number) => {
    const since = new Date(clock.now().getTime() - ms + CODE_MS);
    const { _sum } = await tx.hostedVisit.aggregate({
      where: { subjectId: accountId, codesSent: { gt: 0 }, OR: [{ codeExpiresAt: { gt: since } }, provenSince(ms)] },
      _sum: { codesSent: true },
    });
    return _sum.codesSent ?? 0;
  };
  return (await sentSince(HOUR_MS)) >= CODES_PER_HOUR || (await sentSince(DAY_MS)) >= CODES_PER_DAY;
}

// A proven visit no longer has a code.
const provenSince = (ms: number) => ({
  codeExpiresAt: null,
  mailboxProvenAt: { gt: new Date(clock.now().getTime() - ms) },
});
