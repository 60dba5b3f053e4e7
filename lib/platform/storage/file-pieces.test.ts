import { randomBytes } from "node:crypto";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, it, vi } from "vitest";
import { freeMemory } from "../streams";
import { writePieces } from "./file-pieces";

const MIB = 2 ** 20;
const folder = await mkdtemp(join(tmpdir(), "pieces-"));
afterAll(() => rm(folder, { recursive: true }));

const inChunks = (body: Buffer, size: number) =>
  Readable.from(
    (function* () {
      // Copies, like a connection's chunks: each owns its memory.
      for (let at = 0; at < body.length; at += size) yield new Uint8Array(body.subarray(at, at + size));
    })(),
  );

/** Leaves each piece as it is. */
const sealer = { header: Buffer.alloc(0), seal: (piece: Buffer) => [Buffer.from(piece)] };

let path = "";
const newFile = () => {
  path = join(folder, randomBytes(8).toString("hex"));
  return open(path, "wx+");
};

it.each([
  [0, 1],
  [1, 1],
  [512 * 1024, 512 * 1024],
  [512 * 1024 + 1, 64 * 1024],
  [3 * MIB + 17, 65_521],
  [3 * MIB + 17, 2 * MIB],
])("writes %i bytes in chunks of %i, and frees their memory", async (length, size) => {
  const body = randomBytes(length);
  const file = await newFile();
  await writePieces(file, inChunks(body, size), { bytes: length, release: freeMemory, sealer });
  await file.close();
  expect((await readFile(path)).equals(body)).toBe(true);
});

it("handles partial writes", async () => {
  const body = randomBytes(700_000);
  const file = await newFile();
  const write = file.write.bind(file);
  vi.spyOn(file, "write").mockImplementation(((piece: Buffer, at: number) =>
    write(piece, at, Math.min(10_007, piece.length - at))) as typeof file.write);
  await writePieces(file, inChunks(body, 5000), { bytes: body.length, sealer });
  await file.close();
  expect((await readFile(path)).equals(body)).toBe(true);
});

it.each(["write", "datasync", "sync"] as const)("fails if one %s fails, even if later ones succeed", async (call) => {
  const file = await newFile();
  vi.spyOn(file, call).mockRejectedValueOnce(new Error("an input/output error"));
  const chunks = inChunks(Buffer.alloc(40 * MIB), MIB);
  await expect(writePieces(file, chunks, { bytes: 40 * MIB, sealer })).rejects.toThrow("an input/output error");
  await file.close();
});

it("waits for free space before writing, and stops if there is none", async () => {
  const file = await newFile();
  let told = 0;
  const look = (bytes: number) => {
    told += bytes;
    return told > 2 * MIB ? Promise.reject(new Error("no room")) : undefined;
  };
  const stream = inChunks(Buffer.alloc(4 * MIB), 1000);
  await expect(writePieces(file, stream, { bytes: 4 * MIB, look, sealer })).rejects.toThrow("no room");
  expect([stream.destroyed, (await file.stat()).size <= 2 * MIB]).toEqual([true, true]);
  await file.close();
});

it("starts to flush before the last chunk, one file at a time", async () => {
  const files = await Promise.all([newFile(), newFile()]);
  let [flushing, most] = [0, 0];
  for (const file of files) {
    const datasync = file.datasync.bind(file);
    vi.spyOn(file, "datasync").mockImplementation(async () => {
      most = Math.max(most, ++flushing);
      await datasync();
      flushing--;
    });
  }
  await Promise.all(
    files.map((file) => writePieces(file, inChunks(Buffer.alloc(64 * MIB), MIB), { bytes: 64 * MIB, sealer })),
  );
  expect([most, flushing]).toEqual([1, 0]);
  for (const file of files) await file.close();
});
