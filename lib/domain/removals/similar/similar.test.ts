import sharp from "sharp";
import { expect, it } from "vitest";
import { queueSimilar, queueSimilarTo } from "@/lib/domain/records/copy-fingerprints";
import { fillSearch } from "@/lib/domain/records/search";
import { withdrawItems } from "@/lib/domain/removals/deciding/return-items";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { eventsOf } from "@/lib/testing/effects";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { draw } from "@/lib/testing/pictures";
import { clearJobs } from "@/lib/testing/queue";
import { fileRemoval, type MadeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { storeCopy } from "@/lib/testing/stored-copies";
import { readRunningClocks } from "../clocks/running-clocks";
import { viewRequest } from "../custody";
import { confirmItem } from "../deciding/confirm-item";
import { dismissItem } from "../deciding/dismiss-item";
import { addTargets } from "../matching/find-matches";
import { findSimilarAmong } from "../matching/find-similar";
import { bitsOf } from "../matching/near";
import { fingerprintCopyTask, resumeFingerprintsTask } from "./fingerprint-copy";
import { suggestSimilarTask } from "./suggest-similar";

/** A depiction with this stored copy, and its fingerprint. */
async function store(picture: Buffer) {
  const depiction = await storeCopy(picture, "image/jpeg");
  await fingerprintCopyTask.run({ depictionId: depiction.id }, firstRun);
  return depiction;
}

const found = async (removal: MadeRemoval) =>
  (await readRemoval(removal)).items
    .filter(({ foundBy }) => foundBy === "similar")
    .map(({ depictionId, status }) => `${status} ${depictionId}`);

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
  expect(alike).toMatchObject({ targets: [], nearDepictionId: named.id, nearMimeType: "image/jpeg", frames: 1 });
  expect(alike?.distance).toBeLessThanOrEqual(31);
  expect(alike?.quality).toBeGreaterThan(50);
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
  await runJobs(suggestSimilarTask);
  const later = await store(
    await sharp(await draw(30))
      .resize(500)
      .webp()
      .toBuffer(),
  );
  const near = { requestId: removal.id, nearDepictionId: named.id, nearTargetId: null };
  expect(await findSimilarAmong(db, [later.id])).toMatchObject([near]);
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`suggested ${later.id}`]);
  // Beside its picture, although its hash is kept, too.
  expect(await db.wantedHash.count({ where: { target: { requestId: removal.id } } })).toBe(8);
  expect((await readRemoval(removal)).items).toMatchObject([{}, { nearDepictionId: named.id, nearTargetId: null }]);
  expect((await readRemoval(removal)).status).toBe("decided");
  expect((await readRunningClocks(custodian)).suggested).toBe(before + 1);
});

it("makes up for missing fingerprints, also of files that can't be read", async () => {
  const broken = await store(Buffer.from("\xff\xd8\xffbroken", "latin1"));
  const fingerprint = { where: { depictionId: broken.id } };
  const hashes = { where: { depictionId: broken.id } };
  expect(await db.copyHash.count(hashes)).toBe(0);
  // By a version that took other hashes.
  await db.copyFingerprint.update({ ...fingerprint, data: { hashedAt: null } });
  await resumeFingerprintsTask.run({}, firstRun);
  await runJobs(fingerprintCopyTask, { depictionId: broken.id });
  expect(await db.copyFingerprint.findUniqueOrThrow(fingerprint)).toMatchObject({ hashedAt: expect.any(Date) });
});

/** What a claimant's device computed of a picture, as their request keeps it. */
async function wantedBy({ id: requestId }: MadeRemoval, picture: Buffer): Promise<void> {
  const sha256s = [sha256(picture)];
  const [hash] = await hashPicture(picture);
  if (!hash) throw new Error("the picture has no hash");
  const { pdq, turned, quality } = hash;
  await inTransaction(async (tx) => {
    await addTargets(tx, requestId, { sha256s, named: true });
    const target = await tx.removalTarget.findFirstOrThrow({ where: { requestId, sha256: { in: sha256s } } });
    const rows = [pdq, ...turned].map((hash, turn) => ({ turn, pdq: bitsOf(hash), quality }));
    await tx.wantedHash.createMany({
      data: rows.map((row) => ({ targetId: target.id, declared: true, part: 0, ...row })),
    });
  });
}

it("finds what a claimant has on their device: mirrored, turned and in a screenshot, stored before and after", async () => {
  const picture = await draw(40);
  const mirrored = await store(await sharp(picture).flop().jpeg().toBuffer());
  const removal = await fileRemoval({ urls: [] });
  await wantedBy(removal, picture);
  await inTransaction((tx) => queueSimilarTo(tx, removal.id));
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`suggested ${mirrored.id}`]);
  expect((await readRemoval(removal)).items[0]?.turn).toBe(5);
  const turned = await store(await sharp(picture).rotate(90).resize(700).jpeg().toBuffer());
  const frame = { top: 150, bottom: 150, background: "#fff" };
  const screenshot = await store(await sharp(picture).extend(frame).png().toBuffer());
  await runJobs(suggestSimilarTask);
  expect((await found(removal)).toSorted()).toEqual(
    [mirrored, turned, screenshot].map(({ id }) => `suggested ${id}`).toSorted(),
  );
  const [target] = await db.removalTarget.findMany({ where: { requestId: removal.id } });
  const { items } = await viewRequest(staffCtx(await makeCustodian()), removal.id);
  for (const item of items.rows) expect(item).toMatchObject({ nearTargetId: target?.id, nearDepictionId: null });
});

/** The file of each job that waits, in the order in which a worker takes them; null for copies. */
const waiting = async () =>
  (
    await db.$queryRaw<{ key: string | null }[]>`
      SELECT key FROM graphile_worker.jobs WHERE task_identifier = ${suggestSimilarTask.name} ORDER BY priority, run_at, id`
  ).map(({ key }) => key?.split(":").at(-1) ?? null);

it("compares what claimants named file by file, in turns, all but the first after partners' copies", async () => {
  await clearJobs();
  const [mine, other] = [await fileRemoval({ urls: [] }), await fileRemoval({ urls: [] })];
  const pictures = [await draw(60), await draw(61)];
  for (const picture of pictures) for (const removal of [mine, other]) await wantedBy(removal, picture);
  const alike = [];
  for (const picture of pictures) alike.push(await store(await sharp(picture).resize(300).jpeg().toBuffer()));
  await clearJobs();
  for (const { id: requestId } of [mine, other]) {
    // As an earlier version queued it, and once more after a worker died.
    await suggestSimilarTask.run({ requestId }, firstRun);
    await suggestSimilarTask.run({ requestId }, firstRun);
  }
  const copies = alike.map(({ id }) => id);
  await inTransaction((tx) => queueSimilar(tx, copies));
  const targets = await db.removalTarget.findMany({ orderBy: { id: "asc" } });
  const filesOf = (removal: MadeRemoval) =>
    targets.flatMap(({ id, requestId }) => (requestId === removal.id ? id : []));
  const [[first, second], [others, last]] = [filesOf(mine), filesOf(other)];
  expect(await waiting()).toEqual([first, others, null, second, last]);
  expect(await found(mine)).toEqual([]);
  await suggestSimilarTask.run({ targetId: second }, firstRun);
  await suggestSimilarTask.run({ targetId: second }, firstRun);
  expect(await found(mine)).toEqual([`suggested ${alike[1]?.id}`]);
  await suggestSimilarTask.run({ targetId: first }, firstRun);
  expect((await found(mine)).toSorted()).toEqual(copies.map((id) => `suggested ${id}`).toSorted());
});

it("keeps the hashes of a confirmed copy for those that are stored after it is erased", async () => {
  const named = await store(await draw(50));
  await fillSearch();
  const removal = await fileRemoval({ urls: [named.contentUrl] });
  await confirmItem(staffCtx(await makeCustodian()), { itemId: removal.items[0]?.id ?? "", reason: "It shows you." });
  await db.copyHash.deleteMany({ where: { depictionId: named.id } });
  const later = await store(
    await sharp(await draw(50))
      .resize(300)
      .jpeg()
      .toBuffer(),
  );
  await runJobs(suggestSimilarTask);
  expect(await found(removal)).toEqual([`suggested ${later.id}`]);
});
