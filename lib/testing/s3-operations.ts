import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { receiveSigned, requireChecksum } from "./s3-body";
import { Refusal } from "./s3-signature";

/** An object on an S3 server. */
export type StoredObject = {
  body: Buffer;
  contentType: string;
  modifiedAt: Date;
  encryption?: string;
  retention?: { mode: string; until: Date };
};

export type S3Store = {
  bucket: string;
  objects: Map<string, StoredObject>;
  /** The keys of everything ever locked. A bucket with Object Lock keeps such an object even after a delete. */
  locked: Set<string>;
  objectLock: boolean;
  pageKeys: number;
  now: Date;
};

/** A request with a valid signature. `payloadHash` is the signed hash of its body. */
export type SignedRequest = { method: string; url: URL; request: IncomingMessage; payloadHash: string };

const LOCK_MOST_MS = 36_500 * 24 * 60 * 60 * 1000;
const ENCRYPTIONS = ["AES256", "aws:kms"];
// Query parameters that don't select an operation.
const IDLE_PARAMETER = /^(?:x-amz-.*|x-id)$/i;

/** Performs a signed request on the bucket, and responds as S3 does. Throws `Refusal`. */
export async function answerS3(store: S3Store, signed: SignedRequest, response: ServerResponse): Promise<void> {
  const { method, url } = signed;
  const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  const key = rest.join("/");
  if (bucket !== store.bucket) throw new Refusal(404, "NoSuchBucket", "There is no such bucket.");
  const asked = [...url.searchParams.keys()].filter((name) => !IDLE_PARAMETER.test(name));
  if (!key && method === "GET" && url.searchParams.get("list-type") === "2") return list(store, url, response);
  if (key && method === "PUT" && asked.join() === "retention") return retain(store, key, signed, response);
  if (asked.length > 0) throw new Refusal(501, "NotImplemented", `Unknown: ${asked.join(", ")}`);
  if (!key && method !== "HEAD") throw new Refusal(501, "NotImplemented", "Only its listing, and HEAD of the bucket.");
  if (method === "PUT") {
    if (signed.request.headers["x-amz-copy-source"] !== undefined) return copy(store, key, signed, response);
    const { headers } = signed.request;
    const encryption = encryptionOf(headers);
    const body = await receiveSigned(signed);
    const contentType = headers["content-type"] ?? "binary/octet-stream";
    store.objects.set(key, { body, contentType, modifiedAt: store.now, ...encryption });
    response.setHeader("ETag", etagOf(body)).end();
  } else if (method === "GET" || method === "HEAD") {
    const bucketItself = { body: Buffer.alloc(0), contentType: "application/xml", modifiedAt: store.now };
    const found = key ? objectIn(store, key) : bucketItself;
    const { body, range } = partOf(found.body, signed.request.headers.range);
    if (range) {
      response.statusCode = 206;
      response.setHeader("Content-Range", range);
    }
    response.setHeader("Content-Type", found.contentType).setHeader("Content-Length", body.length);
    response.setHeader("Last-Modified", found.modifiedAt.toUTCString());
    response.end(method === "GET" ? body : undefined);
  } else if (method === "DELETE") {
    store.objects.delete(key);
    response.writeHead(204).end();
  } else {
    throw new Refusal(405, "MethodNotAllowed", "Not a method of objects.");
  }
}

async function copy(store: S3Store, key: string, signed: SignedRequest, response: ServerResponse): Promise<void> {
  const { headers } = signed.request;
  const [bucket, ...from] = decodeURIComponent(String(headers["x-amz-copy-source"])).replace(/^\//, "").split("/");
  if (bucket !== store.bucket) throw new Refusal(404, "NoSuchBucket", "There is no such bucket to copy from.");
  const encryption = encryptionOf(headers);
  const { body, contentType } = objectIn(store, from.join("/"));
  if ((await receiveSigned(signed, "0")).length > 0) throw new Refusal(400, "InvalidRequest", "A copy has no body.");
  store.objects.set(key, { body, contentType, modifiedAt: store.now, ...encryption });
  const result = `<LastModified>${store.now.toISOString()}</LastModified><ETag>${etagOf(body)}</ETag>`;
  sendXml(response, `<CopyObjectResult>${result}</CopyObjectResult>`);
}

async function retain(store: S3Store, key: string, signed: SignedRequest, response: ServerResponse): Promise<void> {
  if (!store.objectLock) throw new Refusal(400, "InvalidRequest", "Bucket is missing Object Lock Configuration");
  const found = objectIn(store, key);
  const body = await receiveSigned(signed);
  // S3 requires a checksum to set a retention.
  requireChecksum(signed.request.headers, body);
  const mode = /<Mode>(COMPLIANCE|GOVERNANCE)<\/Mode>/.exec(body.toString())?.[1];
  const until = new Date(/<RetainUntilDate>([^<]+)<\/RetainUntilDate>/.exec(body.toString())?.[1] ?? Number.NaN);
  if (!mode || Number.isNaN(until.getTime())) throw new Refusal(400, "MalformedXML", "Not a retention.");
  if (until.getTime() > store.now.getTime() + LOCK_MOST_MS) {
    throw new Refusal(400, "InvalidArgument", "The retain until date must be within 100 years!");
  }
  if (until <= store.now) throw new Refusal(400, "InvalidArgument", "The retain until date must be in the future!");
  if (found.retention?.mode === "COMPLIANCE" && until < found.retention.until) {
    throw new Refusal(403, "AccessDenied", "Access Denied because object protected by object lock.");
  }
  found.retention = { mode, until };
  store.locked.add(key);
  response.end();
}

function list({ objects, pageKeys }: S3Store, url: URL, response: ServerResponse): void {
  const prefix = url.searchParams.get("prefix") ?? "";
  const token = url.searchParams.get("continuation-token");
  const after = token === null ? "" : Buffer.from(token, "base64").toString();
  if (token === "" || (after && !objects.has(after) && !after.startsWith(prefix))) {
    throw new Refusal(400, "InvalidArgument", "The continuation token provided is incorrect");
  }
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageKeys);
  const contents = page.map((key) => {
    const { body, modifiedAt } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
  });
  const next = keys.length > page.length ? Buffer.from(page.at(-1) ?? "").toString("base64") : null;
  const more = `<IsTruncated>${next !== null}</IsTruncated>${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}`;
  sendXml(
    response,
    `<ListBucketResult>${more}<KeyCount>${page.length}</KeyCount>${contents.join("")}</ListBucketResult>`,
  );
}

function objectIn({ objects }: S3Store, key: string): StoredObject {
  const found = objects.get(key);
  if (!found) throw new Refusal(404, "NoSuchKey", "There is no such key.");
  return found;
}

function partOf(body: Buffer, range: string | undefined): { body: Buffer; range?: string } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined) return { body };
  const [from, to] = [Number(first), Math.min(Number(last), body.length - 1)];
  if (from > to) throw new Refusal(416, "InvalidRange", "The requested range is not satisfiable");
  return { body: body.subarray(from, to + 1), range: `bytes ${from}-${to}/${body.length}` };
}

function encryptionOf(headers: IncomingHttpHeaders): { encryption?: string } {
  const encryption = headers["x-amz-server-side-encryption"];
  if (encryption === undefined) return {};
  if (typeof encryption === "string" && ENCRYPTIONS.includes(encryption)) return { encryption };
  throw new Refusal(400, "InvalidEncryptionAlgorithmError", "The encryption request you specified is not valid.");
}

const etagOf = (body: Buffer): string => `"${createHash("md5").update(body).digest("hex")}"`;

function sendXml(response: ServerResponse, xml: string): void {
  response.setHeader("Content-Type", "application/xml").end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}
