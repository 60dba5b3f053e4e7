import type { IncomingMessage, ServerResponse } from "node:http";
import type { Outgoing } from "@/lib/api/exchange";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage/storage";
import { readGrant, type UploadGrant } from "@/lib/platform/storage/upload-grant";
import { awaitsContinue } from "./request-flaws";

/**
 * Takes an object that was granted, in a stream: whole or not at all, of exactly the granted length and type, while the
 * grant lives. Asks before the body comes, where the caller waits for that. Throws 403 for a URL that is not valid or not
 * any more, 411, 413 or 400 for a length and 415 for a type that was not granted.
 */
export async function receiveUpload(
  message: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<Outgoing> {
  const grant = readGrant(text);
  if (!grant) throw new AppError(403, "This upload URL is not valid");
  assertAsGranted(message, grant);
  if (awaitsContinue(message)) response.writeContinue();
  await storage().put(grant.key, message, grant);
  return { status: 200, headers: {}, body: "" };
}

function assertAsGranted({ headers }: IncomingMessage, { contentType, bytes, expiresAt }: UploadGrant): void {
  if (expiresAt <= clock.now()) {
    throw new AppError(403, "This upload URL has expired. Log the content again, or confirm it, to get a fresh one");
  }
  if (headers["content-type"] !== contentType) throw new AppError(415, `Send Content-Type: ${contentType}`);
  const length = headers["content-length"];
  if (length === undefined) throw new AppError(411, "Send the length of the file, in Content-Length");
  if (Number(length) === bytes) return;
  throw new AppError(Number(length) > bytes ? 413 : 400, `Send exactly ${bytes} bytes, as declared`);
}
