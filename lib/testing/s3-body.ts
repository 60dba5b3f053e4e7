import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { crc32 } from "node:zlib";
import { Refusal } from "./s3-signature";

/** Reads an S3 request's body and checks its declared length and signed hash. Throws `Refusal`. */
export async function receiveSigned(
  { request, payloadHash }: { request: IncomingMessage; payloadHash: string },
  otherwise?: string,
): Promise<Buffer> {
  const declared = request.headers["content-length"] ?? otherwise;
  if (declared === undefined) throw new Refusal(411, "MissingContentLength", "Content-Length is missing.");
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    throw new Refusal(400, "IncompleteBody", "The connection ended before the body did.");
  }
  const body = Buffer.concat(chunks);
  if (body.length !== Number(declared)) throw new Refusal(400, "IncompleteBody", "The body is too short.");
  const hash = createHash("sha256").update(body).digest("hex");
  if (payloadHash !== "UNSIGNED-PAYLOAD" && payloadHash !== hash) {
    throw new Refusal(400, "XAmzContentSHA256Mismatch", "The body does not have the hash that was signed.");
  }
  return body;
}

/** Checks that a body has an MD5 or checksum, and that it is right. Throws `Refusal`. */
export function requireChecksum(headers: IncomingHttpHeaders, body: Buffer): void {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const right: Record<string, string> = {
    "content-md5": createHash("md5").update(body).digest("base64"),
    "x-amz-checksum-crc32": crc.toString("base64"),
    "x-amz-checksum-sha256": createHash("sha256").update(body).digest("base64"),
  };
  const sent = Object.keys(right).filter((name) => headers[name] !== undefined);
  if (sent.length === 0) throw new Refusal(400, "InvalidRequest", "Content-MD5 or a checksum is missing.");
  if (sent.some((name) => headers[name] !== right[name])) throw new Refusal(400, "BadDigest", "Another checksum.");
}
