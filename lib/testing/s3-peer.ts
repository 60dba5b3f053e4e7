import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
 * A small S3 server on a free local port, stricter than most: it refuses a wrong signature, length, type, hash or
 * checksum and an expired URL with S3's codes. Has one bucket and supports listing, and PUT, copy, retention, GET, HEAD
 * and DELETE of an object.
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
  /** While set, answers everything with this code and status 503. */
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
    answer(request, response).catch(async (error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, "InternalError", String(error));
      refusals.push(refusal.code);
      if (request.destroyed && !request.complete) return;
      // A client that is still sending would see a broken connection instead of the answer.
      if (!request.readableEnded) {
        await new Promise((resolve) => request.once("end", resolve).once("close", resolve).resume());
      }
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
