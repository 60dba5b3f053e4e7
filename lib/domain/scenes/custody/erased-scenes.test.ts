import { expect, it, vi } from "vitest";
import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import { ownRecordList } from "@/lib/domain/creators/overview";
import { holdList } from "@/lib/domain/custody/legal-holds";
import { sealFacts } from "@/lib/domain/identity/id-facts";
import { searchIndex } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { storage } from "@/lib/platform/storage/storage";
import { makeCustodian, makePartner, personCtx, staffCtx } from "@/lib/testing/factories";
import { eraseOldScenes, makeOldScene, yearsAgo } from "@/lib/testing/old-scenes";
import { fillWholeSearch, runJobs } from "@/lib/testing/run-jobs";
import { makeExtension, makePublication } from "@/lib/testing/scenes";
import { sweepReleaseObjectTask } from "../releases/release-copies";
import { liftSceneHold, placeSceneHold } from "./legal-holds";
import { viewErasedScene, viewSceneRecord } from "./view-record";

const entriesOf = (scene: { id: string }) =>
  db.sceneIndexEntry.findMany({ where: { sceneId: scene.id }, orderBy: { userId: "asc" } });

const custodianCtx = async () => staffCtx(await makeCustodian({ name: "Grace" }));

it("keeps a scene under a hold until the last one is lifted, lists it, and records who and why", async () => {
  const { scene } = await makeOldScene(8);
  const custodian = await custodianCtx();
  const { holdId: first } = await placeSceneHold(custodian, { sceneId: scene.id, reason: "Case 24-117" });
  const { holdId: second } = await placeSceneHold(custodian, { sceneId: scene.id, reason: "A letter" });
  await liftSceneHold(custodian, { holdId: first, reason: "Settled" });
  const unset = db.collabScene.update({ where: { id: scene.id }, data: { legalHold: false } });
  await expect(unset).rejects.toThrow("legal hold of this record stands");
  const entries = db.sceneIndexEntry.updateMany({ where: { sceneId: scene.id }, data: { legalHold: false } });
  await expect(entries).rejects.toThrow("legal hold of this record stands");
  await eraseOldScenes();
  const viewed = await viewSceneRecord(custodian, scene.id);
  expect(viewed).toMatchObject({
    keeping: { legalHold: true },
    index: { legalHold: true },
    holds: [
      { id: second, lifted: null },
      { id: first, lifted: { by: "Grace", reason: "Settled" } },
    ],
  });
  expect((await holdList.read(custodian, {})).rows).toContainEqual(
    expect.objectContaining({ id: second, sceneId: scene.id, depictionId: null, title: scene.title }),
  );
  const both = await Promise.allSettled([1, 2].map(() => liftSceneHold(custodian, { holdId: second, reason: "Over" })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const lines = await db.ledgerEntry.findMany({
    where: { subjectId: scene.id, action: { startsWith: "collab_scene.hold" } },
    orderBy: { seq: "asc" },
  });
  expect(lines.map(({ action, reason, partnerId }) => [action, reason, partnerId])).toEqual([
    ["collab_scene.hold_placed", "Case 24-117", null],
    ["collab_scene.hold_placed", "A letter", null],
    ["collab_scene.hold_lifted", "Settled", null],
    ["collab_scene.hold_lifted", "Over", null],
  ]);
  await eraseOldScenes();
  expect(await db.collabScene.count({ where: { id: scene.id } })).toBe(0);
});

it("erases a scene after its seven years, not while it is published, and its entries after their own", async () => {
  const young = await makeOldScene(6);
  const published = await makeOldScene(8);
  const { partnerId } = await makePublication(published.scene, { partnerId: published.partner.id });
  const { scene, performer, partner } = await makeOldScene(8, { greenlitAt: clock.now() });
  const ancient = await makeOldScene(9);
  // A decided ID check outlives the scene that it was started from.
  const performerId = scene.performers[0]?.id ?? null;
  const of = { id: newId(), userId: performer.id };
  const facts = await sealFacts(db, of, { birthDate: yearsAgo(30) });
  const at = clock.now();
  const check = await db.identityCheck.create({
    data: {
      ...of,
      performerId,
      facts,
      driver: "import",
      status: "approved",
      legalName: "Ada Example",
      createdAt: at,
      updatedAt: at,
      submittedAt: at,
      decidedAt: at,
    },
  });
  const early = db.identityCheck.update({ where: { id: check.id }, data: { performerId: null } });
  await expect(early).rejects.toThrow("a decided identity check does not change");
  const elsewhere = await makePartner();
  await makeExtension(scene, elsewhere);
  const removed = { removedAt: clock.now(), removalReason: "Sold" };
  const { contentUrl } = await makePublication(scene, { partnerId: elsewhere.id, ...removed });
  await fillWholeSearch();
  const refused = db.sceneIndexEntry.deleteMany({ where: { sceneId: scene.id } });
  await expect(refused).rejects.toThrow("index entries are kept for seven years");
  await eraseOldScenes();
  await fillWholeSearch();
  const left = [young, published, { scene }, ancient].map(({ scene: { id } }) => id);
  expect(await db.collabScene.findMany({ where: { id: { in: left } }, select: { id: true } })).toEqual(
    [young, published].map(({ scene: { id } }) => ({ id })),
  );
  expect(await db.identityCheck.findUnique({ where: { id: check.id } })).toEqual({ ...check, performerId: null });
  // Its index entries describe it until they expire too, and custodians find and open them.
  expect(await entriesOf(ancient.scene)).toEqual([]);
  expect(await entriesOf(scene)).toMatchObject([{ title: scene.title }, { contentUrls: contentUrl }]);
  const custodian = await custodianCtx();
  for (const search of [{ q: scene.title }, { q: contentUrl }, { q: scene.id }, { person: performer.id }])
    expect((await searchIndex(custodian, search)).records).toMatchObject([
      { id: scene.id, title: scene.title, erased: true },
    ]);
  expect(await viewErasedScene(custodian, scene.id)).toMatchObject({
    title: scene.title,
    contentUrls: [contentUrl],
    partner: { name: partner.name },
    history: { rows: [{ action: "collab_scene.viewed" }, { action: "collab_scene.erased" }], total: 2 },
  });
  await expect(viewErasedScene(custodian, young.scene.id)).rejects.toMatchObject({ status: 404 });
  expect((await ownRecordList.read(personCtx(performer), {})).rows).toMatchObject([
    { id: scene.id, state: "erased", scenes: null },
  ]);
  const told = await db.ledgerEntry.findMany({
    where: { subjectId: ancient.performer.id, action: "index_entry.erased" },
  });
  expect(told).toMatchObject([{ subjectKind: "person", partnerId: ancient.partner.id }]);
  expect(partnerId).toBe(published.partner.id);
});

it("erases the stored copies of an expired scene's releases", async () => {
  const { scene } = await makeOldScene(8);
  const [performer] = scene.performers;
  const key = `releases/${performer?.id}.${newId()}.pdf`;
  await storage().put(key, Buffer.from("%PDF"), { contentType: "application/pdf" });
  const { certificateId } = await currentSigningKey();
  const copy = { key, sha256: sha256("%PDF"), bytes: 4, certificateId, createdAt: clock.now() };
  await db.releaseCopy.create({ data: { performerId: performer?.id ?? "", ...copy } });
  await eraseOldScenes();
  await runJobs(sweepReleaseObjectTask, { key });
  await expect(storage().get(key)).rejects.toThrow();
});

it("erases a scene's fees, except those on an invoice", async () => {
  const { scene, partner, uploader } = await makeOldScene(8);
  const invoiced = await makeOldScene(8);
  const fee = (sceneId: string, partnerId: string, payerId: string | null) =>
    db.$executeRaw(sceneFeeInsertion(newSceneFee({ sceneId, partnerId, payerId, newPerformers: 0 })));
  await fee(scene.id, partner.id, uploader.id);
  await fee(invoiced.scene.id, invoiced.partner.id, null);
  const { id: feeId } = await db.sceneFee.findFirstOrThrow({ where: { sceneId: scene.id } });
  await db.sceneFeeCharge.create({ data: { chargeId: newId(), feeId, status: "reversed", createdAt: clock.now() } });
  await eraseOldScenes();
  const left = await db.sceneFee.findMany({ where: { sceneId: { in: [scene.id, invoiced.scene.id] } } });
  expect(left).toMatchObject([{ sceneId: invoiced.scene.id, status: "invoiced" }]);
  expect(await db.collabScene.count({ where: { id: { in: [scene.id, invoiced.scene.id] } } })).toBe(0);
  await expect(fee(newId(), partner.id, null)).rejects.toThrow("a fee is of a scene");
});

it("logs a scene that can't be erased, and continues", async () => {
  const [stuck, after] = [await makeOldScene(9), await makeOldScene(8)];
  // An index entry is written once and can't be made to describe this scene.
  await db.sceneIndexEntry.updateMany({ where: { sceneId: stuck.scene.id }, data: { title: "x" } });
  const told = vi.spyOn(log, "error").mockReturnValue();
  await eraseOldScenes();
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ sceneId: stuck.scene.id }), expect.any(String));
  expect(await db.collabScene.count({ where: { id: after.scene.id } })).toBe(0);
  // No other test's nightly run reaches it.
  await db.collabScene.update({ where: { id: stuck.scene.id }, data: { legalHold: true } });
});

it("is closed to a custodian who appears in it, also once it is erased", async () => {
  const own = { status: 403, code: "conflict_of_interest" };
  for (const years of [1, 8]) {
    const { scene, uploader, performer } = await makeOldScene(years, { greenlitAt: clock.now() });
    const { holdId } = await placeSceneHold(await custodianCtx(), { sceneId: scene.id, reason: "Because" });
    if (years === 8) {
      await liftSceneHold(await custodianCtx(), { holdId, reason: "Because" });
      await eraseOldScenes();
    }
    for (const { id } of [uploader, performer]) {
      const self = staffCtx(await db.user.update({ where: { id }, data: { staffRole: "custodian" } }));
      await expect(viewSceneRecord(self, scene.id)).rejects.toMatchObject(own);
      await expect(viewErasedScene(self, scene.id)).rejects.toMatchObject(own);
      await expect(placeSceneHold(self, { sceneId: scene.id, reason: "Because" })).rejects.toMatchObject(own);
      await expect(liftSceneHold(self, { holdId, reason: "Because" })).rejects.toMatchObject(own);
      await expect(searchIndex(self, { person: id })).rejects.toMatchObject(own);
      expect(await db.ledgerEntry.count({ where: { actorId: id } })).toBe(0);
      const holds = (await holdList.read(self, {})).rows.filter((hold) => hold.id === holdId);
      expect(holds).toEqual(years === 8 ? [] : [{ id: holdId, isReserved: true }]);
    }
  }
});
