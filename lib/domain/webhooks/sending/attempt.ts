import type { IncomingHttpHeaders } from "node:http";
import { errors } from "undici";
import { signatureHeaders } from "@/lib/domain/webhooks/sign";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { parseReceiverUrl, UnusableAddress } from "@/lib/platform/public-address";
import type { ReceiverPools } from "@/lib/platform/receiver-pools";
import { ATTEMPT_MS } from "./schedule";

/** What is kept of an answer. */
export const KEPT_BYTES = 8 * 1024;
// A longer answer is not read to its end only to keep a connection.
const READ_BYTES = 256 * 1024;

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
  responseHeaders: IncomingHttpHeaders | null;
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
  const answer: Pick<Attempt, "responseStatus" | "responseHeaders" | "responseBody"> = {
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
  };
  let error: string | null = null;
  try {
    const { origin, pathname, search } = parseReceiverUrl(url, { allowPrivate });
    const response = await pools
      .poolOf(endpointId, origin)
      .request({ method: "POST", path: pathname + search, headers: requestHeaders, body, signal });
    answer.responseStatus = response.statusCode;
    answer.responseHeaders = response.headers;
    answer.responseBody = await readBeginning(response.body);
  } catch (failure) {
    error = signal.aborted ? `No complete answer within ${Math.round(attemptMs / 1000)} seconds.` : wordsFor(failure);
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

async function readBeginning(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.length;
    if (read > READ_BYTES) break;
  }
  return Buffer.concat(kept);
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer arrived.",
  EPIPE: "The connection was closed before an answer arrived.",
  UND_ERR_SOCKET: "The connection was closed before an answer arrived.",
  EHOSTUNREACH: "The host could not be reached.",
  ENETUNREACH: "The host could not be reached.",
  ETIMEDOUT: "The host did not answer.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not answer.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is signed by itself, so nobody vouches for it.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's chain ends in one that nobody vouches for.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate could not be verified: its chain is incomplete.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
};

function wordsFor(failure: unknown): string {
  if (failure instanceof UnusableAddress) return failure.message;
  const code = failure instanceof Error && "code" in failure ? String(failure.code ?? "") : "";
  if (WORDS[code]) return WORDS[code];
  if (failure instanceof errors.HTTPParserError) return "The answer is not valid HTTP.";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "No secure connection could be made.";
  return `The request failed${code ? ` (${code})` : ""}.`;
}
