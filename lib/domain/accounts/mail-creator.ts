import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { MailOccasion } from "./greeting";
import { lockAccount, lockUser } from "./lock-account";
import { linkApprovalMail, onboardingInvitationMail } from "./mails";
import { issueLink } from "./onboarding-links";

const AGAIN_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

type Outcome = { sent: boolean /** When the mail that is due may go out. */; notBefore?: Date };

/**
 * Queue the mail that an account's creator is due, if any: the invitation to a person who is linked, the question to one
 * who has not answered, nothing to one who declined this platform on whatever account, and nothing unless the account is
 * pending. Contract: "at most one approval email per creator per day", counted over all platforms and over 24 hours.
 * An answer to whoever reads the mailbox is not such a mail, and goes out once in five minutes.
 */
export async function mailCreator(
  tx: Tx,
  ctx: Ctx,
  { accountId, occasion }: { accountId: string; occasion: MailOccasion },
): Promise<Outcome> {
  const about = await lockForMail(tx, accountId);
  if (!about) return { sent: false };
  const { account, question } = about;
  const now = clock.now();
  const lastMailed = account.onboardingLinks[0]?.createdAt ?? null;
  if (occasion === "service" ? lastMailed : within(AGAIN_MS, lastMailed, now)) return { sent: false };

  if (question) {
    const lastAsked = await lastAskedAt(tx, question.userId);
    if (occasion !== "mailbox" && lastAsked && within(DAY_MS, lastAsked, now)) {
      return { sent: false, notBefore: new Date(lastAsked.getTime() + DAY_MS) };
    }
    await tx.linkRequest.update({ where: { id: question.id }, data: { lastMailedAt: now } });
  }
  const template = question ? linkApprovalMail : onboardingInvitationMail;
  const link = await issueLink(tx, { accountId, kind: "mail" });
  await sendMail(tx, {
    to: account.email,
    template,
    props: { url: link.url, partnerName: account.partner.name, firstName: account.firstName },
  });
  record(tx, {
    ctx,
    action: "onboarding_link.mailed",
    subject: { kind: "onboarding_link", id: link.id },
    partnerId: null,
    detail: { accountId, template: template.name },
  });
  return { sent: true };
}

const within = (ms: number, then: Date | null, now: Date): boolean =>
  then !== null && now.getTime() - then.getTime() < ms;

/** Lock the person, then the account, and read it; null when nobody is to be mailed. */
async function lockForMail(tx: Tx, accountId: string) {
  const { userId, linkRequest } = await tx.soloAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: { userId: true, linkRequest: { select: { userId: true } } },
  });
  const personId = userId ?? linkRequest?.userId;
  if (!personId) return null;
  await lockUser(tx, personId);
  const { status, partnerId } = await lockAccount(tx, { id: accountId });
  if (status !== "pending_id_verification" && status !== "subscribed_pending_id") return null;
  const account = await tx.soloAccount.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      email: true,
      firstName: true,
      userId: true,
      partner: { select: { name: true } },
      linkRequest: { select: { id: true, userId: true, decision: true } },
      onboardingLinks: { where: { kind: "mail" }, orderBy: { serial: "desc" }, take: 1, select: { createdAt: true } },
    },
  });
  if (account.userId) return { account, question: null };
  const question = account.linkRequest;
  if (question?.decision !== "pending" || (await hasDeclined(tx, question.userId, partnerId))) return null;
  return { account, question };
}

async function hasDeclined(tx: Tx, userId: string, partnerId: string): Promise<boolean> {
  const declined = await tx.linkRequest.findFirst({
    where: { userId, decision: "declined", account: { partnerId } },
    select: { id: true },
  });
  return declined !== null;
}

async function lastAskedAt(tx: Tx, userId: string): Promise<Date | null> {
  const { _max } = await tx.linkRequest.aggregate({ where: { userId }, _max: { lastMailedAt: true } });
  return _max.lastMailedAt;
}
