import { randomInt } from "node:crypto";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { accountSubject, findVisit, proveVisit, type VisitCookie } from "@/lib/domain/hosted";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";

export const CODE_DIGITS = 6;
export const CODE_MS = 10 * MINUTE_MS;
export const CODE_TRIES = 5;
export const CODES_PER_VISIT = 5;
export const RESEND_AFTER_MS = MINUTE_MS;
/** Over all browsers: anyone with the partner's link can request codes, and each one goes to the creator's mailbox. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 15;

export const newCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, "0");

const PURPOSE = "onboarding-code";

/** The stored hash of a code. It is keyed, because a plain hash of six digits is quickly guessed. */
export const codeHashOf = (visitId: string, code: string): Buffer<ArrayBuffer> =>
  Buffer.from(hmac(PURPOSE, `${visitId}:${code}`));

/** Whether a stored hash is of this code. Also true when the master key changed after the code was sent. */
export const isHashOf = (hash: Uint8Array, visitId: string, code: string): boolean =>
  hmacMatches(PURPOSE, `${visitId}:${code}`, hash);

/** The digits of a typed or pasted code, without spaces and hyphens. */
export const digitsOf = (typed: string): string => typed.normalize("NFKC").replace(/[\s-]/g, "");

/** When a visit's current code was sent; null without a code. */
export const sentAt = (visit: { codeExpiresAt: Date | null }): Date | null =>
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

type CodeOutcome =
  | { outcome: "proven"; visit: ProvenVisit; cookie: VisitCookie }
  | { outcome: "wrong"; triesLeft: number }
  | { outcome: "over" };

/**
 * Check a typed code. The right one proves the mailbox for this browser. Each try is counted before the code is compared, in
 * one guarded statement, so that parallel tries can't exceed five. `over`: no code, expired, or no tries left.
 */
export async function checkCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken, code }: { accountId: string; visitToken: string | undefined; code: string },
): Promise<CodeOutcome> {
  return inTransaction(async (tx) => {
    const visit = await findVisit(accountSubject(accountId), visitToken, tx);
    if (!visit) return { outcome: "over" };
    const [tried] = await tx.$queryRaw<{ code_hash: Uint8Array; code_tries: number }[]>`
      UPDATE hosted_visits SET code_tries = code_tries + 1
      WHERE id = ${visit.id} AND code_hash IS NOT NULL AND code_expires_at > ${clock.now()} AND code_tries < ${CODE_TRIES}
      RETURNING code_hash, code_tries`;
    if (!tried) return { outcome: "over" };
    if (!isHashOf(tried.code_hash, visit.id, digitsOf(code))) {
      const triesLeft = CODE_TRIES - tried.code_tries;
      return triesLeft > 0 ? { outcome: "wrong", triesLeft } : { outcome: "over" };
    }
    const proven = await proveVisit(tx, { id: visit.id, subject: accountSubject(accountId), provenBy: "code" });
    record(tx, {
      ctx,
      action: "onboarding.mailbox_proven",
      subject: { kind: "solo_account", id: accountId },
      reason: "code",
      detail: { ip: ctx.ip ?? null },
    });
    return { outcome: "proven", ...proven };
  });
}
