import { clock } from "@/lib/platform/clock";
import { randomToken, sha256Hex } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { safePath } from "./safe-path";

/** How long a link that somebody asked for on the sign-in page works. */
export const MAILED_LINK_MS = 15 * MINUTE_MS;
// One that an operator makes is handed over by other means.
const OPERATOR_LINK_MS = HOUR_MS;
// next-auth takes a challenge for a quarter of an hour.
const SPENT_CHALLENGE_MS = HOUR_MS;

/** The form in which next-auth looks a magic link's token up: SHA-256 over the token and the sign-in secret. */
export const signInTokenHash = (token: string): string => sha256Hex(`${token}${env().authSecret.reveal()}`);

/** Stores a new single-use token for a mailbox, as a hash, and returns the page that spends it at the press of a button. */
export async function issueSignInToken(
  tx: Tx,
  { email, mailed, network, returnTo }: { email: string; mailed: boolean; network?: string; returnTo?: string | null },
): Promise<{ url: string; expiresAt: Date }> {
  const token = randomToken();
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

/** Whose mailbox a sign-in token belongs to, without spending it; null when it was spent, expired or never was. */
export async function findSignInToken(token: string): Promise<{ email: string } | null> {
  const row = await db.verificationToken.findUnique({
    where: { token: signInTokenHash(token), expires: { gt: clock.now() } },
    select: { identifier: true },
  });
  return row && { email: row.identifier };
}

/**
 * Spends the challenge of a verified passkey answer; false when it was spent before. next-auth keeps challenges only in a cookie,
 * so someone who captured the cookie and the answer could replay both.
 */
export async function spendChallenge(challenge: string): Promise<boolean> {
  const expires = new Date(clock.now().getTime() + SPENT_CHALLENGE_MS);
  const { count } = await db.spentChallenge.createMany({ data: [{ challenge, expires }], skipDuplicates: true });
  return count === 1;
}
