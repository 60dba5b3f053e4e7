import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeWebStream } from "node:stream/web";

const BODILESS = new Set(["GET", "HEAD"]);

/** A request on our own socket as a Web request, whose body streams. For handlers that are not endpoints. */
export function webRequest(message: IncomingMessage, baseUrl: string): Request {
  const method = message.method ?? "GET";
  const headers = new Headers();
  for (let i = 0; i + 1 < message.rawHeaders.length; i += 2) {
    headers.append(message.rawHeaders[i] ?? "", message.rawHeaders[i + 1] ?? "");
  }
  return new Request(new URL(message.url ?? "/", baseUrl), {
    method,
    headers,
    ...(!BODILESS.has(method) && { body: Readable.toWeb(message) as ReadableStream<Uint8Array>, duplex: "half" }),
  });
}

/** Sends a Web response, streaming its body. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  response.writeHead(answer.status, headers);
  if (!answer.body || response.req.method === "HEAD") response.end();
  else await pipeline(Readable.fromWeb(answer.body as NodeWebStream), response);
}
