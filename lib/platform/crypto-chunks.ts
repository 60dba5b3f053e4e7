import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Aad, SealBroken } from "./crypto-keyring";

/** How much of a stream is sealed as one message. */
export const CHUNK_BYTES = 512 * 1024;

// First byte of a stream that is sealed in chunks; see crypto.ts for the other forms.
const IN_CHUNKS = 0x03;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The header before the first chunk: the version, and the salt of the stream's own key. */
export const CHUNKS_HEADER_BYTES = 1 + SALT_BYTES;

/** How many chunks a plain length makes. An empty stream has one chunk too, so that a cut is detected. */
const chunksOf = (plainBytes: number): number => Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES));

/** How long a stream is once sealed, including its header. */
export const sealedBytes = (plainBytes: number): number =>
  CHUNKS_HEADER_BYTES + plainBytes + chunksOf(plainBytes) * TAG_BYTES;

/** The inverse of `sealedBytes`. Throws `SealBroken` for an impossible length. */
export function plainBytesOf(sealed: number): number {
  const body = sealed - CHUNKS_HEADER_BYTES;
  const plain = body - Math.max(1, Math.ceil(body / (CHUNK_BYTES + TAG_BYTES))) * TAG_BYTES;
  if (plain < 0 || sealedBytes(plain) !== sealed) throw new SealBroken("The sealed stream is cut off.");
  return plain;
}

/**
 * Seals a stream in chunks of `CHUNK_BYTES`. It needs the memory of one chunk, and any part opens without the rest.
 * AES-256-GCM under the stream's own key, derived from `key` (32 bytes) and a random salt. Each chunk is bound to its
 * position, and the last one is marked as last, so none can be moved, dropped or cut off. `seal` takes the chunks in
 * order, all full-sized but the last, and returns the buffers to write.
 */
export function chunkSealer(
  key: Uint8Array,
  aad: Aad,
): { header: Buffer; seal: (chunk: Uint8Array, isLast: boolean) => Buffer[] } {
  const header = Buffer.concat([Buffer.from([IN_CHUNKS]), randomBytes(SALT_BYTES)]);
  const { streamKey, bound } = keyOf(header, key, aad);
  let index = 0;
  return {
    header,
    seal(chunk, isLast) {
      const cipher = createCipheriv("aes-256-gcm", streamKey, nonceOf(index++, isLast), { authTagLength: TAG_BYTES });
      cipher.setAAD(bound);
      const body = cipher.update(chunk);
      cipher.final();
      return [body, cipher.getAuthTag()];
    },
  };
}

/** A part of a sealed stream: the chunk's number, its length, and where it starts in the sealed stream. */
export type SealedChunk = { index: number; isLast: boolean; start: number; length: number };

/** The chunk with a given number, in a stream of this plain length. */
export function chunkAt(index: number, plainBytes: number): SealedChunk {
  const start = CHUNKS_HEADER_BYTES + index * (CHUNK_BYTES + TAG_BYTES);
  const isLast = index === chunksOf(plainBytes) - 1;
  return { index, isLast, start, length: isLast ? sealedBytes(plainBytes) - start : CHUNK_BYTES + TAG_BYTES };
}

/** Opens single chunks of a stream that `chunkSealer` sealed. It and the function it returns throw `SealBroken`. */
export function chunkOpener(
  header: Uint8Array,
  key: Uint8Array,
  aad: Aad,
): (sealed: Uint8Array, at: Pick<SealedChunk, "index" | "isLast">) => Buffer {
  if (header.length !== CHUNKS_HEADER_BYTES || header[0] !== IN_CHUNKS) {
    throw new SealBroken("Not a sealed stream of a known form.");
  }
  const { streamKey, bound } = keyOf(header, key, aad);
  return (sealed, { index, isLast }) => {
    if (sealed.length < TAG_BYTES) throw new SealBroken("The sealed stream is cut off.");
    const bodyEnd = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv("aes-256-gcm", streamKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
    decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(bodyEnd));
    const plain = decipher.update(sealed.subarray(0, bodyEnd));
    try {
      decipher.final();
    } catch {
      throw new SealBroken("The sealed stream was changed, or belongs elsewhere.");
    }
    return plain;
  };
}

function keyOf(header: Uint8Array, key: Uint8Array, aad: Aad): { streamKey: Buffer; bound: Buffer } {
  if (key.length !== KEY_BYTES) throw new RangeError("A key of 32 bytes is needed.");
  const streamKey = Buffer.from(hkdfSync("sha256", key, header, "svc/chunks", KEY_BYTES));
  return { streamKey, bound: Buffer.from(JSON.stringify(typeof aad === "string" ? [aad] : aad)) };
}

// The key seals only one stream, so a chunk's position is a unique nonce.
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt8(isLast ? 1 : 0, 0);
  nonce.writeUInt32BE(index, NONCE_BYTES - 4);
  return nonce;
}
