import { pino } from "pino";
import { hmac } from "./crypto";
import { env } from "./env";
import { currentRequestId } from "./request-context";

/** Structured log, one JSON object a line. Never log a secret, a token, a mail body or any part of an ID document. */
export const log = pino({
  level: env().logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  mixin: () => {
    const requestId = currentRequestId();
    return requestId ? { requestId } : {};
  },
  // A safety net for values that should never be passed.
  redact: {
    paths: ["authorization", "token", "secret", "password", "cookie", "key", "email", "body", "html", "text"].flatMap(
      (name) => [name, `*.${name}`, `*.*.${name}`],
    ),
    censor: "[redacted]",
  },
});

/**
 * Logs a failed sign-in or a denied request. `subject` is the person, key or address that it is about. The line has only its keyed
 * hash, so operators can find all lines of one subject without learning who it is. Null if nobody can be named.
 */
export function logRefusal(
  what: string,
  { subject, ip, status }: { subject: string | null; ip?: string; status?: number },
) {
  const hashed = subject === null ? null : hmac("log subject", subject).toString("hex").slice(0, 16);
  log.warn({ refused: what, subject: hashed, ip, status }, "refused");
}
