import { pino } from "pino";
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
