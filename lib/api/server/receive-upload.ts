import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { clock } from "@/lib/platform/clock";
import { AppError, Unavailable } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { readGrant, type UploadGrant, WrongLength } from "@/lib/platform/storage/object-storage";
import { storage, UPLOADS_PATH } from "@/lib/platform/storage/storage";
import { freeMemory } from "@/lib/platform/streams";
import type { Incoming, Outgoing } from "../declaration";
import { incomingOf } from "../web-exchange";
import { nodeIncoming } from "./node-exchange";
import { refusal } from "./refusal";
import { awaitsContinue, type Target } from "./request-flaws";

/** An upload to one of our own URLs. */
export type IncomingUpload = Pick<Incoming, "method" | "header" | "requestId" | "address"> & {
  /** What stands in the URL. */
  grant: string;
  /** The file. Asked for once, when it is wanted: until then a caller that waits for `100 Continue` sends none of it. */
  body: () => Readable;
};

const RETRY_AFTER_S = 10;
const RETRY_WHEN_FULL_S = 300;
// A caller that lost its connection begins anew before the old one is given up; more than that are copies of one file.
const AT_ONCE = 4;
const underway = new Map<string, number>();
const FULL = new Set<unknown>(["ENOSPC", "EDQUOT"]);

/**
 * Takes an object that was granted, in a stream: whole or not at all, of exactly the granted length and type, while the
 * grant lives. 405 for anything but PUT, 403 for a URL that is not valid or not any more, 411, 413 or 400 for a length and
 * 415 for a type that was not granted, 408 when nothing more comes, 429 when four of this object are under way, 503 when it
 * cannot be kept.
 *
 * With S3 configured uploads go to the bucket, and no grants are written. One from before is still good: it ends there too.
 */
export async function receiveUpload(upload: IncomingUpload): Promise<Outgoing> {
  try {
    if (upload.method !== "PUT") {
      throw new AppError(405, "An upload is a PUT", { code: "method_not_allowed", headers: { Allow: "PUT" } });
    }
    const grant = readGrant(upload.grant);
    if (!grant) throw new AppError(403, "This upload URL is not valid");
    assertAsGranted(upload, grant);
    await inTurn(grant, () => keep(grant, upload.body()));
    return { status: 200, headers: { "X-Request-Id": upload.requestId }, body: "" };
  } catch (error) {
    return refusal(error, upload);
  }
}

function assertAsGranted({ header }: IncomingUpload, { contentType, bytes, expiresAt }: UploadGrant): void {
  if (expiresAt <= clock.now()) {
    throw new AppError(403, "This upload URL has expired. Confirm the compliance copy: the answer has a fresh one");
  }
  if (header("content-type") !== contentType) throw new AppError(415, `Send Content-Type: ${contentType}`);
  const length = header("content-length");
  if (length === undefined) throw new AppError(411, "Send the length of the file, in Content-Length");
  if (Number(length) === bytes) return;
  throw new AppError(Number(length) > bytes ? 413 : 400, `Send exactly ${bytes} bytes, as declared`);
}

// Each takes the room of the whole file until it is over, and only the last to end counts.
async function inTurn({ key }: UploadGrant, work: () => Promise<void>): Promise<void> {
  const others = underway.get(key) ?? 0;
  if (others >= AT_ONCE) {
    const headers = { "Retry-After": String(RETRY_AFTER_S) };
    throw new AppError(429, `${AT_ONCE} uploads of this file are under way. Wait until one of them is over`, {
      headers,
    });
  }
  underway.set(key, others + 1);
  try {
    await work();
  } finally {
    const left = (underway.get(key) ?? 1) - 1;
    if (left > 0) underway.set(key, left);
    else underway.delete(key);
  }
}

async function keep(grant: UploadGrant, body: Readable): Promise<void> {
  try {
    await storage().put(grant.key, body, { ...grant, release: freeMemory });
  } catch (error) {
    body.destroy();
    if (error instanceof AppError) throw error;
    if (error instanceof WrongLength) throw new AppError(400, `Send exactly ${grant.bytes} bytes, as declared`);
    log.error({ err: error, key: grant.key }, "an upload could not be kept");
    const isFull = error instanceof Error && "code" in error && FULL.has(error.code);
    throw isFull
      ? new Unavailable("There is no room for this file now. Nothing was kept; send it again later", RETRY_WHEN_FULL_S)
      : new Unavailable("The storage cannot be reached. Nothing was kept; send the file again", RETRY_AFTER_S);
  }
}

const UPLOADS = `${UPLOADS_PATH}/`;

export const isUploadPath = (path: string): boolean => path.startsWith(UPLOADS);

/** A request to one of our upload URLs, on our own socket. */
export function nodeUpload(
  message: IncomingMessage,
  response: ServerResponse,
  target: Target,
  call: Pick<Incoming, "requestId" | "address">,
): IncomingUpload {
  const { method, header } = nodeIncoming(message, response, target, call);
  const body = () => {
    if (awaitsContinue(message)) response.writeContinue();
    return arrivingBody(message);
  };
  return { method, header, ...call, grant: target.path.slice(UPLOADS.length), body };
}

const IDLE_MS = 30_000;
// Each holds up to 64 KB. They are handed on one by one as they came: joined, they would be in memory twice.
const BUFFERED_PIECES = 4;

/**
 * The body of a request as it arrives. Fails with 408 when the caller sends nothing for half a minute while more is wanted
 * of it, and with 400 when the connection ends before the body does. Giving it up leaves the connection open, so that the
 * caller can still be answered.
 */
export function arrivingBody(message: Readable): Readable {
  let wanted = true;
  const late = setTimeout(() => {
    if (wanted) body.destroy(new AppError(408, "Nothing more of the file arrived for half a minute"));
  }, IDLE_MS);
  const want = (more: boolean) => {
    wanted = more;
    if (more) message.resume();
    else message.pause();
  };
  const body = new Readable({
    objectMode: true,
    highWaterMark: BUFFERED_PIECES,
    read() {
      if (wanted) return;
      late.refresh();
      want(true);
    },
    destroy(error, done) {
      clearTimeout(late);
      message.off("data", take).off("end", end).off("error", breakOff).off("close", breakOff).pause();
      done(error);
    },
  });
  const take = (chunk: Buffer) => {
    late.refresh();
    if (!body.push(chunk)) want(false);
  };
  const end = () => {
    clearTimeout(late);
    message.off("error", breakOff).off("close", breakOff);
    body.push(null);
  };
  const breakOff = () => body.destroy(new AppError(400, "The connection ended before the file did"));
  // It may fail before anybody reads it; who reads it then is told all the same.
  body.on("error", () => undefined);
  message.on("data", take).once("end", end).once("error", breakOff).once("close", breakOff);
  return body;
}

/** Takes an upload where Next owns the socket. Our own server takes it from its socket, without coming here. */
export async function webUpload(request: Request, context: { params: Promise<{ grant: string }> }): Promise<Response> {
  const { grant } = await context.params;
  const { method, header, requestId, address } = incomingOf(request);
  const body = () => (request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]));
  const answer = await receiveUpload({ method, header, requestId, address, grant, body });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
