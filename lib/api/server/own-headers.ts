import type { IncomingMessage } from "node:http";
import { randomToken } from "@/lib/platform/crypto";

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
