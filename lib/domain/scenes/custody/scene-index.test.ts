import { afterEach, expect, it, vi } from "vitest";
import { withdrawLink } from "@/lib/domain/accounts";
import { newSceneFee, sceneFeeInsertion } from "@/lib/domain/billing";
import { searchIndex } from "@/lib/domain/content";
import { listLooks, listRecords } from "@/lib/domain/creator";
import { listLegalHolds } from "@/lib/domain/custody";
import { sealFacts } from "@/lib/domain/id-facts";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { storage } from "@/lib/platform/storage/storage";
import { makeAccount, makeCustodian, makePartner, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { fillWholeSearch, firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { listUploadedScenes } from "../consent/own-scenes";
import { eraseExpiredScenesTask } from "../erase-scenes";
import { sweepReleaseObjectTask } from "../releases/release-copies";
import { viewUploadedSceneMap } from "../syndication/own-map";
import { liftSceneHold, placeSceneHold } from "./legal-holds";
import { searchSceneRecords } from "./search-records";
import { viewErasedScene } from "./view-erased-scene";
import { viewSceneRecord } from "./view-record";

afterEach(() => vi.restoreAllMocks());

const entriesOf = (scene: { id: string }) =>
  db.sceneIndexEntry.findMany({ where: { sceneId: scene.id }, orderBy: { userId: "asc" } });

const yearsAgo = (years: number): Date => {
  const at = new Date();
  at.setUTCFullYear(at.getUTCFullYear() - years);
  return at;
};

const custodianCtx = async () => staffCtx(await makeCustodian({ name: "Grace" }));

/** A greenlit scene of two people who each have an account, created that many years ago. */
async function makeOld(years: number, given: { greenlitAt?: Date } = {}) {
  const partner = await makePartner();
  const [uploader, performer] = [await makeAccount(partner, { status: "active" }), await makeUser()];
  const createdAt = yearsAgo(years);
  const scene = await makeGreenlitScene(partner, {
    uploaderAccountId: uploader.id,
    title: `Old ${newId()}`,
    createdAt,
    announcedAt: createdAt,
    greenlitAt: createdAt,
    performers: [{ userId: performer.id, email: performer.email }],
    ...given,
  });
  return { partner, uploader: uploader.person, performer, scene };
}

const night = () => eraseExpiredScenesTask.run({}, firstRun);

it("enters a scene at its greenlight: the uploader and each performer, from the day of the shoot", async () => {
  const partner = await makePartner();
  const uploader = await makeAccount(partner, { status: "active" });
  const shootDate = new Date("2026-01-05T00:00:00Z");
  const scene = await makeScene(partner, { uploaderAccountId: uploader.id, shootDate, performers: [{}, {}] });
  const people: string[] = [uploader.person.id];
  for (const performer of scene.performers) {
    expect(await entriesOf(scene)).toEqual([]);
    const ctx = await openVerified(performer);
    await sign(ctx, performer);
    people.push(ctx.actor.userId);
  }
  const { greenlitAt } = await db.collabScene.findUniqueOrThrow({ where: { id: scene.id } });
  const facts = { partnerId: partner.id, productionDate: shootDate, lastChangedAt: greenlitAt, legalHold: false };
  expect(await entriesOf(scene)).toMatchObject(people.sort().map((userId) => ({ userId, ...facts })));
});

it("names the uploader who attested, even if they left the platform before the greenlight", async () => {
  const partner = await makePartner();
  const uploader = await makeAccount(partner, { status: "active" });
  const scene = await makeScene(partner, { uploaderAccountId: uploader.id });
  await withdrawLink(personCtx(uploader.person), uploader.id);
  const [performer] = scene.performers;
  if (!performer) throw new Error("a performer is missing");
  await sign(await openVerified(performer), performer);
  expect((await entriesOf(scene)).map(({ userId }) => userId)).toContain(uploader.person.id);
  // They remain the uploader for themself and for custodians too.
  const me = personCtx(uploader.person);
  expect((await listUploadedScenes(me, undefined)).rows).toMatchObject([{ id: scene.id }]);
  expect(await viewUploadedSceneMap(me, { sceneId: scene.id })).toMatchObject({ title: scene.title });
  const custodian = await custodianCtx();
  const found = await searchSceneRecords(custodian, { person: uploader.person.id });
  expect(found.rows.map(({ id }) => id)).toEqual([scene.id]);
  await viewSceneRecord(custodian, scene.id);
  expect((await listLooks(me, undefined)).looks.map(({ what }) => what)).toEqual([
    "person.scene_viewed",
    "index.searched",
  ]);
});

it("passes a legal hold on to entries that are made under it, also at the same time", async () => {
  const custodian = await custodianCtx();
  for (let round = 0; round < 10; round++) {
    const scene = await makeScene(undefined, { performers: [{}] });
    const [performer] = scene.performers;
    if (!performer) throw new Error("a performer is missing");
    const ctx = await openVerified(performer);
    const hold = () => placeSceneHold(custodian, { sceneId: scene.id, reason: "Case 24-117" });
    if (round === 0) await hold();
    await Promise.all([sign(ctx, performer), ...(round === 0 ? [] : [hold()])]);
    expect((await entriesOf(scene)).map(({ legalHold }) => legalHold)).toEqual([true, true]);
  }
});

it("keeps a scene under a hold until the last one is lifted, lists it, and records who and why", async () => {
  const { scene } = await makeOld(8);
  const custodian = await custodianCtx();
  const { holdId: first } = await placeSceneHold(custodian, { sceneId: scene.id, reason: "Case 24-117" });
  const { holdId: second } = await placeSceneHold(custodian, { sceneId: scene.id, reason: "A letter" });
  await liftSceneHold(custodian, { holdId: first, reason: "Settled" });
  const unset = db.collabScene.update({ where: { id: scene.id }, data: { legalHold: false } });
  await expect(unset).rejects.toThrow("legal hold of this record stands");
  const entries = db.sceneIndexEntry.updateMany({ where: { sceneId: scene.id }, data: { legalHold: false } });
  await expect(entries).rejects.toThrow("legal hold of this record stands");
  await night();
  const viewed = await viewSceneRecord(custodian, scene.id);
  expect(viewed).toMatchObject({
    keeping: { legalHold: true },
    index: { legalHold: true },
    holds: [
      { id: second, lifted: null },
      { id: first, lifted: { by: "Grace", reason: "Settled" } },
    ],
  });
  expect((await listLegalHolds(custodian, {})).rows).toContainEqual(
    expect.objectContaining({ id: second, sceneId: scene.id, depictionId: null, title: scene.title, isOwn: false }),
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
  await night();
  expect(await db.collabScene.count({ where: { id: scene.id } })).toBe(0);
});

it("erases a scene after its seven years, not while it is published, and its entries after their own", async () => {
  const young = await makeOld(6);
  const published = await makeOld(8);
  const { partnerId } = await makePublication(published.scene, { partnerId: published.partner.id });
  const { scene, performer, partner } = await makeOld(8, { greenlitAt: clock.now() });
  const ancient = await makeOld(9);
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
  await night();
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
  expect((await listRecords(personCtx(performer), undefined)).rows).toMatchObject([
    { id: scene.id, state: "erased", scenes: null },
  ]);
  const told = await db.ledgerEntry.findMany({
    where: { subjectId: ancient.performer.id, action: "index_entry.erased" },
  });
  expect(told).toMatchObject([{ subjectKind: "person", partnerId: ancient.partner.id }]);
  expect(partnerId).toBe(published.partner.id);
});

it("erases the stored copies of an expired scene's releases", async () => {
  const { scene } = await makeOld(8);
  const [performer] = scene.performers;
  const key = `releases/${performer?.id}.${newId()}.pdf`;
  await storage().put(key, Buffer.from("%PDF"), { contentType: "application/pdf" });
  const { certificateId } = await currentSigningKey();
  const copy = { key, sha256: sha256("%PDF"), bytes: 4, certificateId, createdAt: clock.now() };
  await db.releaseCopy.create({ data: { performerId: performer?.id ?? "", ...copy } });
  await night();
  await runJobs(sweepReleaseObjectTask, { key });
  await expect(storage().get(key)).rejects.toThrow();
});

it("erases a scene's fees, except those on an invoice", async () => {
  const { scene, partner, uploader } = await makeOld(8);
  const invoiced = await makeOld(8);
  const fee = (sceneId: string, partnerId: string, payerId: string | null) =>
    db.$executeRaw(sceneFeeInsertion(newSceneFee({ sceneId, partnerId, payerId, newPerformers: 0 })));
  await fee(scene.id, partner.id, uploader.id);
  await fee(invoiced.scene.id, invoiced.partner.id, null);
  const { id: feeId } = await db.sceneFee.findFirstOrThrow({ where: { sceneId: scene.id } });
  await db.sceneFeeCharge.create({ data: { chargeId: newId(), feeId, status: "reversed", createdAt: clock.now() } });
  await night();
  const left = await db.sceneFee.findMany({ where: { sceneId: { in: [scene.id, invoiced.scene.id] } } });
  expect(left).toMatchObject([{ sceneId: invoiced.scene.id, status: "invoiced" }]);
  expect(await db.collabScene.count({ where: { id: { in: [scene.id, invoiced.scene.id] } } })).toBe(0);
  await expect(fee(newId(), partner.id, null)).rejects.toThrow("a fee is of a scene");
});

it("logs a scene that can't be erased, and continues", async () => {
  const [stuck, after] = [await makeOld(9), await makeOld(8)];
  // An index entry is written once and can't be made to describe this scene.
  await db.sceneIndexEntry.updateMany({ where: { sceneId: stuck.scene.id }, data: { title: "x" } });
  const told = vi.spyOn(log, "error").mockReturnValue();
  await night();
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ sceneId: stuck.scene.id }), expect.any(String));
  expect(await db.collabScene.count({ where: { id: after.scene.id } })).toBe(0);
  // No other test's nightly run reaches it.
  await db.collabScene.update({ where: { id: stuck.scene.id }, data: { legalHold: true } });
});

it.each([
  ["production_date", "production_date - interval '20 years'", "what an index entry says does not change"],
  ["user_id", "(SELECT min(id) FROM users)", "what an index entry says does not change"],
  ["last_changed_at", "last_changed_at - interval '20 years'", "the clock of an index entry does not go back"],
])("keeps the %s of an entry, which can't be set to %s", async (column, value, message) => {
  const { scene } = await makeOld(1);
  const change = db.$executeRawUnsafe(
    `UPDATE scene_index_entries SET ${column} = ${value} WHERE scene_id = $1`,
    scene.id,
  );
  await expect(change).rejects.toThrow(message);
});

it("has entries of greenlit scenes only", async () => {
  const { id, partnerId, uploaderAccountId } = await makeScene();
  const { userId } = await db.soloAccount.findUniqueOrThrow({ where: { id: uploaderAccountId } });
  const entry = {
    sceneId: id,
    userId: userId ?? "",
    partnerId,
    productionDate: clock.now(),
    lastChangedAt: clock.now(),
  };
  await expect(db.sceneIndexEntry.create({ data: entry })).rejects.toThrow("only a greenlit scene is in the index");
});

it("is closed to a custodian who appears in it, also once it is erased", async () => {
  const own = { status: 403, code: "own_record" };
  for (const years of [1, 8]) {
    const { scene, uploader, performer } = await makeOld(years, { greenlitAt: clock.now() });
    const { holdId } = await placeSceneHold(await custodianCtx(), { sceneId: scene.id, reason: "Because" });
    if (years === 8) {
      await liftSceneHold(await custodianCtx(), { holdId, reason: "Because" });
      await night();
    }
    for (const { id } of [uploader, performer]) {
      const self = staffCtx(await db.user.update({ where: { id }, data: { staffRole: "custodian" } }));
      await expect(viewSceneRecord(self, scene.id)).rejects.toMatchObject(own);
      await expect(viewErasedScene(self, scene.id)).rejects.toMatchObject(own);
      await expect(placeSceneHold(self, { sceneId: scene.id, reason: "Because" })).rejects.toMatchObject(own);
      await expect(liftSceneHold(self, { holdId, reason: "Because" })).rejects.toMatchObject(own);
      await expect(searchIndex(self, { person: id })).rejects.toMatchObject(own);
      expect(await db.ledgerEntry.count({ where: { actorId: id } })).toBe(0);
      const holds = (await listLegalHolds(self, {})).rows.filter((hold) => hold.id === holdId);
      expect(holds.map(({ isOwn }) => isOwn)).toEqual(years === 8 ? [] : [true]);
    }
  }
});

it("is in each person's own list, with a link to their scenes, and so are its views", async () => {
  const { scene, uploader, performer } = await makeOld(1);
  const custodian = await custodianCtx();
  await viewSceneRecord(custodian, scene.id);
  const facts = { kind: "scene", title: scene.title, contentUrl: null, state: "greenlit" };
  // Any platform that has the scene's id can extend it, so a performer never gets it.
  for (const [person, scenes, id] of [
    [uploader, "uploaded", scene.id],
    [performer, "signed", scene.performers[0]?.id],
  ] as const) {
    expect((await listRecords(personCtx(person), undefined)).rows).toMatchObject([{ ...facts, id, scenes }]);
    expect((await listLooks(personCtx(person), undefined)).looks).toMatchObject([
      { what: "person.scene_viewed", by: "custodian" },
    ]);
  }
});
