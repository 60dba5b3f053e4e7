import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { fallbackStanding } from "@/lib/api/admit";
import { normalAddress } from "@/lib/api/client-address";
import { randomToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Standing } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import type { Incoming, Outgoing } from "../declaration";
import { errorAnswer } from "../failures";
import { completeAnswer } from "../keyed-call";
import { securityHeaders } from "../security";

type Call = Pick<Incoming, "requestId" | "address">;

/** The answer to what never becomes a call of a key's: same envelope, same headers. `standing` is the limit that it hit. */
export async function refusal(error: unknown, call: Call, standing?: Standing): Promise<Outgoing> {
  const answer = errorAnswer(error);
  completeAnswer(answer, call.requestId, standing ?? (await fallbackStanding(call, rateLimiter())));
  return answer;
}

/** The same as a page, for people in a browser. It contains nothing that the caller sent. */
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
 * Refuses, and closes, where there is no request to answer: what came is not HTTP, or not for a server like this one.
 * Requests that came whole before it on the same connection are answered first, so that no answer stands for another's.
 */
export async function refuseOnSocket(error: AppError, socket: Duplex & { remoteAddress?: string }): Promise<void> {
  const { status, headers, body } = await refusal(error, {
    requestId: newId(),
    address: normalAddress(socket.remoteAddress ?? ""),
  });
  for (let earlier = answerOn(socket); earlier?.req.complete; earlier = answerOn(socket)) await closeOf(earlier);
  // Into the middle of an answer nothing may be put.
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

// node:http notes on its sockets which answer is being made.
const answerOn = (socket: Duplex): Answer | null => (socket as Duplex & { _httpMessage?: Answer })._httpMessage ?? null;

const closeOf = (answer: Answer): Promise<void> => new Promise((resolve) => answer.once("close", resolve));

// Headers by which proxies and Next itself talk to Next. From a caller they are forgeries.
const FORGED =
  /^(?:host|x-forwarded-.*|x-real-ip|forwarded|x-request-id|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-vercel-.*|x-svc-.*)$/;

// Next calls this server for the page that an action redirects to, and sends the headers it was given.
const OWN_CALL = "x-svc-own-call";
const proof = randomToken();

/** Whether Next makes this request while it serves one that we let in. Its headers are then our own. */
export const isOwnCall = ({ headers }: IncomingMessage): boolean => headers[OWN_CALL] === proof;

/**
 * Replaces what only we may say in a request that goes on to Next: the caller's address, the request's id and the name of
 * the service, which Next compares with a form's origin. The scheme is that of this socket, because Next calls it back.
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
  const said: Record<string, string> = {
    host: new URL(own.baseUrl).host,
    "x-request-id": own.requestId,
    "x-forwarded-proto": "http",
    [OWN_CALL]: proof,
    ...(own.address !== null && { "x-forwarded-for": own.address }),
  };
  Object.assign(message.headers, said);
  message.rawHeaders = [...raw, ...Object.entries(said).flat()];
}
