import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { newDataKey } from "./crypto";
import { CHUNK_BYTES, CHUNKS_HEADER_BYTES, sealedBytes } from "./crypto-chunks";
import { openStream, sealStream } from "./sealed-stream";

const key = newDataKey();

/** A stream in chunks of some length, each with memory of its own. */
async function* inChunks(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length));
}

const sealed = (plain: Buffer, { length = 1000, bytes = plain.length } = {}) =>
  buffer(sealStream(inChunks(plain, length), { key, aad: "package", bytes }));

const opened = (stored: Buffer, bytes: number, aad = "package") =>
  buffer(openStream(inChunks(stored, 7001), { key, aad, bytes }));

describe("a sealed stream", () => {
  it.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
    "of %i bytes opens as it was",
    async (bytes) => {
      const plain = randomBytes(bytes);
      const stored = await sealed(plain, { length: 99_991 });
      expect(stored.length).toBe(sealedBytes(bytes));
      expect((await opened(stored, bytes)).equals(plain)).toBe(true);
    },
  );

  it("doesn't open changed, cut, with more at its end, or as another's", async () => {
    const plain = randomBytes(CHUNK_BYTES + 1000);
    const stored = await sealed(plain);
    for (const at of [3, CHUNKS_HEADER_BYTES + 5, stored.length - 1]) {
      const changed = Buffer.from(stored);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(opened(changed, plain.length)).rejects.toThrow("was changed");
    }
    await expect(opened(stored.subarray(0, -1), plain.length)).rejects.toThrow("cut off");
    await expect(opened(Buffer.concat([stored, Buffer.alloc(1)]), plain.length)).rejects.toThrow("more at its end");
    await expect(opened(stored, plain.length, "another")).rejects.toThrow("was changed");
  });

  it("passes nothing on of a chunk that was changed", async () => {
    const plain = randomBytes(2 * CHUNK_BYTES);
    const stored = await sealed(plain);
    stored.writeUInt8(stored.readUInt8(stored.length - 1) ^ 1, stored.length - 1);
    const read: Buffer[] = [];
    const reading = async () => {
      for await (const piece of openStream(Readable.from([stored]), { key, aad: "package", bytes: plain.length }))
        read.push(piece);
    };
    await expect(reading()).rejects.toThrow("was changed");
    expect(Buffer.concat(read).equals(plain.subarray(0, CHUNK_BYTES))).toBe(true);
  });

  it("fails for a stream of another length than declared", async () => {
    await expect(sealed(randomBytes(10), { bytes: 11 })).rejects.toThrow("shorter than declared");
    await expect(sealed(randomBytes(12), { bytes: 11 })).rejects.toThrow("longer than declared");
  });
});
