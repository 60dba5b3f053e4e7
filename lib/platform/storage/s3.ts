import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { log } from "@/lib/platform/log";
import type { Secret } from "@/lib/platform/secret";
import { exactLength } from "./exact-length";
import { assertKey, ObjectMissing, type ObjectStorage } from "./object-storage";

type S3Settings = {
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: Secret;
  forcePathStyle: boolean;
};

/**
 * Objects in a bucket of an S3-compatible store. The credentials need GetObject, PutObject and DeleteObject, and
 * ListBucket: without it the store answers 403 for an object that does not exist.
 */
export function s3Storage(settings: S3Settings): ObjectStorage {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey.reveal() },
    // The newer default checksums are unknown to many S3-compatible stores.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger: { debug: ignore, info: ignore, error: ignore, warn: (text) => log.warn({ storage: "s3" }, String(text)) },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  // Of a stream the hash is not known when its headers are signed; without this the client refuses it over plain http.
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

  function at(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: settings.bucket, Key: key };
  }

  return {
    async put(key, body, { contentType, bytes }) {
      const target = at(key);
      if (Buffer.isBuffer(body) && (bytes ?? body.length) === body.length) {
        await client.send(new PutObjectCommand({ ...target, Body: body, ContentType: contentType }));
        return;
      }
      const { stream, bytes: length } = exactLength(body, bytes);
      const command = new PutObjectCommand({
        ...target,
        Body: stream,
        ContentType: contentType,
        ContentLength: length,
      });
      // The client neither notices nor forwards an error of the stream that it sends.
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

    async get(key) {
      const answer = await client.send(new GetObjectCommand(at(key))).catch(orNull);
      if (!(answer?.Body instanceof Readable)) throw new ObjectMissing(key);
      return answer.Body;
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async exists(key) {
      return (await client.send(new HeadObjectCommand(at(key))).catch(orNull)) !== null;
    },

    async check() {
      await client.send(new HeadBucketCommand({ Bucket: settings.bucket }));
    },
  };
}

// Failures are thrown; what the client would log about them contains keys and bodies.
function ignore(): void {}

function isRequest(value: unknown): value is { headers: Record<string, string>; body?: unknown } {
  return typeof value === "object" && value !== null && "headers" in value;
}

function orNull(error: unknown): null {
  if (error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name)) return null;
  throw error;
}
