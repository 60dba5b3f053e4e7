import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { putFile } from "@/lib/testing/http";
import { ownServer } from "@/lib/testing/own-server";
import { startS3Peer } from "@/lib/testing/s3-peer";

const own = ownServer();
const peer = await startS3Peer({ now: () => clock.now() });
const run = promisify(execFile);
const hasCurl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const folder = await mkdtemp(join(tmpdir(), "uploads-"));
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true });
});
// The disk's URLs lead to our own server, which this test runs on another port.
const toOwn = (url: string) => url.replace("http://localhost:3000/", `http://127.0.0.1:${own.port}/`);

describe.each([
  { name: "disk", objects: storage() },
  { name: "s3", objects: s3Storage(peer.settings) },
])("an upload URL: $name", ({ name, objects }) => {
  const file = randomBytes(100_000);
  const newKey = () => `copies/incoming/${newId()}`;
  const expiresAt = () => new Date(Math.floor((clock.now().getTime() + 15 * MINUTE_MS) / 1000) * 1000);
  const urlFor = async (key: string, bytes = file.length) =>
    toOwn(await objects.uploadUrl({ key, contentType: "image/jpeg", bytes, expiresAt: expiresAt() }));
  const kept = async (key: string) => buffer(await objects.get(key));

  it.skipIf(!hasCurl).each([1, 100_000, 3_000_000])("accepts %i bytes from curl", async (length) => {
    const key = newKey();
    const path = join(folder, `${name}-${length}.jpg`);
    const body = randomBytes(length);
    await writeFile(path, body);
    const curl = (type: string, url: string) =>
      run("curl", ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-T", path, "-H", `Content-Type: ${type}`, url]);
    const url = await urlFor(key, length);
    expect((await curl("image/png", url)).stdout).toMatch(/^4\d\d$/);
    expect(await objects.exists(key)).toBe(false);
    expect((await curl("image/jpeg", url)).stdout).toBe("200");
    expect((await kept(key)).equals(body)).toBe(true);
    const other = await urlFor(newKey(), length + 1);
    expect((await curl("image/jpeg", other)).stdout).toMatch(/^4\d\d$/);
  });

  it("accepts two uploads, and keeps the later one", async () => {
    const key = newKey();
    const url = await urlFor(key);
    const later = randomBytes(file.length);
    expect((await putFile(url, file))?.status).toBe(200);
    expect((await putFile(url, later))?.status).toBe(200);
    expect((await kept(key)).equals(later)).toBe(true);
  });

  it("keeps one whole file of several concurrent uploads", async () => {
    const key = newKey();
    const url = await urlFor(key, 2_000_000);
    const files = [1, 2, 3].map((fill) => Buffer.alloc(2_000_000, fill));
    const answers = await Promise.all(files.map((body) => putFile(url, body)));
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200]);
    const hash = (body: Buffer) => createHash("sha256").update(body).digest("hex");
    expect(files.map(hash)).toContain(hash(await kept(key)));
  });

  it.each<[string, (url: string) => ReturnType<typeof putFile>]>([
    ["a longer file", (url) => putFile(url, Buffer.concat([file, Buffer.from("x")]))],
    ["a shorter file", (url) => putFile(url, file.subarray(1))],
    ["a file of no said length", (url) => putFile(url, file, { length: null })],
    ["another type", (url) => putFile(url, file, { type: "image/png" })],
    ["the type with something behind it", (url) => putFile(url, file, { type: "image/jpeg; charset=utf-8" })],
    ["POST", (url) => putFile(url, file, { method: "POST" })],
    ["DELETE", (url) => putFile(url, Buffer.alloc(0), { method: "DELETE" })],
    ["GET", (url) => putFile(url, Buffer.alloc(0), { method: "GET" })],
  ])("refuses %s, and keeps nothing", async (_, attempt) => {
    const key = newKey();
    const answer = await attempt(await urlFor(key));
    expect(answer?.status).toBeGreaterThanOrEqual(400);
    expect(answer?.status).toBeLessThan(500);
    expect(await objects.exists(key)).toBe(false);
  });

  it("refuses a URL with any change after the host", async () => {
    const key = newKey();
    const url = await urlFor(key);
    const from = url.indexOf("/uploads/") + "/uploads/".length;
    const at = name === "disk" ? Array.from({ length: 40 }, (_, i) => url.length - 1 - i * 5) : [url.indexOf(key) + 20];
    const changed = at
      .filter((place) => place > from)
      .map((place) => url.slice(0, place) + (url[place] === "A" ? "B" : "A") + url.slice(place + 1));
    const altered =
      name === "s3" ? [url.replace("Expires=", "Expires=9"), url.replace(/.$/, "g")] : [`${url}A`, `${url}.`];
    for (const wrong of [...changed, ...altered]) expect((await putFile(wrong, file))?.status, wrong).toBe(403);
    expect(await objects.exists(key)).toBe(false);
    expect((await putFile(url, file))?.status).toBe(200);
  });

  it("refuses a URL from its expiry on", async () => {
    const key = newKey();
    clock.freeze(new Date(Math.floor(Date.now() / 1000) * 1000 + 900));
    const end = expiresAt();
    const url = await urlFor(key);
    clock.freeze(new Date(end.getTime() + (name === "disk" ? 0 : 1)));
    const late = await putFile(url, file);
    expect(late?.status).toBe(403);
    if (name === "disk") {
      expect(late?.text).toMatch(/confirm/i);
      expect(late?.text).not.toMatch(/log the content/i);
    }
    clock.freeze(new Date(end.getTime() - 1));
    expect((await putFile(url, file))?.status).toBe(200);
    clock.reset();
    expect(await objects.exists(key)).toBe(true);
  });

  it("keeps nothing of an incomplete file, and leaves the earlier one", async () => {
    const key = newKey();
    const url = await urlFor(key);
    expect(await putFile(url, file.subarray(0, 70_000), { length: file.length, cut: true })).toBeNull();
    expect(await objects.exists(key)).toBe(false);
    await putFile(url, file);
    expect(await putFile(url, randomBytes(70_000), { length: file.length, cut: true })).toBeNull();
    expect((await kept(key)).equals(file)).toBe(true);
  });
});
