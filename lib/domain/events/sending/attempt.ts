import type { IncomingHttpHeaders } from "node:http";
import { type Dispatcher, errors } from "undici";
import { signatureHeaders } from "@/lib/domain/events/sign";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { parseReceiverUrl, type ReceiverPools, UnusableAddress } from "@/lib/platform/receivers";

/** A message to one endpoint. */
export type Message = {
  deliveryId: string;
  endpointId: string;
  eventId: string;
  type: string;
  url: string;
  body: Uint8Array;
  /** Of a rehearsed event. */
  rehearsal?: boolean;
  /** The endpoint's live secrets, newest first. */
  secrets: readonly string[];
};

/** One attempt and its outcome. */
export type Attempt = {
  url: string;
  at: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  responseStatus: number | null;
  responseHeaders: Record<string, string | string[]> | null;
  responseBody: Buffer | null;
  error: string | null;
  succeeded: boolean;
};

type AttemptOptions = { pools: ReceiverPools; allowPrivate: boolean; attemptMs?: number };

/**
 * Sends a signed message once. It succeeds if a complete 2xx response arrives within 30 seconds. Redirects are not followed.
 * Never throws: `error` says what went wrong, in words for the endpoint's owner.
 */
export async function attempt(
  { deliveryId, endpointId, eventId, type, url, body, rehearsal = false, secrets }: Message,
  { pools, allowPrivate, attemptMs = ATTEMPT_MS }: AttemptOptions,
): Promise<Attempt> {
  const at = clock.now();
  const started = performance.now();
  const requestHeaders = {
    "Content-Type": "application/json",
    "User-Agent": `${SERVICE_NAME}-Webhooks/1`,
    "X-SVC-Event": type,
    "X-SVC-Delivery": deliveryId,
    ...(rehearsal && { "X-SVC-Rehearsal": "1" }),
    ...signatureHeaders({ eventId, body, timestamp: Math.floor(at.getTime() / 1000), secrets }),
  };
  const signal = AbortSignal.timeout(attemptMs);
  const answer: Answer = { responseStatus: null, responseHeaders: null, responseBody: null };
  let error: string | null = null;
  try {
    const { origin, pathname, search } = parseReceiverUrl(url, { allowPrivate });
    const path = pathname + search;
    const pool = pools.poolOf(endpointId, origin);
    const response = await orAbort(
      pool.request({ method: "POST", path, headers: requestHeaders, body, signal }),
      signal,
    );
    await take(response, answer);
  } catch (failure) {
    const late = `No complete response within ${Math.round(attemptMs / 1000)} seconds.`;
    error = signal.aborted ? late : wordsFor(failure, answer);
  }
  const { responseStatus } = answer;
  return {
    url,
    at,
    durationMs: performance.now() - started,
    requestHeaders,
    ...answer,
    error,
    succeeded: error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300,
  };
}

type Answer = Pick<Attempt, "responseStatus" | "responseHeaders" | "responseBody">;

async function take({ statusCode, headers, body }: Dispatcher.ResponseData, answer: Answer): Promise<void> {
  answer.responseStatus = statusCode;
  answer.responseHeaders = keepHeaders(headers);
  const kept: Buffer[] = [];
  try {
    await readBeginning(body, kept);
  } finally {
    answer.responseBody = Buffer.concat(kept);
  }
}

/** The client checks the signal only after it has connected. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

const CLOSED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const WORDS: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ENOTFOUND: "The host name was not found.",
  EHOSTUNREACH: "The host could not be reached.",
  ENETUNREACH: "The host could not be reached.",
  ETIMEDOUT: "The host did not respond.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not respond.",
  UND_ERR_HEADERS_OVERFLOW: "The response headers are too large.",
  // An unexpected protocol switch.
  ERR_ASSERTION: "The response is not valid HTTP.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate chain ends in an untrusted certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate could not be verified: its chain is incomplete.",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate could not be verified: its chain is incomplete.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate could not be verified: its chain is incomplete.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
};

function wordsFor(failure: unknown, { responseStatus }: Answer): string {
  if (failure instanceof UnusableAddress) return failure.message;
  const code = failure instanceof Error && "code" in failure ? String(failure.code ?? "") : "";
  if (CLOSED.has(code)) {
    return `The connection was closed before ${responseStatus === null ? "a response arrived" : "the response was complete"}.`;
  }
  if (WORDS[code]) return WORDS[code];
  if (failure instanceof errors.HTTPParserError) return "The response is not valid HTTP.";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "No secure connection could be made.";
  return `The request failed${code ? ` (${code})` : ""}.`;
}

/** How much of a response body we keep. */
export const KEPT_BYTES = 8 * 1024;
// We don't read a longer response to its end just to reuse the connection.
const READ_BYTES = 256 * 1024;
const HEADERS_BYTES = 16 * 1024;

/**
 * Reads the first 8 KB of a response body into `kept`, including what arrived before a broken connection.
 */
async function readBeginning(body: AsyncIterable<Buffer>, kept: Buffer[]): Promise<void> {
  let read = 0;
  for await (const chunk of body) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.length;
    if (read > READ_BYTES) break;
  }
}

/** Up to 16 KB of the response headers, as text the database accepts. */
export function keepHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  let remaining = HEADERS_BYTES;
  const keep = (text: string) => {
    const kept = text.toWellFormed().replaceAll("\0", "\uFFFD").slice(0, remaining);
    remaining -= kept.length;
    return kept;
  };
  const kept: [string, string | string[]][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || remaining <= name.length) continue;
    kept.push([keep(name), Array.isArray(value) ? value.map(keep) : keep(value)]);
  }
  return Object.fromEntries(kept);
}

const MINUTE_MS = 60_000;

// Waits after the first, immediate attempt. Contract: Events, delivery rules, 4.
const WAITS_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

/** How long an attempt may take, from its first DNS query to the last byte of the response. Contract: Limits. */
export const ATTEMPT_MS = 30_000;

/** When to retry after some consecutive failures, the last one at `failedAt`. Null after the last attempt. */
export function nextAttempt(failures: number, failedAt: Date): Date | null {
  const wait = WAITS_MS[failures - 1];
  return wait === undefined ? null : new Date(failedAt.getTime() + wait);
}
