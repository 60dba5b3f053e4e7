import { clock } from "@/lib/platform/clock";
import { randomToken, sha256, sha256Hex } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

/** How long a browser may come back to an onboarding without proving the mailbox again. */
export const VISIT_MS = 7 * 24 * 60 * 60 * 1000;

/** One browser's right to an onboarding: the cookie's value and until when it counts. */
export type VisitCookie = { name: string; token: string; expires: Date };

/** The name of the cookie for an account: one browser may be in the middle of several onboardings. */
export const visitCookieName = (accountId: string): string => `visit_${sha256Hex(accountId).slice(0, 16)}`;

const hashOf = (token: string) => Buffer.from(sha256(token));

/** The live visit of this browser to this account's onboarding; null for anybody else's cookie. */
export async function findVisit(accountId: string, token: string | undefined, tx: Pick<Tx, "onboardingVisit"> = db) {
  if (!token) return null;
  const visit = await tx.onboardingVisit.findUnique({ where: { tokenHash: hashOf(token) } });
  return visit && visit.accountId === accountId && visit.expiresAt > clock.now() ? visit : null;
}

export type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** Begin a visit. The token leaves in a cookie; what is kept of it is a hash. */
export async function beginVisit(
  tx: Tx,
  { accountId, proven }: { accountId: string; proven: boolean },
): Promise<{ id: string; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  const id = newId();
  await tx.onboardingVisit.create({
    data: {
      id,
      accountId,
      tokenHash: hashOf(token),
      createdAt: now,
      expiresAt: expires,
      mailboxProvenAt: proven ? now : null,
    },
  });
  return { id, cookie: { name: visitCookieName(accountId), token, expires } };
}

/**
 * What a visit becomes when the mailbox is proven: a new token, so that one which somebody else may have planted in the
 * browser before proves nothing.
 */
export async function proveVisit(tx: Tx, visit: { id: string; accountId: string }): Promise<VisitCookie> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  await tx.onboardingVisit.update({
    where: { id: visit.id },
    data: { mailboxProvenAt: now, expiresAt: expires, tokenHash: hashOf(token), codeHash: null, codeExpiresAt: null },
  });
  return { name: visitCookieName(visit.accountId), token, expires };
}
