import type { IncomingMessage } from "node:http";

// Headers by which proxies and Next itself talk to Next. From a caller they are forgeries.
const FORGED =
  /^(?:x-forwarded-.*|x-real-ip|forwarded|x-request-id|x-middleware-.*|x-invoke-.*|x-matched-path|x-now-.*|x-vercel-.*|x-svc-.*)$/;
// A trusted proxy knows under which name and scheme the caller asked.
const FROM_PROXY = new Set(["x-forwarded-proto", "x-forwarded-host", "x-forwarded-port"]);

/**
 * Replaces, in a request that goes on to Next, what only we may say: the caller's one address, the request's id, and the
 * scheme under which the service is reached.
 */
export function ownHeaders(
  message: IncomingMessage,
  own: { requestId: string; address: string | null; baseUrl: string; trustedProxies: number },
): void {
  const kept = (name: string) => !FORGED.test(name) || (own.trustedProxies > 0 && FROM_PROXY.has(name));
  const raw: string[] = [];
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    const name = message.rawHeaders[i] ?? "";
    if (kept(name.toLowerCase())) raw.push(name, message.rawHeaders[i + 1] ?? "");
  }
  for (const name of Object.keys(message.headers)) if (!kept(name)) delete message.headers[name];
  const said: Record<string, string> = {
    "x-request-id": own.requestId,
    // HTTP/1.0 has no need to say whom it speaks to, and Next builds addresses of it.
    ...(message.headers.host === undefined && { host: new URL(own.baseUrl).host }),
    ...(own.address !== null && { "x-forwarded-for": own.address }),
    ...(message.headers["x-forwarded-proto"] === undefined && {
      "x-forwarded-proto": new URL(own.baseUrl).protocol.slice(0, -1),
    }),
  };
  Object.assign(message.headers, said);
  message.rawHeaders = [...raw, ...Object.entries(said).flat()];
}
