import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { SealBroken } from "@/lib/platform/crypto";
import { Secret } from "@/lib/platform/secret";
import { storageDrivers } from "@/lib/testing/storage-drivers";
import { diskStorage } from "./disk";
import { ObjectMissing, WrongLength } from "./object-storage";
import { s3Storage } from "./s3";

const { folder, root, peer, drivers } = await storageDrivers();
const about = { contentType: "application/octet-stream" };

let count = 0;
const newKey = () => `identities/person-${++count}/document.sealed`;
const inChunks = (body: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size)),
  );
const late = (chunks: string[]) =>
  Readable.from(
    (async function* () {
      for (const chunk of chunks) {
        yield Buffer.from(chunk);
        await setTimeout(100);
      }
    })(),
  );

describe.each(drivers)("storage: $name", ({ objects }) => {
  const bytesOf = async (key: string) => buffer(await objects.get(key));

  it("is ready", async () => {
    await objects.check();
  });

  it.each([0, 1, 100_000, 3_000_001])("stores %i bytes, from a buffer and from a stream", async (length) => {
    const body = randomBytes(length);
    const [fromBuffer, fromStream] = [newKey(), newKey()];
    await objects.put(fromBuffer, body, about);
    await objects.put(fromStream, inChunks(body, 64 * 1024), { ...about, bytes: length });
    expect((await bytesOf(fromBuffer)).equals(body)).toBe(true);
    expect((await bytesOf(fromStream)).equals(body)).toBe(true);
  });

  it("streams an object's bytes in order, as far as they are read", async () => {
    const [key, body] = [newKey(), randomBytes(3_000_001)];
    await objects.put(key, inChunks(body, 64 * 1024), { ...about, bytes: body.length });
    const seen: Buffer[] = [];
    await objects.scan(key, (piece) => Boolean(seen.push(Buffer.from(piece))));
    expect(Buffer.concat(seen).equals(body)).toBe(true);
    let pieces = 0;
    await objects.scan(key, () => ++pieces < 2);
    expect(pieces).toBe(2);
    await expect(objects.scan(newKey(), () => true)).rejects.toThrow(ObjectMissing);
  });

  it("replaces an object", async () => {
    const key = newKey();
    await objects.put(key, Buffer.from("a longer first one"), about);
    await objects.put(key, Buffer.from("second"), about);
    expect((await bytesOf(key)).toString()).toBe("second");
  });

  it("keeps one whole object of several concurrent uploads", async () => {
    const key = newKey();
    const bodies = [1, 2, 3, 4].map((fill) => Buffer.alloc(1_000_000, fill));
    await Promise.all(bodies.map((body) => objects.put(key, body, about)));
    const kept = await bytesOf(key);
    expect(bodies.some((body) => body.equals(kept))).toBe(true);
  });

  it("knows what exists, deletes it, and succeeds when there is nothing to delete", async () => {
    const key = newKey();
    expect(await objects.exists(key)).toBe(false);
    await objects.put(key, Buffer.from("x"), about);
    expect(await objects.exists(key)).toBe(true);
    await objects.delete(key);
    await objects.delete(key);
    expect(await objects.exists(key)).toBe(false);
    await expect(objects.get(key)).rejects.toThrow(ObjectMissing);
  });

  it("doesn't mistake a folder for an object", async () => {
    await objects.put("scenes/one/release", Buffer.from("x"), about);
    expect(await objects.exists("scenes/one")).toBe(false);
  });

  it.each([
    ["shorter than declared", inChunks(Buffer.from("1234"), 2), 5],
    ["longer than declared", inChunks(Buffer.from("123456"), 2), 4],
    ["longer by a chunk that comes late", late(["1234", "5"]), 4],
    ["of undeclared length", inChunks(Buffer.from("12345"), 4), undefined],
  ])("refuses a stream %s and keeps nothing", async (_, stream, bytes) => {
    const key = newKey();
    await expect(objects.put(key, stream, { ...about, bytes })).rejects.toThrow(WrongLength);
    expect(await objects.exists(key)).toBe(false);
  });

  it("rejects a buffer whose length differs from the declared one", async () => {
    await expect(objects.put(newKey(), Buffer.from("1234"), { ...about, bytes: 5 })).rejects.toThrow(WrongLength);
  });

  it("keeps the earlier object when the body breaks off", async () => {
    const key = newKey();
    await objects.put(key, Buffer.from("earlier"), about);
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.alloc(70_000);
        throw new Error("the camera went away");
      })(),
    );
    await expect(objects.put(key, breaking, { ...about, bytes: 140_000 })).rejects.toThrow("the camera went away");
    expect((await bytesOf(key)).toString()).toBe("earlier");
  });

  it.each([
    "../outside",
    "a/../../outside",
    "/etc/passwd",
    "a//b",
    "a/",
    "./a",
    ".incoming/a",
    "a/.hidden",
    "a\\..\\b",
    "a\0b",
    "A/b",
    "a b",
    "a%2fb",
    "",
    "a".repeat(201),
  ])("refuses the key %j everywhere", async (key) => {
    await expect(objects.put(key, Buffer.from("x"), about)).rejects.toThrow(RangeError);
    await expect(async () => objects.get(key)).rejects.toThrow(RangeError);
    await expect(async () => objects.scan(key, () => true)).rejects.toThrow(RangeError);
    await expect(async () => objects.delete(key)).rejects.toThrow(RangeError);
    await expect(async () => objects.exists(key)).rejects.toThrow(RangeError);
  });
});

describe("disk", () => {
  const objects = diskStorage(root, { uploadsAt: "http://localhost:3000/uploads" });

  it("lets no other user read, and leaves no temporary file", async () => {
    const key = newKey();
    await objects.put(key, Buffer.from("x"), about);
    const path = join(root, key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(root, ".incoming"))).toEqual([]);
  });

  it("writes nothing readable without its key, and opens nothing that was changed or cut", async () => {
    const [key, body] = [newKey(), Buffer.alloc(1_300_000, "a film of somebody ")];
    await objects.put(key, inChunks(body, 64 * 1024), { ...about, bytes: body.length });
    const path = join(root, key);
    const kept = await readFile(path);
    expect(kept.includes("somebody")).toBe(false);
    expect(await objects.describe(key)).toMatchObject({ bytes: body.length });
    const changed = Buffer.from(kept);
    changed.writeUInt8(kept.readUInt8(900_000) ^ 1, 900_000);
    for (const wrong of [changed, kept.subarray(0, 74 + 524_304), kept.subarray(0, -1), body]) {
      await writeFile(path, wrong);
      await expect(objects.scan(key, () => true)).rejects.toThrow(SealBroken);
      await expect(objects.get(key).then(buffer)).rejects.toThrow(SealBroken);
    }
  });

  it("opens any part of a sealed object", async () => {
    const [key, body] = [newKey(), randomBytes(1_300_000)];
    await objects.put(key, body, about);
    const edge = 512 * 1024;
    const parts = [
      [0, 0],
      [edge - 1, edge],
      [edge, edge],
      [10, 1_200_000],
      [1_299_999, 1_299_999],
      [0, 1_299_999],
    ] as const;
    for (const [first, last] of parts) {
      const part = await buffer(await objects.get(key, { first, last }));
      expect(part.equals(body.subarray(first, last + 1)), `${first}-${last}`).toBe(true);
    }
  });

  it("closes a file whose stream isn't read", async () => {
    const key = newKey();
    await objects.put(key, randomBytes(10), about);
    const before = (await readdir("/proc/self/fd")).length;
    for (let n = 0; n < 50; n++) {
      const stream = await objects.get(key);
      stream.destroy();
      await once(stream, "close");
    }
    await setTimeout(50);
    expect((await readdir("/proc/self/fd")).length).toBeLessThan(before + 10);
  });

  it("clears partial files of a killed process, but not files being written", async () => {
    const [old, fresh] = [join(root, ".incoming", "old"), join(root, ".incoming", "fresh")];
    await writeFile(old, "x");
    await writeFile(fresh, "x");
    const longAgo = Date.now() / 1000 - 90_000;
    await utimes(old, longAgo, longAgo);
    await objects.check();
    expect(await readdir(join(root, ".incoming"))).toEqual(["fresh"]);
    await rm(fresh);
  });

  it("is not ready if it can't write", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "x");
    await expect(
      diskStorage(join(file, "objects"), { uploadsAt: "http://localhost:3000/uploads" }).check(),
    ).rejects.toThrow();
  });
});

describe("s3", () => {
  beforeAll(() => {
    peer.refusals.length = 0;
  });

  it("sends the type, and signs the bytes", async () => {
    await s3Storage(peer.settings).put("a/b", Buffer.from("x"), { contentType: "image/jpeg" });
    expect(peer.objects.get("a/b")).toMatchObject({ body: Buffer.from("x"), contentType: "image/jpeg" });
    expect(peer.refusals).toEqual([]);
  });

  it("takes the AWS SDK's own credentials if it gets none", async () => {
    const { accessKeyId, secretAccessKey, ...settings } = peer.settings;
    vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey.reveal());
    await s3Storage(settings).put("a/own", Buffer.from("x"), { contentType: "image/jpeg" });
    expect(peer.objects.get("a/own")?.body).toEqual(Buffer.from("x"));
    vi.unstubAllEnvs();
  });

  it("is not ready with a wrong secret or a wrong bucket", async () => {
    const wrong = { ...peer.settings, secretAccessKey: new Secret("wrong") };
    await expect(s3Storage(wrong).check()).rejects.toThrow();
    await expect(s3Storage({ ...peer.settings, bucket: "other" }).check()).rejects.toThrow();
    await expect(s3Storage(wrong).exists("a/b")).rejects.toThrow();
  });
});
