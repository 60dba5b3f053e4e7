import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { crc32 } from "node:zlib";
import { Secret } from "@/lib/platform/secret";
import { answerS3, type StoredObject } from "./s3-operations";
import { Refusal, verifySignature } from "./s3-signature";

const BUCKET = "records";
const REGION = "eu-test-1";
const ACCESS_KEY_ID = "AKIATESTTESTTESTTEST";
const SECRET_ACCESS_KEY = "a-secret-that-only-the-peer-and-its-clients-know";
const PAGE_KEYS = 1000;

type PeerOptions = {
  /** The server's clock. */
  now?: () => Date;
  /** Whether the bucket has Object Lock. */
  objectLock?: boolean;
  /** How many keys a page of a listing has. */
  pageKeys?: number;
};

/**
 * A small S3 server on a free local port, strict where others are lax: a wrong signature, length, type, hash or checksum and
 * an expired URL are refused with the codes of S3. Knows one bucket, its listing, and PUT, copy, retention, GET, HEAD and
 * DELETE of an object.
 */
export async function startS3Peer({
  now = () => new Date(),
  objectLock = false,
  pageKeys = PAGE_KEYS,
}: PeerOptions = {}) {
  const objects = new Map<string, StoredObject>();
  const locked = new Set<string>();
  /** The error codes of all refusals, oldest first. */
  const refusals: string[] = [];
  /** Answers everything with this code and status 503 while it is set. */
  const trouble: { code: string | null } = { code: null };
  const credentials = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY, region: REGION };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const method = request.method ?? "";
    const payloadHash = verifySignature({ method, url, headers: request.headers }, credentials, now());
    if (trouble.code) throw new Refusal(503, trouble.code, "Please try again.");
    const store = { bucket: BUCKET, objects, locked, objectLock, pageKeys, now: now() };
    await answerS3(store, { method, url, request, payloadHash }, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, "InternalError", String(error));
      refusals.push(refusal.code);
      if (request.destroyed && !request.complete) return;
      const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${refusal.code}</Code><Message>${refusal.message}</Message></Error>`;
      response.writeHead(refusal.status, { "Content-Type": "application/xml", Connection: "close" });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: new Secret(SECRET_ACCESS_KEY),
      forcePathStyle: true,
      encryption: null,
      objectLock,
    },
    objects,
    locked,
    refusals,
    trouble,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The body of a request to S3, of the length that its headers say (or else `otherwise`) and of the hash that was signed.
 * Throws `Refusal`.
 */
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

/** Makes sure that a body came with its MD5 or a checksum, and the right one. Throws `Refusal`. */
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
