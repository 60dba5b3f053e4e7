import { randomInt } from "node:crypto";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/duration";

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
