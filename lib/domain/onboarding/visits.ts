import { z } from "zod";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** How long a browser may come back to an onboarding without proving the mailbox again. */
export const VISIT_MS = 7 * DAY_MS;

/** One browser's right to an onboarding: the cookie's value and until when it counts. */
export type VisitCookie = { name: string; token: string; expires: Date };

/** The name of the cookie for an account: one browser may be in the middle of several onboardings. */
export const visitCookieName = (accountId: string): string => `visit_${sha256Hex(accountId).slice(0, 16)}`;

/** The live visit of this browser to this account's onboarding; null for anybody else's cookie. */
export async function findVisit(accountId: string, token: string | undefined, tx: Pick<Tx, "onboardingVisit"> = db) {
  if (!token) return null;
  const visit = await tx.onboardingVisit.findUnique({ where: { tokenHash: hashToken(token) } });
  return visit && visit.accountId === accountId && visit.expiresAt > clock.now() ? visit : null;
}

export type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** What a visit has proven; null for one that has not. What was proven before anybody kept by what, counts as by a code. */
export const provenVisit = ({ id, mailboxProvenAt, provenBy }: Visit): ProvenVisit | null =>
  mailboxProvenAt && { id, provenBy: provenBy ?? "code" };

/** Begin a visit, of a browser that has proven nothing yet. The token leaves in a cookie; what is kept of it is a hash. */
export async function beginVisit(tx: Tx, accountId: string): Promise<{ id: string; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  const id = newId();
  await tx.onboardingVisit.create({
    data: { id, accountId, tokenHash: hashToken(token), createdAt: now, expiresAt: expires },
  });
  return { id, cookie: { name: visitCookieName(accountId), token, expires } };
}

/**
 * What a visit becomes when the mailbox is proven: a new token, so that one which somebody else may have planted in the
 * browser before proves nothing.
 */
export async function proveVisit(
  tx: Tx,
  { id, accountId, provenBy }: { id: string; accountId: string; provenBy: ProvenVisit["provenBy"] },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  await tx.onboardingVisit.update({
    where: { id },
    data: {
      mailboxProvenAt: now,
      provenBy,
      expiresAt: expires,
      tokenHash: hashToken(token),
      codeHash: null,
      codeExpiresAt: null,
    },
  });
  return { visit: { id, provenBy }, cookie: { name: visitCookieName(accountId), token, expires } };
}

/**
 * Somebody pressed the button behind the link of the creator's own mail: that browser has proven the mailbox. The caller
 * has found the link to be one of kind `mail`, and live. The visit is forgotten after some days; that the person came by the
 * account's own mail is not.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const { id } = (await findVisit(accountId, visitToken, tx)) ?? (await beginVisit(tx, accountId));
    const proven = await proveVisit(tx, { id, accountId, provenBy: "mail_link" });
    await tx.soloAccount.updateMany({
      where: { id: accountId, begunByMailAt: null },
      data: { begunByMailAt: clock.now() },
    });
    record(tx, {
      ctx,
      action: "onboarding.mailbox_proven",
      subject: { kind: "solo_account", id: accountId },
      reason: "mail_link",
      detail: { ip: ctx.ip ?? null },
    });
    return proven;
  });
}

/** Delete visits that ended more than a day ago; a day, because codes are counted over one. */
export async function forgetVisits(): Promise<number> {
  const { count } = await db.onboardingVisit.deleteMany({
    where: { expiresAt: { lt: new Date(clock.now().getTime() - DAY_MS) } },
  });
  return count;
}

export const forgetVisitsTask = defineTask("forget_onboarding_visits", z.unknown(), async () => {
  await forgetVisits();
});

/** Every night. */
export const forgetVisitsSchedule: Schedule = { task: forgetVisitsTask, cron: "50 3 * * *" };
