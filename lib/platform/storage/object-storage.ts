import { Readable } from "node:stream";
import { hmac, hmacMatches } from "@/lib/platform/crypto";

/**
 * Where files are kept, by key. A driver only keeps bytes. Callers seal what must stay private, and the database knows
 * what an object is, who it belongs to and when to delete it.
 */
export interface ObjectStorage {
  /**
   * Stores an object, whole or not at all, and replaces an earlier one with the same key. A stream needs `bytes`, its
   * exact length. Throws `WrongLength` if the body is shorter or longer, and whatever the stream throws. `release` gets
   * each chunk of a stream once it is no longer used.
   */
  put(key: string, body: Buffer | Readable, about: PutFacts): Promise<void>;
  /**
   * The object's bytes, or the `part` of them, which must lie inside. Throws `ObjectMissing`. The stream fails if the
   * object can't be read to its end.
   */
  get(key: string, part?: BytePart): Promise<Readable>;
  /**
   * Passes the object's bytes to `see` in order, piece by piece, so large objects need no more memory than small ones. A piece
   * is valid until `see` returns; returning `false` ends the read. Throws `ObjectMissing`.
   */
  scan(key: string, see: (piece: Uint8Array) => boolean): Promise<void>;
  /** Deletes the object. Succeeds if there is none. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** An object's length, and its type if the store knows it. Null if there is no object. */
  describe(key: string): Promise<ObjectFacts | null>;
  /**
   * A URL to PUT the granted object to. It accepts only the grant's exact length and content type, until the grant expires, and
   * works for anyone who has it.
   */
  uploadUrl(grant: UploadGrant): Promise<string>;
  /**
   * Copies the current object at `from` to `to`. Later changes of `from` don't affect the copy. Throws `ObjectMissing`.
   */
  snapshot(from: string, to: string): Promise<void>;
  /** Keeps the store itself from deleting an object before a time, where it supports that (S3 with Object Lock). */
  retain(key: string, until: Date): Promise<void>;
  /** The keys under a prefix whose objects haven't changed since a time. */
  listOlder(prefix: string, than: Date): AsyncIterable<string>;
  /** Resolves if the store can be written to, and deletes partial files of killed processes. Throws what prevents writing. */
  check(): Promise<void>;
}

export type PutFacts = { contentType: string; bytes?: number; release?: (chunk: Uint8Array) => void };

/** The first and last byte of a part, counted from 0. */
export type BytePart = { first: number; last: number };

export type ObjectFacts = { bytes: number; contentType: string | null };

export class ObjectMissing extends Error {
  override name = "ObjectMissing";

  constructor(key: string) {
    super(`There is no object ${key}.`);
  }
}

export class WrongLength extends Error {
  override name = "WrongLength";

  constructor(declared: number | undefined) {
    super(declared === undefined ? "A stream needs its exact length." : `The body is not ${declared} bytes long.`);
  }
}

const KEY = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*(\/[a-z0-9_-]+(\.[a-z0-9_-]+)*)*$/;
const KEY_LENGTH_MAX = 200;

/**
 * Rejects every key that is not a plain relative path of lowercase names: no `..`, no empty or hidden name, nothing
 * that a file system or a URL would read differently. No key may be another's folder. Throws `RangeError`, without the
 * key, which may be hostile input.
 */
export function assertKey(key: string): void {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw new RangeError("Not an object key.");
}

/** Permission to upload one object of exactly this length and type, until it expires. */
export type UploadGrant = { key: string; contentType: string; bytes: number; expiresAt: Date };

const PURPOSE = "upload-grant";

/** A grant as signed text for a URL. */
export function writeGrant({ key, contentType, bytes, expiresAt }: UploadGrant): string {
  const body = Buffer.from(JSON.stringify([key, contentType, bytes, expiresAt.getTime()])).toString("base64url");
  return `${body}.${hmac(PURPOSE, body).toString("base64url")}`;
}

/** Reads a grant. Null when its signature is invalid. The caller checks the expiry. */
export function readGrant(text: string): UploadGrant | null {
  const [body, written, ...rest] = text.split(".");
  if (!body || !written || rest.length > 0) return null;
  const mac = Buffer.from(written, "base64url");
  // Decoding ignores invalid characters and unused bits. Accept only one spelling of each grant.
  if (mac.toString("base64url") !== written || !hmacMatches(PURPOSE, body, mac)) return null;
  const [key, contentType, bytes, expiresAt] = JSON.parse(Buffer.from(body, "base64url").toString());
  return { key, contentType, bytes, expiresAt: new Date(expiresAt) };
}

/** A body's declared length. Throws `WrongLength` for a stream without one. */
export function declaredLength(body: Buffer | Readable, bytes: number | undefined): number {
  const declared = bytes ?? (Buffer.isBuffer(body) ? body.length : undefined);
  if (declared === undefined) throw new WrongLength(undefined);
  return declared;
}

/** The body as a stream that fails with `WrongLength` unless it has exactly its declared length. Throws it for a stream without one. */
export function exactLength(body: Buffer | Readable, bytes: number | undefined): { stream: Readable; bytes: number } {
  const declared = declaredLength(body, bytes);
  const chunks = counted(Buffer.isBuffer(body) ? [body] : body, declared);
  return { stream: Readable.from(chunks, { objectMode: false }), bytes: declared };
}

// Sends the last chunk only once the source has ended. Otherwise a server that counts to the declared length could store a complete
// object from a body that is too long.
async function* counted(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, declared: number) {
  let seen = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    seen += chunk.length;
    if (seen > declared) throw new WrongLength(declared);
    if (last) yield last;
    last = chunk;
  }
  if (seen !== declared) throw new WrongLength(declared);
  if (last) yield last;
}
