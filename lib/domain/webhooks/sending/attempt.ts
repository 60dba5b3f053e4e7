import { type Dispatcher, errors } from "undici";
import { signatureHeaders } from "@/lib/domain/webhooks/sign";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import type { ReceiverPools } from "@/lib/platform/receivers";
import { parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import { keepHeaders, readBeginning } from "./kept-answer";
import { ATTEMPT_MS } from "./schedule";

/** What is sent to one endpoint. */
export type Message = {
  deliveryId: string;
  endpointId: string;
  eventId: string;
  type: string;
  url: string;
  body: Uint8Array;
  /** The endpoint's live secrets, the newest first. */
  secrets: readonly string[];
};

/** One attempt and what came of it. */
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

type Means = { pools: ReceiverPools; allowPrivate: boolean; attemptMs?: number };

/**
 * Sends a signed message once. Success is an answer of 2xx that arrives whole within 30 seconds, everything included;
 * redirects are not followed. Never throws: what went wrong is in the answer, in words for the endpoint's owner.
 */
export async function attempt(
  { deliveryId, endpointId, eventId, type, url, body, secrets }: Message,
  { pools, allowPrivate, attemptMs = ATTEMPT_MS }: Means,
): Promise<Attempt> {
  const at = clock.now();
  const started = performance.now();
  const requestHeaders = {
    "Content-Type": "application/json",
    "User-Agent": `${SERVICE_NAME}-Webhooks/1`,
    "X-SVC-Event": type,
    "X-SVC-Delivery": deliveryId,
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
    const late = `No complete answer within ${Math.round(attemptMs / 1000)} seconds.`;
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

/** The client itself hears of the end of its time only once it is connected. */
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
  ENOTFOUND: "The host's name was not found.",
  EHOSTUNREACH: "The host could not be reached.",
  ENETUNREACH: "The host could not be reached.",
  ETIMEDOUT: "The host did not answer.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not answer.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  // A switch of protocols that nobody asked for.
  ERR_ASSERTION: "The answer is not valid HTTP.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by itself, so nobody vouches for it.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's chain ends in one that nobody vouches for.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate could not be verified: its chain is incomplete.",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate could not be verified: its chain is incomplete.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate could not be verified: its chain is incomplete.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
};

function wordsFor(failure: unknown, { responseStatus }: Answer): string {
  if (failure instanceof UnusableAddress) return failure.message;
  const code = failure instanceof Error && "code" in failure ? String(failure.code ?? "") : "";
  if (CLOSED.has(code)) {
    return `The connection was closed before ${responseStatus === null ? "an answer arrived" : "the answer was complete"}.`;
  }
  if (WORDS[code]) return WORDS[code];
  if (failure instanceof errors.HTTPParserError) return "The answer is not valid HTTP.";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "No secure connection could be made.";
  return `The request failed${code ? ` (${code})` : ""}.`;
}
