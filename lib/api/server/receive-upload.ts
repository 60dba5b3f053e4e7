import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
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
  /** The grant in the URL. */
  grant: string;
  /** The file. Call it once, and only when needed: a caller that waits for `100 Continue` sends nothing before. */
  body: () => Readable;
};

const RETRY_AFTER_S = 10;
const RETRY_WHEN_FULL_S = 300;
// A caller that lost its connection retries before we notice. Each upload takes the disk space of the whole file, and
// only the last one counts.
const AT_ONCE = 4;
const uploading = limitConcurrency("uploads", { total: Infinity, perKey: AT_ONCE, waiting: 0 });
const FULL = new Set<unknown>(["ENOSPC", "EDQUOT"]);

/**
 * Stores a granted object from a stream: whole or not at all, with exactly the granted length and type, before the grant expires.
 * 405 for anything but PUT, 403 for an invalid or expired URL, 411, 413 or 400 for another length, 415 for another type, 408 when
 * the caller stops sending, 429 when four uploads of this object run, 503 when it can't be stored.
 *
 * With S3 configured, uploads go to the bucket and no grants are issued. Older grants still work; their objects go there too.
 */
export async function receiveUpload(upload: IncomingUpload): Promise<Outgoing> {
  try {
    if (upload.method !== "PUT") {
      throw new AppError(405, "An upload is a PUT", { code: "method_not_allowed", headers: { Allow: "PUT" } });
    }
    const grant = readGrant(upload.grant);
    if (!grant) throw new AppError(403, "This upload URL is not valid");
    assertAsGranted(upload, grant);
    const leave = await uploading.enter(grant.key).catch(() => {
      throw new AppError(429, `${AT_ONCE} uploads of this file are running. Wait until one of them ends`, {
        headers: { "Retry-After": String(RETRY_AFTER_S) },
      });
    });
    await keep(grant, upload.body()).finally(leave);
    return { status: 200, headers: { "X-Request-Id": upload.requestId }, body: "" };
  } catch (error) {
    return refusal(error, upload);
  }
}

function assertAsGranted({ header }: IncomingUpload, { contentType, bytes, expiresAt }: UploadGrant): void {
  if (expiresAt <= clock.now()) {
    throw new AppError(403, "This upload URL has expired. Confirm the compliance copy to get a new one");
  }
  if (header("content-type") !== contentType) throw new AppError(415, `Send Content-Type: ${contentType}`);
  const length = header("content-length");
  if (length === undefined) throw new AppError(411, "Send the length of the file, in Content-Length");
  if (Number(length) === bytes) return;
  throw new AppError(Number(length) > bytes ? 413 : 400, `Send exactly ${bytes} bytes, as declared`);
}

async function keep(grant: UploadGrant, body: Readable): Promise<void> {
  try {
    await storage().put(grant.key, body, { ...grant, release: freeMemory });
  } catch (error) {
    body.destroy();
    if (error instanceof AppError) throw error;
    if (error instanceof WrongLength) throw new AppError(400, `Send exactly ${grant.bytes} bytes, as declared`);
    log.error({ err: error, key: grant.key }, "an upload could not be stored");
    const isFull = error instanceof Error && "code" in error && FULL.has(error.code);
    throw isFull
      ? new Unavailable("Storage is full. Nothing was stored. Send the file again later", RETRY_WHEN_FULL_S)
      : new Unavailable("Storage is unavailable. Nothing was stored. Send the file again", RETRY_AFTER_S);
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
// Chunks of up to 64 KB. Joining them would keep them in memory twice.
const BUFFERED_CHUNKS = 4;

/**
 * The body of a request as it arrives. Fails with 408 if the caller sends nothing for 30 seconds while we read, and
 * with 400 if the connection ends before the body. Destroying it leaves the connection open, so the caller still gets
 * an answer.
 */
export function arrivingBody(message: Readable): Readable {
  let wanted = true;
  const late = setTimeout(() => {
    if (wanted) body.destroy(new AppError(408, "No more of the file arrived for 30 seconds"));
  }, IDLE_MS);
  const want = (more: boolean) => {
    wanted = more;
    if (more) message.resume();
    else message.pause();
  };
  const body = new Readable({
    objectMode: true,
    highWaterMark: BUFFERED_CHUNKS,
    read() {
      if (wanted) return;
      late.refresh();
      want(true);
    },
    destroy(error, done) {
      clearTimeout(late);
      message.off("data", take).off("end", end).off("error", abort).off("close", abort).pause();
      done(error);
    },
  });
  const take = (chunk: Buffer) => {
    late.refresh();
    if (!body.push(chunk)) want(false);
  };
  const end = () => {
    clearTimeout(late);
    message.off("error", abort).off("close", abort);
    body.push(null);
  };
  const abort = () => body.destroy(new AppError(400, "The connection ended before the file did"));
  // It may fail before anyone reads it. A later reader still gets the error.
  body.on("error", () => undefined);
  message.on("data", take).once("end", end).once("error", abort).once("close", abort);
  return body;
}

/** Receives an upload under a plain `next start`. Our own server receives it from its socket instead. */
export async function webUpload(request: Request, context: { params: Promise<{ grant: string }> }): Promise<Response> {
  const { grant } = await context.params;
  const { method, header, requestId, address } = incomingOf(request);
  const body = () => (request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]));
  const answer = await receiveUpload({ method, header, requestId, address, grant, body });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
