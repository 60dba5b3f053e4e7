import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { confirmCopy } from "@/lib/domain/records/content";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { DAY_MS } from "@/lib/platform/duration";
import { diskStorage } from "@/lib/platform/storage/disk";
import { writeGrant } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { keyCtx, makeDepiction, makePartner } from "@/lib/testing/factories";
import { putFile } from "@/lib/testing/http";
import { ownServer } from "@/lib/testing/own-server";
import { ownObjectFolder, replaceStorage } from "@/lib/testing/storage-drivers";

const MIB = 2 ** 20;
const own = ownServer();
await ownObjectFolder();

// A disk of two megabytes, if this process may mount one.
const smallDisk = await mkdtemp(join(tmpdir(), "small-disk-"));
const isMounted = spawnSync("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", smallDisk]).status === 0;
afterAll(async () => {
  if (isMounted) spawnSync("/usr/bin/umount", ["-l", smallDisk]);
  await rm(smallDisk, { recursive: true, force: true });
});

const urlFor = (key: string, bytes: number, contentType: string) =>
  `http://127.0.0.1:${own.port}/uploads/${writeGrant({ key, contentType, bytes, expiresAt: new Date(Date.now() + DAY_MS) })}`;

// The start of an MP4, then numbers, so that no two pieces are alike and none is kept.
function* video(mebibytes: number): Generator<Buffer> {
  for (let piece = 0; piece < mebibytes; piece++) {
    const bytes = Buffer.alloc(MIB, `${piece}, `);
    if (piece === 0) bytes.write("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1");
    yield bytes;
  }
}

/** How much the process grew at its peak. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let largest = before;
  const watch = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(watch);
  return largest - before;
}

async function upload(mebibytes: number) {
  const partner = await makePartner();
  const bytes = mebibytes * MIB;
  const depiction = await makeDepiction(partner, { copyMimeType: "video/mp4", copyBytes: bytes });
  const hash = createHash("sha256");
  const hashed = function* () {
    for (const piece of video(mebibytes)) {
      hash.update(piece);
      yield piece;
    }
  };
  const url = urlFor(incomingKey(depiction.id), bytes, "video/mp4");
  const answer = await putFile(url, hashed(), { type: "video/mp4", length: bytes });
  expect(answer?.status).toBe(200);
  const params = { accountId: depiction.accountId, externalContentId: depiction.externalContentId ?? "" };
  return { sha256: hash.digest("hex"), bytes, confirm: () => confirmCopy(keyCtx(partner), params) };
}

it("takes and confirms 300 MiB in constant memory, byte for byte", async () => {
  // A warm process's memory isn't part of the upload's cost.
  await (await upload(40)).confirm();
  let uploaded: Awaited<ReturnType<typeof upload>> | undefined;
  const grownBy = await growth(async () => {
    uploaded = await upload(300);
  });
  if (!uploaded) throw new Error("nothing was uploaded");
  const { sha256, bytes, confirm } = uploaded;
  let confirmed: Awaited<ReturnType<typeof confirm>> | undefined;
  const grownByConfirming = await growth(async () => {
    confirmed = await confirm();
  });
  expect(confirmed?.complianceCopy).toMatchObject({ state: "stored", sha256, bytes, mimeType: "video/mp4" });
  expect(grownBy).toBeLessThan(64 * MIB);
  expect(grownByConfirming).toBeLessThan(64 * MIB);
});

it.skipIf(!isMounted)("answers 503 when the disk is full, and leaves nothing on it", async () => {
  replaceStorage(diskStorage(smallDisk, { uploadsAt: "http://localhost:3000/uploads" }));
  const url = (name: string, bytes: number) => urlFor(`copies/incoming/${name}`, bytes, "image/jpeg");
  const answer = await putFile(url("large", 4 * MIB), Buffer.alloc(4 * MIB));
  expect([answer?.status, answer?.headers["retry-after"]]).toEqual([503, "300"]);
  expect(JSON.parse(answer?.text ?? "")).toEqual({ error: expect.stringContaining("Storage is full") });
  expect(await storage().exists("copies/incoming/large")).toBe(false);
  expect(await readdir(join(smallDisk, ".incoming"))).toEqual([]);
  expect((await putFile(url("small", MIB), Buffer.alloc(MIB)))?.status).toBe(200);
});
