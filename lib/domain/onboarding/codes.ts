import { randomInt } from "node:crypto";
import type { Ctx, ProvenVisit, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { findVisit, proveVisit, type VisitCookie } from "./visits";

export const CODE_DIGITS = 6;
export const CODE_MS = 10 * MINUTE_MS;
export const CODE_TRIES = 5;
export const CODES_PER_VISIT = 5;
export const RESEND_AFTER_MS = MINUTE_MS;
/** Over all browsers: whoever holds the partner's link can ask for codes, and each one lands in the creator's mailbox. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 15;

export const newCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, "0");

const PURPOSE = "onboarding-code";

/** What is kept of a code. Keyed: a million codes are quickly tried against a plain hash. */
export const codeHashOf = (visitId: string, code: string): Buffer<ArrayBuffer> =>
  Buffer.from(hmac(PURPOSE, `${visitId}:${code}`));

/** Whether what is kept is of this code, also when the master key was changed after it was sent. */
export const isHashOf = (kept: Uint8Array, visitId: string, code: string): boolean =>
  hmacMatches(PURPOSE, `${visitId}:${code}`, kept);

/** The digits of what a person typed or pasted: blanks and hyphens between them are fine. */
export const digitsOf = (typed: string): string => typed.normalize("NFKC").replace(/[\s-]/g, "");

/** When a visit's current code was sent; null without one. */
export const sentAt = (visit: { codeExpiresAt: Date | null }): Date | null =>
  visit.codeExpiresAt && new Date(visit.codeExpiresAt.getTime() - CODE_MS);

/** Whether a visit has a code that can still be typed. */
export const hasLiveCode = (visit: {
  codeHash: Uint8Array | null;
  codeExpiresAt: Date | null;
  codeTries: number;
}): boolean =>
  visit.codeHash !== null &&
  visit.codeExpiresAt !== null &&
  visit.codeExpiresAt > clock.now() &&
  visit.codeTries < CODE_TRIES;

type CodeChecked =
  | { outcome: "proven"; visit: ProvenVisit; cookie: VisitCookie }
  | { outcome: "wrong"; triesLeft: number }
  | { outcome: "over" };

/**
 * Check a typed code. Right: this browser has proven the mailbox. Each try is counted before it is compared, in one
 * guarded statement, so that tries sent at once cannot exceed five. `over`: no code, too old, or tried too often.
 */
export async function checkCode(
  ctx: Ctx<SystemActor>,
  { accountId, visitToken, code }: { accountId: string; visitToken: string | undefined; code: string },
): Promise<CodeChecked> {
  return inTransaction(async (tx) => {
    const visit = await findVisit(accountId, visitToken, tx);
    if (!visit) return { outcome: "over" };
    const [tried] = await tx.$queryRaw<{ code_hash: Uint8Array; code_tries: number }[]>`
      UPDATE onboarding_visits SET code_tries = code_tries + 1
      WHERE id = ${visit.id} AND code_hash IS NOT NULL AND code_expires_at > ${clock.now()} AND code_tries < ${CODE_TRIES}
      RETURNING code_hash, code_tries`;
    if (!tried) return { outcome: "over" };
    if (!isHashOf(tried.code_hash, visit.id, digitsOf(code))) {
      const triesLeft = CODE_TRIES - tried.code_tries;
      return triesLeft > 0 ? { outcome: "wrong", triesLeft } : { outcome: "over" };
    }
    const proven = await proveVisit(tx, { id: visit.id, accountId, provenBy: "code" });
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

const DOTS = "•••";

/** Enough of an address for its owner to know which mailbox to open, and too little for anybody else: `a•••@e•••.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const end = dot > 0 ? domain.slice(dot) : "";
  return `${first(email)}${DOTS}@${first(domain)}${DOTS}${end}`;
}

const first = (text: string): string => Array.from(text)[0] ?? "";
