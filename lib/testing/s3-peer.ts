import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret } from "@/lib/platform/secret";
import { Refusal, verifySignature } from "./s3-signature";

const BUCKET = "records";
const REGION = "eu-test-1";
const ACCESS_KEY_ID = "AKIATESTTESTTESTTEST";
const SECRET_ACCESS_KEY = "a-secret-that-only-the-peer-and-its-clients-know";

type StoredObject = { body: Buffer; contentType: string };

/**
 * A small S3 server on a free local port, strict where others are lax: a wrong signature, length, type or hash and an
 * expired URL are refused with the codes of S3. Knows one bucket and PUT, GET, HEAD, DELETE of an object.
 * `now` is the server's clock.
 */
export async function startS3Peer({ now = () => new Date() }: { now?: () => Date } = {}) {
  const objects = new Map<string, StoredObject>();
  /** The error codes of all refusals, oldest first. */
  const refusals: string[] = [];
  const credentials = { accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY, region: REGION };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const method = request.method ?? "";
    const payloadHash = verifySignature({ method, url, headers: request.headers }, credentials, now());
    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    if (bucket !== BUCKET) throw new Refusal(404, "NoSuchBucket", "There is no such bucket.");
    if (!key && method !== "HEAD") throw new Refusal(501, "NotImplemented", "Only objects, and HEAD of the bucket.");

    if (method === "PUT") {
      const received = await receive(request, payloadHash);
      objects.set(key, received);
      response.setHeader("ETag", `"${createHash("md5").update(received.body).digest("hex")}"`).end();
    } else if (method === "GET" || method === "HEAD") {
      const found = key ? objects.get(key) : { body: Buffer.alloc(0), contentType: "application/xml" };
      if (!found) throw new Refusal(404, "NoSuchKey", "There is no such key.");
      response.setHeader("Content-Type", found.contentType).setHeader("Content-Length", found.body.length);
      response.end(method === "GET" ? found.body : undefined);
    } else if (method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      throw new Refusal(405, "MethodNotAllowed", "Not a method of objects.");
    }
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
      objectLock: false,
    },
    objects,
    refusals,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(request: IncomingMessage, payloadHash: string): Promise<StoredObject> {
  const declared = request.headers["content-length"];
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
  return { body, contentType: request.headers["content-type"] ?? "binary/octet-stream" };
}
