import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches, randomToken, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { lockName } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { emailAddress } from "@/lib/platform/wire";
import { hasOpenInvitation } from "./authorize";
import { noAccountMail, signInMail } from "./mails";
import { recordSignIn } from "./sessions";

/** Unused links that may be mailed to one mailbox, per network and in total. */
const FROM_A_NETWORK = { atATime: 3, aDay: 30 };
const FROM_ALL = { atATime: 6, aDay: 60 };

/**
 * Mails a sign-in link to an address typed into the sign-in page. Neither the answer nor its timing reveals anything:
 * the same rows are written and one mail is queued whether or not the address has an account. Only the mail's text
 * differs. A link is refused only while an earlier one for that mailbox works, so no one can use up another person's
 * links. The caller normalizes `email`. `network` is `networkOf`.
 */
export async function requestSignInLink(
  ctx: Ctx<SystemActor>,
  { email, network, returnTo }: { email: string; network: string; returnTo?: string | null },
): Promise<void> {
  const asked = await inTransaction(async (tx) => {
    if (!(await isWithinLimits(tx, email, network))) return false;
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    const invited = await hasOpenInvitation(tx, email);
    // Also for an unknown address, so that both cases take the same time. Its token is never sent.
    const { url } = await issueSignInToken(tx, { email, mailed: true, network, returnTo });
    const props = { url, expiresInMinutes: MAILED_LINK_MS / MINUTE_MS };
    await sendMail(tx, { to: email, template: user || invited ? signInMail : noAccountMail, props });
    return true;
  });
  // Not in the ledger, because strangers can request any number of these.
  if (!asked) log.warn({ requestId: ctx.requestId, ip: ctx.ip }, "a mailbox was asked for too many sign-in links");
}

// Counts the tokens themselves. The lock queues requests for one mailbox, so the count holds.
async function isWithinLimits(tx: Tx, email: string, network: string): Promise<boolean> {
  await lockName(tx, `sign-in ${email}`);
  const now = clock.now();
  const sent = await tx.verificationToken.findMany({
    where: { identifier: email, mailed: true, expires: { gt: new Date(now.getTime() - DAY_MS + MAILED_LINK_MS) } },
    select: { network: true, expires: true },
  });
  const isOpen = (link: { expires: Date }) => link.expires > now;
  if (!sent.some(isOpen)) return true;
  const here = sent.filter((link) => link.network === network);
  const fits = (links: typeof sent, most: typeof FROM_ALL) =>
    links.filter(isOpen).length < most.atATime && links.length < most.aDay;
  return fits(here, FROM_A_NETWORK) && fits(sent, FROM_ALL);
}

/**
 * A sign-in link for an existing user, which an operator hands over. Works once, for an hour. Throws `NotFound` for an
 * unknown address, `ZodError` for an invalid one.
 */
export async function createSigninLink(
  ctx: Ctx<SystemActor>,
  { email: address }: { email: string },
): Promise<{ url: string; expiresAt: Date }> {
  const email = emailAddress.parse(address);
  return inTransaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!user) throw new NotFound(`No account has the address ${email}.`);
    await recordSignIn(tx, ctx, { userId: user.id, action: "signin_link.created" });
    return issueSignInToken(tx, { email, mailed: false });
  });
}

/** How long a link from the sign-in page works. */
const MAILED_LINK_MS = 15 * MINUTE_MS;
// An operator's link reaches the person by other means.
const OPERATOR_LINK_MS = HOUR_MS;

/** How next-auth stores a magic link's token: SHA-256 over the token and the sign-in secret. */
export const signInTokenHash = (token: string): string => sha256Hex(`${token}${env().authSecret.reveal()}`);

/** Stores a new single-use token for a mailbox, as a hash, and returns the page whose button spends it. */
async function issueSignInToken(
  tx: Tx,
  { email, mailed, network, returnTo }: { email: string; mailed: boolean; network?: string; returnTo?: string | null },
): Promise<{ url: string; expiresAt: Date }> {
  const token = newTokenFor(email);
  const expiresAt = new Date(clock.now().getTime() + (mailed ? MAILED_LINK_MS : OPERATOR_LINK_MS));
  await tx.verificationToken.create({
    data: { identifier: email, token: signInTokenHash(token), expires: expiresAt, mailed, network },
  });
  const url = new URL("/sign-in/confirm", env().baseUrl);
  url.searchParams.set("token", token);
  const to = safePath(returnTo);
  if (to) url.searchParams.set("to", to);
  return { url: url.href, expiresAt };
}

/** The mailbox of a sign-in token, without spending it. Null if the token is spent, expired or unknown. */
export async function findSignInToken(token: string): Promise<{ email: string } | null> {
  const row = await db.verificationToken.findUnique({
    where: { token: signInTokenHash(token), expires: { gt: clock.now() } },
    select: { identifier: true },
  });
  return row && { email: row.identifier };
}

// A token ends with a MAC of its mailbox, so that we know a used or expired one's, and nobody else does.
const MARK = "sign-in-link";
const MARK_BYTES = 32;

function newTokenFor(email: string): string {
  const secret = randomToken();
  return `${secret}.${hmac(MARK, `${secret} ${email}`).toString("base64url")}`;
}

/** Whether a sign-in token was made for this mailbox, also if it is spent or expired. */
export function isLinkOf(email: string, token: string): boolean {
  const [secret = "", mark = ""] = token.split(".");
  const mac = Buffer.from(mark, "base64url");
  return mac.length === MARK_BYTES && hmacMatches(MARK, `${secret} ${email}`, mac);
}

/**
 * Deletes expired sessions, expired challenges, magic links that no longer count toward a mailbox's cap, and what is left of second
 * factors: wrong codes that no longer count, and apps that were never confirmed.
 */
export const forgetExpiredSignInsTask = defineTask("forget_expired_sign_ins", z.object({}), async () => {
  const now = clock.now();
  await db.session.deleteMany({ where: { expires: { lt: now } } });
  await db.spentChallenge.deleteMany({ where: { expires: { lt: now } } });
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  await db.verificationToken.deleteMany({ where: { expires: { lt: aDayAgo } } });
  await db.factorTry.deleteMany({ where: { triedAt: { lt: aDayAgo } } });
  await db.totpSecret.deleteMany({ where: { confirmedAt: null, createdAt: { lt: aDayAgo } } });
});

export const forgetExpiredSignIns: Schedule = { task: forgetExpiredSignInsTask, cron: "17 * * * *" };

/**
 * A path of this service to return to, or null. Rejects other origins, protocol-relative `//`, and anything that
 * browsers read as one (backslashes, control characters, spaces).
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.length > 2000 || /[\\\p{Cc}\s]/u.test(path)) return null;
  const here = "http://here.invalid";
  const url = URL.canParse(path, here) ? new URL(path, here) : null;
  return url?.origin === here && url.pathname !== "//" && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : null;
}

/**
 * How many mails a partner may send in 24 hours to one mailbox that it typed. Mails of scenes have their own
 * limit: an invitation that is held back for long would let a scene expire that was paid for.
 */
export const MAILS_A_DAY = 5;

/**
 * When a partner may send the next mail to a mailbox. Null for now. Counts the rows of earlier mails, so that
 * withdrawing an invitation doesn't free a slot. Invitations of team members and producers count alone, because their sender must not
 * learn whether a creator got mail; creator links also count `others`, the times of earlier ones. Codes have their own limits
 * (lib/domain/acts). Locks partner and mailbox until the transaction ends, so that concurrent calls can't exceed
 * the cap.
 */
export async function nextMailAt(
  tx: Tx,
  { partnerId, email, others }: { partnerId: string; email: string; others?: Prisma.Sql },
): Promise<Date | null> {
  await lockName(tx, `mails ${partnerId} ${email}`);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const [full] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM (
      SELECT created_at AS at FROM partner_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      UNION ALL
      SELECT created_at FROM producer_invitations WHERE partner_id = ${partnerId} AND email = ${email}
      ${others ? Prisma.sql`UNION ALL ${others}` : Prisma.empty}
    ) mails
    WHERE at > ${since} ORDER BY at DESC OFFSET ${MAILS_A_DAY - 1} LIMIT 1`;
  return full ? new Date(full.at.getTime() + DAY_MS) : null;
}
