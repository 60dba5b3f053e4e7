import { randomInt } from "node:crypto";
import type { ProvenVisit } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { lockName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { linkCodeMail } from "./mails";
import { findVisit, proveVisit, type Subject, startVisit, type Visit, type VisitCookie } from "./visits";

export const CODE_DIGITS = 6;
/** How long a code works. */
export const CODE_MS = 10 * MINUTE_MS;
const CODE_TRIES = 5;
const CODES_PER_VISIT = 5;
const RESEND_AFTER_MS = MINUTE_MS;
// Over all browsers: anyone with the link can request codes, and each one goes to the subject's mailbox.
const CODES_PER_HOUR = 5;
const CODES_PER_DAY = 15;

const newCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, "0");

// Codes that were mailed under this name must keep working.
const PURPOSE = "onboarding-code";

/** The stored hash of a code. It is keyed, because a plain hash of six digits is quickly guessed. */
export const codeHashOf = (visitId: string, code: string): Buffer<ArrayBuffer> =>
  Buffer.from(hmac(PURPOSE, `${visitId}:${code}`));

/** Whether a stored hash is of this code. Also true when the master key changed after the code was sent. */
export const isHashOf = (hash: Uint8Array, visitId: string, code: string): boolean =>
  hmacMatches(PURPOSE, `${visitId}:${code}`, hash);

/** The digits of a typed or pasted code, without spaces and hyphens. */
const digitsOf = (typed: string): string => typed.normalize("NFKC").replace(/[\s-]/g, "");

/** When a visit's current code was made; null without a code. */
const madeAt = (visit: { codeExpiresAt: Date | null }): Date | null =>
  visit.codeExpiresAt && new Date(visit.codeExpiresAt.getTime() - CODE_MS);

/** Whether a visit has a code that still works. */
export const hasLiveCode = (visit: {
  codeHash: Uint8Array | null;
  codeExpiresAt: Date | null;
  codeTries: number;
}): boolean =>
  visit.codeHash !== null &&
  visit.codeExpiresAt !== null &&
  visit.codeExpiresAt > clock.now() &&
  visit.codeTries < CODE_TRIES;

type IssuedCode =
  | { outcome: "issued"; code: string; cookie?: VisitCookie }
  | { outcome: "too_soon"; retryAt: Date }
  | { outcome: "too_many" };

/**
 * Make a code for a browser at a subject's pages. It replaces the earlier one and works only in this browser; `cookie` is for one
 * without a visit. The caller mails it to the subject's own address, and holds a lock for the subject: the limits are counted
 * over rows, and two parallel requests could both pass.
 */
export async function issueCode(
  tx: Tx,
  { subject, visitToken }: { subject: Subject; visitToken: string | undefined },
): Promise<IssuedCode> {
  const now = clock.now();
  const visit = await findVisit(subject, visitToken, tx);
  const last = visit && madeAt(visit);
  if (last && now.getTime() - last.getTime() < RESEND_AFTER_MS) {
    return { outcome: "too_soon", retryAt: new Date(last.getTime() + RESEND_AFTER_MS) };
  }
  if (await reachedLimit(tx, subject, visit)) return { outcome: "too_many" };
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
  return { outcome: "issued", code, ...fresh };
}

/** What became of the request for a code. `cookie` is for a browser without a visit. */
export type SentCode =
  | { outcome: "sent"; cookie?: VisitCookie }
  | { outcome: "too_soon"; retryAt: Date }
  | { outcome: "too_many" };

type Asked = { subject: Subject; visitToken: string | undefined };

/** Make a code like `issueCode`, and mail it with `mail`. */
export async function mailCode(
  tx: Tx,
  asked: Asked,
  mail: (props: { code: string; expiresInMinutes: number }) => Promise<unknown>,
): Promise<SentCode> {
  const issued = await issueCode(tx, asked);
  if (issued.outcome !== "issued") return issued;
  await mail({ code: issued.code, expiresInMinutes: CODE_MS / MINUTE_MS });
  return { outcome: "sent", ...(issued.cookie && { cookie: issued.cookie }) };
}

/**
 * Mail a code to the mailbox that has a subject's link, for this browser. The same work and mail for every subject. `email` is the
 * subject's own address.
 */
export async function mailLinkCode(tx: Tx, { email, ...asked }: Asked & { email: string }): Promise<SentCode> {
  await lockName(tx, `codes ${asked.subject.kind} ${asked.subject.id}`);
  return mailCode(tx, asked, (props) => sendMail(tx, { to: email, template: linkCodeMail, props }));
}

// A visit counts with all its codes when its latest one is recent, so the sum is never too low.
async function reachedLimit(tx: Tx, { kind, id }: Subject, visit: Visit | null): Promise<boolean> {
  if (visit && visit.codesSent >= CODES_PER_VISIT) return true;
  const issuedSince = async (ms: number) => {
    const since = new Date(clock.now().getTime() - ms + CODE_MS);
    const { _sum } = await tx.hostedVisit.aggregate({
      where: {
        subjectKind: kind,
        subjectId: id,
        codesSent: { gt: 0 },
        OR: [{ codeExpiresAt: { gt: since } }, provenSince(ms)],
      },
      _sum: { codesSent: true },
    });
    return _sum.codesSent ?? 0;
  };
  return (await issuedSince(HOUR_MS)) >= CODES_PER_HOUR || (await issuedSince(DAY_MS)) >= CODES_PER_DAY;
}

// A proven visit no longer has a code.
const provenSince = (ms: number) => ({
  codeExpiresAt: null,
  mailboxProvenAt: { gt: new Date(clock.now().getTime() - ms) },
});

export type CodeOutcome =
  | { outcome: "proven"; visit: ProvenVisit; cookie: VisitCookie }
  | { outcome: "wrong"; triesLeft: number }
  | { outcome: "over" };

/**
 * Check a typed code. The right one proves the mailbox for this browser. Each try is counted before the code is compared, in
 * one guarded statement, so that parallel tries can't exceed five. `over`: no code, expired, or no tries left.
 */
export async function proveByCode(
  tx: Tx,
  { subject, visitToken, code }: { subject: Subject; visitToken: string | undefined; code: string },
): Promise<CodeOutcome> {
  const visit = await findVisit(subject, visitToken, tx);
  if (!visit) return { outcome: "over" };
  const [tried] = await rowsIn<{ codeHash: Uint8Array; codeTries: number }>(tx)`
    UPDATE hosted_visits SET code_tries = code_tries + 1
    WHERE id = ${visit.id} AND code_hash IS NOT NULL AND code_expires_at > ${clock.now()} AND code_tries < ${CODE_TRIES}
    RETURNING code_hash, code_tries`;
  if (!tried) return { outcome: "over" };
  if (!isHashOf(tried.codeHash, visit.id, digitsOf(code))) {
    const triesLeft = CODE_TRIES - tried.codeTries;
    return triesLeft > 0 ? { outcome: "wrong", triesLeft } : { outcome: "over" };
  }
  // The partner also has an account's link. Only the person has the other links.
  const provenBy = subject.kind === "solo_account" ? "code" : "link_and_code";
  return { outcome: "proven", ...(await proveVisit(tx, { id: visit.id, subject, provenBy })) };
}
