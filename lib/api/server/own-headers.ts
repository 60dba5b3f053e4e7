import type { IncomingMessage } from "node:http";
import { randomToken } from "@/lib/platform/crypto";

// Headers by which proxies and Next itself talk to Next. From a caller they are forgeries.
const FORGED =
  /^(?:host|x-forwarded-.*|x-real-ip|forwarded|x-request-id|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-vercel-.*|x-svc-.*)$/;

// Next calls this server itself, for the page that an action leads on to, and takes along the headers it was given.
const OWN_CALL = "x-svc-own-call";
const proof = randomToken();

/** Whether Next itself makes this request, in the course of one that was let in: its headers are then our own words. */
export const isOwnCall = ({ headers }: IncomingMessage): boolean => headers[OWN_CALL] === proof;

/**
 * Replaces, in a request that goes on to Next, what only we may say: the caller's one address, the request's id, and the
 * name and the scheme under which the service is reached. That is not up to a proxy either: Next compares a form's origin
 * with it, and calls what it says.
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
  const { host, protocol } = new URL(own.baseUrl);
  const said: Record<string, string> = {
    host,
    "x-request-id": own.requestId,
    "x-forwarded-proto": protocol.slice(0, -1),
    [OWN_CALL]: proof,
    ...(own.address !== null && { "x-forwarded-for": own.address }),
  };
  Object.assign(message.headers, said);
  message.rawHeaders = [...raw, ...Object.entries(said).flat()];
}
