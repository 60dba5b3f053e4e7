import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { peekRateLimit } from "@/lib/api/admit";
import { normalAddress } from "@/lib/api/client-address";
import { randomToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import type { Incoming, Outgoing } from "../declaration";
import { errorAnswer } from "../failures";
import { completeAnswer } from "../keyed-call";
import { securityHeaders } from "../security";

type Call = Pick<Incoming, "requestId" | "address">;

/**
 * The answer to a request that never reaches key checks, with the same envelope and headers. `limitStatus` is the limit
 * that it hit.
 */
export async function refusal(error: unknown, call: Call, limitStatus?: RateLimitStatus): Promise<Outgoing> {
  const answer = errorAnswer(error);
  completeAnswer(answer, call.requestId, limitStatus ?? (await peekRateLimit(call, rateLimiter())));
  return answer;
}

/** The same as a page, for people in a browser. Contains nothing that the caller sent. */
export function inWords({ status, headers }: Outgoing, error: AppError): Outgoing {
  const wait = headers["Retry-After"];
  const title = STATUS_CODES[status] ?? "";
  const again = wait ? ` Try again in ${wait} ${wait === "1" ? "second" : "seconds"}.` : "";
  return {
    status,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<h1>${title}</h1>
<p>${error.message}.${again}</p>
</html>
`,
  };
}

/**
 * Refuses bytes that aren't a request, and closes the connection. Complete requests that came before on the same connection are
 * answered first, so answers stay in order.
 */
export async function refuseOnSocket(error: AppError, socket: Duplex & { remoteAddress?: string }): Promise<void> {
  const { status, headers, body } = await refusal(error, {
    requestId: newId(),
    address: normalAddress(socket.remoteAddress ?? ""),
  });
  for (let earlier = answerOn(socket); earlier?.req.complete; earlier = answerOn(socket)) await closeOf(earlier);
  // Don't write into the middle of another answer.
  if (!socket.writable || answerOn(socket)?.headersSent) {
    socket.end(() => socket.destroy());
    return;
  }
  const all = {
    ...securityHeaders(env().baseUrl),
    ...headers,
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

type Answer = ServerResponse<IncomingMessage>;

// node:http keeps the current answer on its socket.
const answerOn = (socket: Duplex): Answer | null => (socket as Duplex & { _httpMessage?: Answer })._httpMessage ?? null;

const closeOf = (answer: Answer): Promise<void> => new Promise((resolve) => answer.once("close", resolve));

// Headers that proxies and Next itself send to Next. A caller's are forged.
const FORGED =
  /^(?:host|x-forwarded-.*|x-real-ip|forwarded|x-request-id|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-vercel-.*|x-svc-.*)$/;

// Next calls this server for the page that an action redirects to, and sends the headers it was given.
const OWN_CALL = "x-svc-own-call";
const proof = randomToken();

/** Whether Next makes this request while serving another one. Then its headers are our own. */
export const isOwnCall = ({ headers }: IncomingMessage): boolean => headers[OWN_CALL] === proof;

/**
 * Replaces the headers that only we may set in a request for Next: the caller's address, the request id and our host, which Next
 * compares with a form's origin. The scheme is this socket's, because Next calls back to it.
 */
export function ownHeaders(
  message: IncomingMessage,
  own: { requestId: string; address: string | null; baseUrl: string },
): void {
  const raw: string[] = [];
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    const name = message.rawHeaders[i] ?? "";
    if (!FORGED.test(name.toLowerCase())) raw.push(name, message.rawHeaders[i + 1] ?? "");
  }
  for (const name of Object.keys(message.headers)) if (FORGED.test(name)) delete message.headers[name];
  const set: Record<string, string> = {
    host: new URL(own.baseUrl).host,
    "x-request-id": own.requestId,
    "x-forwarded-proto": "http",
    [OWN_CALL]: proof,
    ...(own.address !== null && { "x-forwarded-for": own.address }),
  };
  Object.assign(message.headers, set);
  message.rawHeaders = [...raw, ...Object.entries(set).flat()];
}
