import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import type { Secret } from "@/lib/platform/secret";
import { freeMemory } from "../streams";
import { assertKey, exactLength, ObjectMissing, type ObjectStorage } from "./object-storage";

// Longest retention. A mistyped year must not make an object undeletable.
const LOCK_MOST_MS = 99 * 365 * DAY_MS;

type S3Settings = {
  endpoint?: string;
  region: string;
  bucket: string;
  /** Without both, those that the AWS SDK finds: its own variables, a profile, or the machine's role. */
  accessKeyId?: string;
  secretAccessKey?: Secret;
  forcePathStyle: boolean;
  /** How the store encrypts objects. Null uses the bucket's default. */
  encryption: "AES256" | "aws:kms" | null;
  /** Whether the bucket has Object Lock. */
  objectLock: boolean;
};

/**
 * Objects in a bucket of an S3-compatible store. The credentials need GetObject, PutObject, DeleteObject and
 * ListBucket: without ListBucket the store answers 403 for a missing object.
 */
export function s3Storage(settings: S3Settings): ObjectStorage {
  const { accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() } }),
    // Many S3-compatible stores don't know the newer default checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: { debug: ignore, info: ignore, error: ignore, warn: (text) => log.warn({ storage: "s3" }, String(text)) },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  // A stream's hash is unknown when its headers are signed. Without this the client refuses streams over plain http.
  client.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (isRequest(request) && request.body instanceof Readable) {
        request.headers["x-amz-content-sha256"] = "UNSIGNED-PAYLOAD";
      }
      return next(args);
    },
    { step: "build", name: "unsignedStreams" },
  );

  const encrypted = settings.encryption ? { ServerSideEncryption: settings.encryption } : {};

  function at(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: settings.bucket, Key: key };
  }

  const get: ObjectStorage["get"] = async (key, part) => {
    const range = part && { Range: `bytes=${part.first}-${part.last}` };
    const answer = await client.send(new GetObjectCommand({ ...at(key), ...range })).catch(orNull);
    if (!(answer?.Body instanceof Readable)) throw new ObjectMissing(key);
    return answer.Body;
  };

  return {
    async put(key, body, { contentType, bytes }) {
      const target = at(key);
      if (Buffer.isBuffer(body) && (bytes ?? body.length) === body.length) {
        await client.send(new PutObjectCommand({ ...target, ...encrypted, Body: body, ContentType: contentType }));
        return;
      }
      const { stream, bytes: length } = exactLength(body, bytes);
      const command = new PutObjectCommand({
        ...target,
        ...encrypted,
        Body: stream,
        ContentType: contentType,
        ContentLength: length,
      });
      // The client ignores errors of the stream that it sends.
      const abort = new AbortController();
      const broken = new Promise<never>((_, reject) => {
        stream.once("error", (error) => {
          reject(error);
          abort.abort();
        });
      });
      try {
        await Promise.race([broken, client.send(command, { abortSignal: abort.signal })]);
      } finally {
        stream.destroy();
      }
    },

    get,

    async scan(key, see) {
      for await (const piece of await get(key)) {
        if (!see(piece)) return;
        freeMemory(piece);
      }
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async exists(key) {
      return (await client.send(new HeadObjectCommand(at(key))).catch(orNull)) !== null;
    },

    async describe(key) {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(orNull);
      return found && { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? null };
    },

    async uploadUrl({ key, contentType, bytes, expiresAt }) {
      const command = new PutObjectCommand({ ...at(key), ContentType: contentType, ContentLength: bytes });
      // Signatures count from a whole second. Otherwise the URL would expire up to a second early.
      const signingDate = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
      return getSignedUrl(client, command, {
        signingDate,
        expiresIn: Math.floor((expiresAt.getTime() - signingDate.getTime()) / 1000),
        // Otherwise the signature would not cover the type.
        signableHeaders: new Set(["host", "content-type", "content-length"]),
      });
    },

    async snapshot(from, to) {
      const source = at(from);
      const copy = { ...at(to), CopySource: `${source.Bucket}/${source.Key}`, ...encrypted };
      if (!(await client.send(new CopyObjectCommand(copy)).catch(orNull))) throw new ObjectMissing(from);
    },

    async retain(key, until) {
      // Stores reject a retention in the past.
      const now = clock.now();
      if (!settings.objectLock || until <= now) return;
      const latest = new Date(now.getTime() + LOCK_MOST_MS);
      const RetainUntilDate = until < latest ? until : latest;
      await client.send(
        new PutObjectRetentionCommand({ ...at(key), Retention: { Mode: "COMPLIANCE", RetainUntilDate } }),
      );
    },

    async *listOlder(prefix, than) {
      assertKey(prefix);
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: `${prefix}/`, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified && LastModified < than) yield Key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: settings.bucket }));
    },
  };
}

// We throw failures. The client's own logs would contain keys and bodies.
function ignore(): void {}

function isRequest(value: unknown): value is { headers: Record<string, string>; body?: unknown } {
  return typeof value === "object" && value !== null && "headers" in value;
}

function orNull(error: unknown): null {
  if (error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name)) return null;
  throw error;
}
