import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newDataKey, SealBroken } from "./crypto";
import {
  CHUNK_BYTES,
  CHUNKS_HEADER_BYTES,
  chunkAt,
  chunkOpener,
  chunkSealer,
  plainBytesOf,
  sealedBytes,
} from "./crypto-chunks";

const key = newDataKey();
const place = ["bag", "production-1"];
const LENGTHS = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 17];

function sealed(plain: Buffer): Buffer {
  const { header, seal } = chunkSealer(key, place);
  const parts: Buffer[] = [header];
  for (let at = 0; at === 0 || at < plain.length; at += CHUNK_BYTES) {
    parts.push(...seal(plain.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= plain.length));
  }
  return Buffer.concat(parts);
}

function opened(stream: Buffer, { under = key, aad = place } = {}): Buffer {
  const open = chunkOpener(stream.subarray(0, CHUNKS_HEADER_BYTES), under, aad);
  const bytes = plainBytesOf(stream.length);
  const parts: Buffer[] = [];
  for (let index = 0, isLast = false; !isLast; index++) {
    const chunk = chunkAt(index, bytes);
    isLast = chunk.isLast;
    parts.push(open(stream.subarray(chunk.start, chunk.start + chunk.length), chunk));
  }
  return Buffer.concat(parts);
}

describe("a stream sealed in chunks", () => {
  it.each(LENGTHS)("of %i bytes opens, and its length is known in advance", (length) => {
    const plain = randomBytes(length);
    const stream = sealed(plain);
    expect(stream.length).toBe(sealedBytes(length));
    expect(plainBytesOf(stream.length)).toBe(length);
    expect(opened(stream).equals(plain)).toBe(true);
    expect(length < 20 || !stream.includes(plain.subarray(0, 20))).toBe(true);
  });

  it("never yields the same bytes twice", () => {
    expect(sealed(Buffer.alloc(100)).equals(sealed(Buffer.alloc(100)))).toBe(false);
  });

  it("opens any chunk without the others", () => {
    const plain = randomBytes(3 * CHUNK_BYTES + 17);
    const stream = sealed(plain);
    const open = chunkOpener(stream.subarray(0, CHUNKS_HEADER_BYTES), key, place);
    const chunk = chunkAt(2, plain.length);
    const part = open(stream.subarray(chunk.start, chunk.start + chunk.length), chunk);
    expect(part.equals(plain.subarray(2 * CHUNK_BYTES, 3 * CHUNK_BYTES))).toBe(true);
  });

  it("detects any changed byte, swapped chunks, and a cut at any length", () => {
    const stream = sealed(randomBytes(2 * CHUNK_BYTES + 100));
    for (const at of [0, 1, 32, 33, 40, CHUNK_BYTES, CHUNK_BYTES + 60, stream.length - 1]) {
      const changed = Buffer.from(stream);
      changed.writeUInt8(stream.readUInt8(at) ^ 1, at);
      expect(() => opened(changed), `byte ${at}`).toThrow(SealBroken);
    }
    const [one, two] = [chunkAt(0, 2 * CHUNK_BYTES + 100), chunkAt(1, 2 * CHUNK_BYTES + 100)];
    const of = ({ start, length }: typeof one) => stream.subarray(start, start + length);
    const swapped = [stream.subarray(0, one.start), of(two), of(one), stream.subarray(two.start + two.length)];
    expect(() => opened(Buffer.concat(swapped))).toThrow(SealBroken);
    for (const end of [
      0,
      10,
      CHUNKS_HEADER_BYTES,
      one.start + 5,
      two.start,
      two.start + two.length,
      stream.length - 1,
    ]) {
      expect(() => opened(stream.subarray(0, end)), `first ${end} bytes`).toThrow(SealBroken);
    }
  });

  it("opens only with the same key and position", () => {
    const stream = sealed(Buffer.from("a film"));
    expect(() => opened(stream, { under: newDataKey() })).toThrow(SealBroken);
    expect(() => opened(stream, { aad: ["bag", "production-2"] })).toThrow(SealBroken);
    expect(() => chunkSealer(randomBytes(16), place)).toThrow(RangeError);
  });
});
