import sharp from "sharp";
import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { withdrawItems } from "@/lib/domain/removals/deciding/return-items";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { hashImage } from "@/lib/platform/image-hash";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makePartner, staffCtx } from "@/lib/testing/factories";
import { draw } from "@/lib/testing/pictures";
import { fileRemoval, type MadeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { readRunningClocks } from "../clocks/running-clocks";
import { viewRequest } from "../custody";
import { dismissItem } from "../deciding/add-items";
import { confirmItem } from "../deciding/confirm-item";
import { fingerprintCopyTask, resumeFingerprintsTask } from "./fingerprint-copy";
import { suggestSimilarTask } from "./suggest-similar";

const bitsBetween = (a: bigint | null, b: bigint | null): number =>
  [...BigInt.asUintN(64, (a ?? 0n) ^ (b ?? 0n)).toString(2)].filter((bit) => bit === "1").length;

/** A depiction with this stored copy, and its fingerprint. */
async function store(picture: Buffer) {
  const keptKey = `copies/kept/${newId()}`;
  await storage().put(keptKey, picture, { contentType: "image/jpeg" });
  const depiction = await makeDepiction(await makePartner(), {
    copyState: "stored",
    copyMimeType: "image/jpeg",
    copyBytes: picture.length,
    keptKey,
    keptSha256: sha256(picture),
    keptAt: clock.now(),
  });
  await fingerprintCopyTask.run({ depictionId: depiction.id }, firstRun);
  return depiction;
}

const found = async (removal: MadeRemoval) =>
  (await readRemoval(removal)).items
    .filter(({ foundBy }) => foundBy === "similar")
    .map(({ depictionId, status }) => `${status} ${depictionId}`);

it("tells other sizes, formats and qualities of an image from other images", async () => {
  const picture = await draw(1);
  const versions = [
    sharp(picture).resize(200).jpeg({ quality: 40 }),
    sharp(picture).webp({ quality: 60 }),
    sharp(picture).greyscale().png(),
    sharp(picture).modulate({ brightness: 1.15, saturation: 0.8 }),
    sharp(picture).resize(1600, 1200).blur(2),
  ];
  const hash = await hashImage(picture);
  for (const version of versions) expect(bitsBetween(hash, await hashImage(await version.toBuffer()))).toBeLessThan(7);
  for (let seed = 2; seed < 12; seed++) {
    expect(bitsBetween(hash, await hashImage(await draw(seed)))).toBeGreaterThan(8);
  }
  const plain = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#345" } })
    .png()
    .toBuffer();
  for (const file of [plain, Buffer.from("not an image"), picture.subarray(0, 200)])
    expect(await hashImage(file)).toBeNull();
});

it("suggests similar images of any partner, logged before or later, and does nothing by itself", async () => {
  const smaller = await store(
    await sharp(await draw(20))
      .resize(300)
      .jpeg()
      .toBuffer(),
  );
  const named = await store(await draw(20));
  await store(await draw(21));
  await fillSearch();
  const removal = await fileRemoval({ urls: [named.contentUrl] });
  const other = await fileRemoval({ urls: [named.contentUrl] });
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`suggested ${smaller.id}`]);
  const [item] = removal.items;
  expect(item).toMatchObject({ depictionId: named.id, status: "open" });
  const { items } = await viewRequest(staffCtx(await makeCustodian()), removal.id);
  const [first, alike] = items.rows;
  // Beside what the claimant named, and how much they differ.
  expect(first).toMatchObject({ targets: [{ url: named.contentUrl, sha256: null }], distance: null });
  expect(alike).toMatchObject({ targets: [], nearDepictionId: named.id, nearMimeType: "image/jpeg" });
  expect(alike?.distance).toBeLessThanOrEqual(8);
  const suggested = (await readRemoval(removal)).items.find(({ depictionId }) => depictionId === smaller.id);
  await dismissItem(staffCtx(await makeCustodian()), { itemId: suggested?.id ?? "" });
  await inTransaction((tx) =>
    withdrawItems(tx, { actor: { kind: "system", name: "test" }, requestId: "test" }, other.id),
  );
  const later = await store(
    await sharp(await draw(20))
      .greyscale()
      .jpeg()
      .toBuffer(),
  );
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`dismissed ${smaller.id}`, `suggested ${later.id}`]);
  expect(await found(other)).toEqual([`withdrawn ${smaller.id}`]);
  expect(await eventsOf({ id: later.partnerId })).toEqual([]);
});

it("tells custodians about an image that resembles one of a decided request", async () => {
  const named = await store(await draw(30));
  await fillSearch();
  const removal = await fileRemoval({ urls: [named.contentUrl] });
  const custodian = staffCtx(await makeCustodian());
  await confirmItem(custodian, { itemId: removal.items[0]?.id ?? "", reason: "It shows you." });
  const { suggested: before } = await readRunningClocks(custodian);
  const later = await store(
    await sharp(await draw(30))
      .resize(500)
      .webp()
      .toBuffer(),
  );
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`suggested ${later.id}`]);
  expect((await readRemoval(removal)).status).toBe("decided");
  expect((await readRunningClocks(custodian)).suggested).toBe(before + 1);
});

it("makes up for missing fingerprints, also of files that can't be read", async () => {
  const broken = await store(Buffer.from("\xff\xd8\xffbroken", "latin1"));
  const fingerprint = { where: { depictionId: broken.id } };
  expect(await db.copyFingerprint.findUniqueOrThrow(fingerprint)).toMatchObject({ hash: null });
  await db.copyFingerprint.delete(fingerprint);
  await resumeFingerprintsTask.run({}, firstRun);
  await runJobs(fingerprintCopyTask, { depictionId: broken.id });
  expect(await db.copyFingerprint.count(fingerprint)).toBe(1);
});
