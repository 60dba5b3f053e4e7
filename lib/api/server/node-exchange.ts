import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeWebStream } from "node:stream/web";
import { PayloadTooLarge } from "@/lib/api/failures";
import { AppError } from "@/lib/platform/errors";
import type { Incoming, Outgoing } from "../declaration";
import { holdUntilTaken } from "./drain";
import { awaitsContinue, type Target } from "./request-flaws";

const BODY_DEADLINE_MS = 30_000;
/** Bodies up to this size aren't throttled. Unread ones are discarded. */
const SMALL_BYTES = 64 * 1024;
/** The pause after each piece of a larger body. A piece has up to 64 KB. */
const PAUSE_MS = 16;
const LINGER_BYTES = 4 * 1024 * 1024;
const LINGER_MS = 2_000;

/** A request on our own socket as an `Incoming` call, without Web objects. */
export function nodeIncoming(
  message: IncomingMessage,
  response: ServerResponse,
  target: Target,
  call: { requestId: string; address: string | null },
): Incoming {
  return {
    method: message.method ?? "GET",
    ...target,
    ...call,
    header: (name) => {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    rawHeaders: () => message.rawHeaders,
    readBody: (limit) => readBody(message, response, limit),
  };
}

/**
 * Sends an answer. Skips the unread rest of a small body, so that the connection stays usable, and closes the
 * connection of a larger one.
 */
export function send(message: IncomingMessage, response: ServerResponse, answer: Outgoing): void {
  if (response.destroyed) return;
  const fits = holdUntilTaken(response, Buffer.byteLength(answer.body));
  const { status, headers, body } = fits ? answer : tooManyWaiting(answer);
  const content = status === 204 ? undefined : body;
  const unread = !message.complete && hasBody(message);
  // A caller that never got `100 Continue` may send its body or not, so the next bytes are ambiguous.
  const endless = unread && (awaitsContinue(message) || !(Number(message.headers["content-length"]) <= SMALL_BYTES));
  response.writeHead(status, {
    ...headers,
    ...(content !== undefined && { "Content-Length": Buffer.byteLength(content) }),
    ...(endless && { Connection: "close" }),
  });
  if (endless) {
    if (message.method !== "HEAD") response.write(content ?? "");
    linger(message, response);
    return;
  }
  response.end(content);
  if (unread) destroyWhenLate(message);
}

const tooManyWaiting = ({ headers }: Outgoing): Outgoing => ({
  status: 503,
  headers: { ...headers, "Content-Type": "application/json", "Retry-After": "5" },
  body: JSON.stringify({ error: "Too many large answers are waiting. Try again shortly" }),
});

async function readBody(message: IncomingMessage, response: ServerResponse, limit: number): Promise<Uint8Array> {
  if (!hasBody(message)) return Buffer.alloc(0);
  if (Number(message.headers["content-length"] ?? 0) > limit) throw new PayloadTooLarge(limit);
  if (awaitsContinue(message)) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const late = setTimeout(() => stop(new AppError(408, "The request body did not arrive in time")), BODY_DEADLINE_MS);
    const stop = (error: Error) => {
      clearTimeout(late);
      message.off("data", take).pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > limit) stop(new PayloadTooLarge(limit));
      else chunks.push(chunk);
    };
    message.on("data", take);
    slowDown(message);
    message.once("end", () => {
      clearTimeout(late);
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    message.once("error", () => stop(new AppError(400, "The request body ended early")));
    message.once("close", () => clearTimeout(late));
  });
}

/** Whether a request declares a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

// Closing while the caller still sends would reset the connection, and the caller might miss the answer. So keep reading for a
// moment before closing.
function linger(message: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  const finish = () => {
    clearTimeout(timer);
    response.end(() => message.destroy());
  };
  const timer = setTimeout(finish, LINGER_MS);
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > LINGER_BYTES) finish();
  });
  message.once("end", finish);
  message.once("error", () => clearTimeout(timer));
  slowDown(message);
  message.resume();
}

/** Limits a large body to about 4 MB a second, so that many of them leave time for other callers. */
function slowDown(message: IncomingMessage): void {
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= SMALL_BYTES) return;
    message.pause();
    setTimeout(() => message.resume(), PAUSE_MS);
  });
}

function destroyWhenLate(message: IncomingMessage): void {
  const timer = setTimeout(() => message.destroy(), LINGER_MS);
  message.once("close", () => clearTimeout(timer));
}

const BODILESS = new Set(["GET", "HEAD"]);

/** A request on our own socket as a Web request with a streaming body. For handlers that are not endpoints. */
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

function unlessHungUp(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
}

/** Sends a Web response, streaming its body. Ends quietly if the caller hangs up. Throws if the body can't be read. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  response.writeHead(answer.status, headers);
  if (!answer.body || response.req.method === "HEAD") response.end();
  else await pipeline(Readable.fromWeb(answer.body as NodeWebStream), response).catch(unlessHungUp);
}
