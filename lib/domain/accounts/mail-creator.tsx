import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { readUsualTimes, reviewTimeText } from "@/lib/domain/identity";
import { lockUser } from "@/lib/domain/parties/locks";
import { nextMailAt } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail, moneyText } from "@/lib/platform/mail/template";
import { issueLink } from "./onboarding-links";
import { lockAccount } from "./queries";

const props = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. Used in the greeting only if it looks like a name. */
  firstName: z.string().nullable(),
  /** The monthly price, such as $19.99; null if the platform pays. */
  price: z.string().nullable().default(null),
  reviewMs: z.number().nullable().optional(),
});

// The platform chooses the name and the address, so a name must not smuggle in a link or a message.
function greeting(firstName: string | null): string {
  return firstName && /^[\p{L}\p{M}\p{Join_C}][\p{L}\p{M}\p{Join_C}'’ -]{0,39}$/u.test(firstName)
    ? `Hello ${firstName},`
    : "Hello,";
}

const THE_LAW =
  "United States law (18 U.S.C. § 2257) requires records proving that everyone who appears in sexually explicit material is an adult.";

/** Asks a creator new to the service to verify their ID. */
export const onboardingInvitationMail = defineMail(
  "onboarding_invitation",
  props,
  ({ url, partnerName, firstName, price, reviewMs }) => ({
    subject: `${partnerName} asks you to verify your ID`,
    preview: "You need one document and about three minutes.",
    heading: `Verify your ID for ${partnerName}`,
    body: (
      <>
        <p>{greeting(firstName)}</p>
        <p>
          <strong>{partnerName}</strong> wants to publish your content and has asked {SERVICE_NAME} to check your ID and
          keep the record. {THE_LAW}
        </p>
        <p>
          <strong>What you need:</strong> a passport, driver’s license, residence permit or identity card, a phone or
          computer with a camera, and about three minutes.
        </p>
        <p>
          <strong>What happens then:</strong> a custodian of records looks at your ID, and we email you the result.{" "}
          {reviewTimeText(reviewMs)}
        </p>
        {price && (
          <p>
            <strong>What it costs:</strong> {price} a month by card, unless you pay for a subscription here already. You
            see it again before anything is charged, and can cancel any time.
          </p>
        )}
        <p>
          <strong>Who sees your ID:</strong> our custodians of records, and inspectors where the law requires it.{" "}
          {partnerName} learns only whether you are verified: never your legal name, your date of birth or your
          document.
        </p>
        <p>The button works for 7 days. After that, the page can send you a new one.</p>
      </>
    ),
    action: { label: "Verify my ID", url },
    why: `You get this because ${partnerName} gave us this address for one of its creators.`,
    stop: "If that isn’t you, ignore this email. We send it once, and again only if you request it.",
  }),
);

/** Asks a person the service knows whether to link them to a platform. */
export const linkApprovalMail = defineMail("link_approval", props, ({ url, partnerName, firstName }) => ({
  subject: `May ${partnerName} know whether you are verified?`,
  preview: "Nothing is shared until you approve.",
  heading: `${partnerName} asks to be linked to you`,
  body: (
    <>
      <p>{greeting(firstName)}</p>
      <p>
        <strong>{partnerName}</strong> has named you as one of its creators. You are already known to {SERVICE_NAME}, so
        we ask you first. {THE_LAW}
      </p>
      <p>
        <strong>If you approve,</strong> {partnerName} learns whether your ID is verified. It doesn’t learn since when.
        We keep the records of what you publish there. You don’t need to show your ID again.
      </p>
      <p>
        <strong>What it never gets:</strong> your legal name, your date of birth, your document, or which other
        platforms you use. If you decline or do nothing, it learns none of this. If it tries to log content of yours
        here, we refuse it because you did not agree.
      </p>
      <p>
        The button opens a page where you approve, decline, or say that this is not you. Opening the page doesn’t
        approve anything. The button works for 7 days.
      </p>
    </>
  ),
  action: { label: "Read and decide", url },
  why: `You get this because ${partnerName} gave us this address for one of its creators.`,
  stop: `Decline on that page and we never email you about ${partnerName} again. We send at most one such email a day.`,
}));

const AGAIN_MS = 5 * MINUTE_MS;

/**
 * Queue the mail that an account's creator is due: the invitation if they are linked, the link request if they haven't
 * answered. Nothing if they declined this platform, and nothing unless the account is pending. Contract: Consent link request.
 * "Once a day" is counted over all platforms and over 24 hours. A mail that the mailbox's reader requests doesn't count as
 * one, and goes out once in five minutes. A repeated request waits while another platform's first one is due, so that no
 * platform crowds out another. Returns when a mail that is too early may go out; null in all other cases.
 */
export async function mailCreator(
  tx: Tx,
  ctx: Ctx,
  { accountId, occasion }: { accountId: string; occasion: MailOccasion },
): Promise<Date | null> {
  const addressee = await lockAddressee(tx, accountId);
  if (!addressee) return null;
  const { partnerId, email, firstName, partnerName, lastMailed, question, paysOnTheirOwn } = addressee;
  const now = clock.now();
  // An invitation sent while the account was linked didn't ask the person, so the link request is still due.
  const done = question ? question.lastMailedAt : lastMailed;
  if (occasion === "service" ? done : within(AGAIN_MS, lastMailed, now)) return null;

  // The reader of a mailbox asks for themselves; everybody else had its address from the platform.
  const notBefore =
    occasion === "mailbox" ? null : await nextMailAt(tx, { partnerId, email, others: linksMailed(partnerId, email) });
  if (notBefore) return notBefore;

  if (question) {
    const lastAsked = await lastAskedAt(tx, question.userId);
    if (occasion !== "mailbox" && lastAsked && within(DAY_MS, lastAsked, now)) {
      return new Date(lastAsked.getTime() + DAY_MS);
    }
    if (occasion === "page" && question.lastMailedAt && (await isFirstWaiting(tx, question.userId))) return null;
    await tx.linkRequest.update({ where: { id: question.id }, data: { lastMailedAt: now } });
  }
  const template = question ? linkApprovalMail : onboardingInvitationMail;
  const link = await issueLink(tx, { accountId, kind: "mail", page: question ? "approve" : "onboard" });
  const price = paysOnTheirOwn ? moneyText(env().prices.creatorSubscriptionCents) : null;
  const { reviewMs } = await readUsualTimes(tx);
  await sendMail(tx, { to: email, template, props: { url: link.url, partnerName, firstName, price, reviewMs } });
  record(tx, {
    ctx,
    action: "onboarding_link.mailed",
    subject: { kind: "onboarding_link", id: link.id },
    partnerId: null,
    detail: { accountId, template: template.name },
  });
  return null;
}

// Mails of links to a mailbox, by when they were sent.
const linksMailed = (partnerId: string, email: string) => Prisma.sql`
  SELECT l.created_at FROM onboarding_links l JOIN solo_accounts a ON a.id = l.account_id
  WHERE a.partner_id = ${partnerId} AND a.email = ${email} AND l.kind = 'mail'`;

const within = (ms: number, then: Date | null, now: Date): boolean =>
  then !== null && now.getTime() - then.getTime() < ms;

// Of a question `l` about an account `a`: whether its person has declined the partner, on whatever account.
const partnerDeclined = Prisma.sql`
  EXISTS (SELECT 1 FROM link_requests d JOIN solo_accounts b ON b.id = d.account_id
          WHERE d.user_id = l.user_id AND d.decision = 'declined' AND b.partner_id = a.partner_id)`;

type Addressee = {
  partnerId: string;
  email: string;
  firstName: string | null;
  partnerName: string;
  paysOnTheirOwn: boolean;
  /** When this account's creator was last mailed a link. */
  lastMailed: Date | null;
  /** The person to ask; null where the account is linked. */
  question: { id: string; userId: string; lastMailedAt: Date | null } | null;
};

/** Lock the person, then the account, and read whom to mail; null if there is no one. */
async function lockAddressee(tx: Tx, accountId: string): Promise<Addressee | null> {
  const [person] = await tx.$queryRaw<{ id: string | null }[]>`
    SELECT coalesce(a.user_id, l.user_id) AS id
    FROM solo_accounts a LEFT JOIN link_requests l ON l.account_id = a.id WHERE a.id = ${accountId}`;
  if (!person?.id) return null;
  await lockUser(tx, person.id);
  const { status } = await lockAccount(tx, { id: accountId });
  if (status !== "pending_id_verification" && status !== "subscribed_pending_id") return null;

  const [row] = await rowsIn<
    Omit<Addressee, "question"> & {
      linked: boolean;
      requestId: string | null;
      askedId: string;
      lastAsked: Date | null;
      declined: boolean;
    }
  >(tx)`
    SELECT a.partner_id, a.email, a.first_name, p.name AS partner_name,
           a.funded_by = 'creator' AS pays_on_their_own, a.user_id IS NOT NULL AS linked,
           l.id AS request_id, l.user_id AS asked_id, l.last_mailed_at AS last_asked,
           (SELECT max(o.created_at) FROM onboarding_links o WHERE o.account_id = a.id AND o.kind = 'mail') AS last_mailed,
           ${partnerDeclined} AS declined
    FROM solo_accounts a
    JOIN partners p ON p.id = a.partner_id
    LEFT JOIN link_requests l ON l.account_id = a.id
    WHERE a.id = ${accountId}`;
  if (!row) return null;
  const { linked, requestId, askedId, lastAsked, declined, ...addressee } = row;
  if (linked) return { ...addressee, question: null };
  if (!requestId || declined) return null;
  return { ...addressee, question: { id: requestId, userId: askedId, lastMailedAt: lastAsked } };
}

/** Whether a question to this person waits that may be mailed and never was. */
async function isFirstWaiting(tx: Tx, userId: string): Promise<boolean> {
  const waiting = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM link_requests l JOIN solo_accounts a ON a.id = l.account_id
    WHERE l.user_id = ${userId} AND l.decision = 'pending' AND l.last_mailed_at IS NULL
      AND a.user_id IS NULL AND a.status IN ('pending_id_verification', 'subscribed_pending_id')
      AND NOT ${partnerDeclined}
    LIMIT 1`;
  return waiting.length > 0;
}

async function lastAskedAt(tx: Tx, userId: string): Promise<Date | null> {
  const { _max } = await tx.linkRequest.aggregate({ where: { userId }, _max: { lastMailedAt: true } });
  return _max.lastMailedAt;
}

export const GREET_CREATOR = "greet_creator";

/**
 * Why we email a creator. `service`: once, on our own. `page`: a visitor with the partner's link asked. `mailbox`: a visitor
 * with a mailed link asked.
 */
const MAIL_OCCASIONS = ["service", "page", "mailbox"] as const;
type MailOccasion = (typeof MAIL_OCCASIONS)[number];

const Greeting = z.object({ accountId: z.string(), occasion: z.enum(MAIL_OCCASIONS) });

/**
 * Queue an email to the creator. The job decides which, and when, so a request takes the same time for an unknown address,
 * a known person and one who declined.
 */
export function enqueueGreeting(tx: Tx, greeting: z.input<typeof Greeting>, runAt?: Date): Promise<void> {
  return enqueue(tx, GREET_CREATOR, greeting, {
    jobKey: `${GREET_CREATOR}:${greeting.accountId}:${greeting.occasion}`,
    runAt,
  });
}

/** Sends a creator the email that is due. A first email over the daily limit waits. */
export const greetCreator = defineTask(GREET_CREATOR, Greeting, (greeting, { requestId }) =>
  inTransaction(async (tx) => {
    const ctx = { actor: { kind: "system", name: GREET_CREATOR }, requestId } as const;
    const notBefore = await mailCreator(tx, ctx, greeting);
    if (notBefore && greeting.occasion === "service") await enqueueGreeting(tx, greeting, notBefore);
  }),
);
