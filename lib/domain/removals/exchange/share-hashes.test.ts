import { setTimeout as wait } from "node:timers/promises";
import sharp, { type Sharp } from "sharp";
import { expect, it } from "vitest";
import { confirmItem } from "@/lib/domain/removals";
import { db, inTransaction } from "@/lib/platform/db";
import { lockName } from "@/lib/platform/locks";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { storePicture } from "@/lib/testing/hash-services";
import { draw } from "@/lib/testing/pictures";
import { makeProductionOf } from "@/lib/testing/productions";
import { makeItem, makeRemoval } from "@/lib/testing/removals";
import { gatherHashes } from "./share-hashes";

/** A confirmed copy of a picture, under an adult's request about intimate images. */
async function confirmCopy(seed: number) {
  const picture = await draw(seed);
  const stored = await storePicture(picture);
  const { items } = await makeRemoval({ items: [{ depictionId: stored.id }] });
  const itemId = items[0]?.id ?? "";
  await confirmItem(staffCtx(await makeCustodian()), { itemId, reason: "It shows you." });
  return { ...stored, itemId, picture };
}

type Confirmed = { itemId: string };

/** Which hashes of a copy are shared after another gathering. */
async function shared({ itemId }: Confirmed): Promise<string[]> {
  await gatherHashes();
  const hashes = await db.sharedHash.findMany({ where: { items: { some: { itemId } }, withdrawnAt: null } });
  return hashes.map(({ sha256 }) => (sha256 ? "SHA-256" : "PDQ")).toSorted();
}

const BOTH = ["PDQ", "SHA-256"];

/** Files a request that says that what it names shows a child. */
const sayChild = (filed: Parameters<typeof makeRemoval>[0]) => makeRemoval({ says: { age: "minor" }, ...filed });

it.each<[string, (picture: Sharp) => Sharp]>([
  ["upright", (picture) => picture],
  ["turned", (picture) => picture.rotate(90)],
  ["turned around", (picture) => picture.rotate(180)],
  ["mirrored", (picture) => picture.flop()],
])("shares no hash of a file whose picture may show a child, in another encoding and %s", async (how, turn) => {
  const confirmed = await confirmCopy(600 + how.length);
  expect(await shared(confirmed)).toEqual(BOTH);
  const other = await storePicture(await turn(sharp(confirmed.picture)).jpeg({ quality: 60 }).toBuffer());
  await sayChild({ items: [{ depictionId: other.id }] });
  expect(await shared(confirmed)).toEqual([]);
  // Nor those of a copy that is confirmed later.
  expect(await shared(await confirmCopy(600 + how.length))).toEqual([]);
});

it("shares no hash of what a production has that may show a child", async () => {
  const [byFile, byRecord, byCopy] = [await confirmCopy(620), await confirmCopy(621), await confirmCopy(622)];
  const other = await confirmCopy(623);
  for (const one of [byFile, byRecord, byCopy, other]) expect(await shared(one)).toEqual(BOTH);
  const ofFile = await makeProductionOf({ sha256: Buffer.from(byFile.sha256, "hex") });
  const ofRecord = await makeProductionOf({ depictionId: byRecord.id });
  // It has another copy of the picture, which was logged as content.
  const copy = await storePicture(await sharp(byCopy.picture).flop().png().toBuffer());
  const ofCopy = await makeProductionOf({ sha256: Buffer.from(copy.sha256, "hex") });
  for (const { id } of [ofFile, ofRecord, ofCopy]) await sayChild({ items: [{ productionId: id }] });
  for (const one of [byFile, byRecord, byCopy]) expect(await shared(one)).toEqual([]);
  expect(await shared(other)).toEqual(BOTH);
});

it("shares what a production has again once the request that named it is dismissed", async () => {
  const confirmed = await confirmCopy(630);
  const production = await makeProductionOf({ sha256: Buffer.from(confirmed.sha256, "hex") });
  const says = await sayChild({});
  const item = await makeItem(says, { productionId: production.id, status: "suggested" });
  expect(await shared(confirmed)).toEqual([]);
  await db.removalItem.update({ where: { id: item.id }, data: { status: "dismissed" } });
  expect(await shared(confirmed)).toEqual(BOTH);
});

/** Keeps the hashes of a picture as those of a video's frame. */
async function addFrame(video: { id: string; partnerId: string }, picture: Buffer): Promise<void> {
  const { id } = await storePicture(picture);
  await db.$executeRaw`
    INSERT INTO copy_hashes (depiction_id, partner_id, part, second, pdq, turned, quality)
    SELECT ${video.id}, ${video.partnerId}, 40, 40, pdq, turned, quality FROM copy_hashes WHERE depiction_id = ${id} AND part = 0`;
}

it("shares no hash of a video with a frame that may show a child, or of a picture that is such a frame", async () => {
  const [video, picture, other] = [await confirmCopy(640), await confirmCopy(641), await confirmCopy(642)];
  await addFrame(video, await draw(643));
  for (const one of [video, picture]) expect(await shared(one)).toEqual(BOTH);
  const shown = await storePicture(
    await sharp(await draw(643))
      .flop()
      .toBuffer(),
  );
  await sayChild({ items: [{ depictionId: shown.id }] });
  await addFrame(other, await sharp(picture.picture).flop().toBuffer());
  await sayChild({ items: [{ depictionId: other.id }] });
  for (const one of [video, picture, other]) expect(await shared(one)).toEqual([]);
});

it("shares no hash of a file that a request names as showing a child, though only its SHA-256", async () => {
  const confirmed = await confirmCopy(650);
  expect(await shared(confirmed)).toEqual(BOTH);
  await sayChild({ sha256s: [Buffer.from(confirmed.sha256, "hex")] });
  expect(await shared(confirmed)).toEqual([]);
});

it("judges without a lock, and writes in turn, so that several at once share each hash once", async () => {
  await gatherHashes();
  const { all, confirmed } = await inTransaction(async (tx) => {
    await lockName(tx, "shared hashes");
    // Nothing to write.
    await gatherHashes();
    const confirmed = await confirmCopy(660);
    const all = Promise.all(Array.from({ length: 4 }, () => gatherHashes()));
    const isDone = await Promise.race([all.then(() => true), wait(300, false)]);
    expect(isDone).toBe(false);
    return { all, confirmed };
  });
  await all;
  expect(await shared(confirmed)).toEqual(BOTH);
});
