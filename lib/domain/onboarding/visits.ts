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

/** The cookie that gives one browser access to an onboarding. */
export type VisitCookie = { name: string; token: string; expires: Date };

/** The cookie's name, different for each account, because one browser may have several onboardings. */
export const visitCookieName = (accountId: string): string => `visit_${sha256Hex(accountId).slice(0, 16)}`;

/** This browser's live visit to the account's onboarding; null for any other cookie. */
export async function findVisit(accountId: string, token: string | undefined, tx: Pick<Tx, "onboardingVisit"> = db) {
  if (!token) return null;
  const visit = await tx.onboardingVisit.findUnique({ where: { tokenHash: hashToken(token) } });
  return visit && visit.accountId === accountId && visit.expiresAt > clock.now() ? visit : null;
}

export type Visit = NonNullable<Awaited<ReturnType<typeof findVisit>>>;

/** A visit that has proven the mailbox; null otherwise. Old rows without `provenBy` count as proven by a code. */
export const provenVisit = ({ id, mailboxProvenAt, provenBy }: Visit): ProvenVisit | null =>
  mailboxProvenAt && { id, provenBy: provenBy ?? "code" };

/** Start a visit for a browser that has proven nothing yet. The cookie has the token; the database only its hash. */
export async function startVisit(tx: Tx, accountId: string): Promise<{ id: string; cookie: VisitCookie }> {
  const now = clock.now();
  const expires = new Date(now.getTime() + VISIT_MS);
  const token = randomToken();
  const id = newId();
  await tx.onboardingVisit.create({
    data: { id, accountId, tokenHash: hashToken(token), createdAt: now, expiresAt: expires },
  });
  return { id, cookie: { name: visitCookieName(accountId), token, expires } };
}

/** Mark a visit as having proven the mailbox. It gets a new token, in case someone planted the old one in the browser. */
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
 * Prove the mailbox for a browser that pressed the button behind the creator's own mailed link. The caller has checked that
 * the link is live and of kind `mail`. Visits expire after some days, so the account records the proof too.
 */
export async function proveByMailLink(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken }: { accountId: string; visitToken: string | undefined },
): Promise<{ visit: ProvenVisit; cookie: VisitCookie }> {
  return inTransaction(async (tx) => {
    const { id } = (await findVisit(accountId, visitToken, tx)) ?? (await startVisit(tx, accountId));
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

/** Delete visits that expired more than a day ago. The day is needed to count the codes sent per day. */
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
