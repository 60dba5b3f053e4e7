import { pino } from "pino";
import { env } from "./env";
import { currentRequestId } from "./request-context";

/** Structured log, one JSON object a line. Never pass it a secret, a token, a mail body or anything of an ID. */
export const log = pino({
  level: env().logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  mixin: () => {
    const requestId = currentRequestId();
    return requestId ? { requestId } : {};
  },
  // The second lock: what should never have been passed is not printed either.
  redact: {
    paths: ["authorization", "token", "secret", "password", "cookie", "key", "email", "body", "html", "text"].flatMap(
      (name) => [name, `*.${name}`, `*.*.${name}`],
    ),
    censor: "[redacted]",
  },
});
