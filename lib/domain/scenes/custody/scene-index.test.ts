import { expect, it } from "vitest";
import { withdrawLink } from "@/lib/domain/accounts";
import { listLooks, ownRecordList } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeAccount, makeCustodian, makePartner, personCtx, staffCtx } from "@/lib/testing/factories";
import { makeOldScene } from "@/lib/testing/old-scenes";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeScene } from "@/lib/testing/scenes";
import { uploadedSceneList } from "../consent/own-scenes";
import { viewUploadedSceneMap } from "../syndication/own-map";
import { placeSceneHold } from "./legal-holds";
import { sceneRecordList } from "./search-records";
import { viewSceneRecord } from "./view-record";

const entriesOf = (scene: { id: string }) =>
  db.sceneIndexEntry.findMany({ where: { sceneId: scene.id }, orderBy: { userId: "asc" } });

const custodianCtx = async () => staffCtx(await makeCustodian({ name: "Grace" }));

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
  await sign(await openVerified(performer), performer);
  expect((await entriesOf(scene)).map(({ userId }) => userId)).toContain(uploader.person.id);
  // They remain the uploader for themself and for custodians too.
  const me = personCtx(uploader.person);
  expect((await uploadedSceneList.read(me, {})).rows).toMatchObject([{ id: scene.id }]);
  expect(await viewUploadedSceneMap(me, { sceneId: scene.id })).toMatchObject({ title: scene.title });
  const custodian = await custodianCtx();
  const found = await sceneRecordList.read(custodian, { person: uploader.person.id });
  expect(found.rows.map(({ id }) => id)).toEqual([scene.id]);
  await viewSceneRecord(custodian, scene.id);
  expect((await listLooks(me, undefined)).looks.map(({ action }) => action)).toEqual([
    "person.scene_viewed",
    "index.searched",
  ]);
});

it("passes a legal hold on to entries that are made under it, also at the same time", async () => {
  const custodian = await custodianCtx();
  for (let round = 0; round < 10; round++) {
    const scene = await makeScene(undefined, { performers: [{}] });
    const [performer] = scene.performers;
    const ctx = await openVerified(performer);
    const hold = () => placeSceneHold(custodian, { sceneId: scene.id, reason: "Case 24-117" });
    if (round === 0) await hold();
    await Promise.all([sign(ctx, performer), ...(round === 0 ? [] : [hold()])]);
    expect((await entriesOf(scene)).map(({ legalHold }) => legalHold)).toEqual([true, true]);
  }
});

it.each([
  ["production_date", "production_date - interval '20 years'", "what an index entry says does not change"],
  ["user_id", "(SELECT min(id) FROM users)", "what an index entry says does not change"],
  ["last_changed_at", "last_changed_at - interval '20 years'", "the clock of an index entry does not go back"],
])("keeps the %s of an entry, which can't be set to %s", async (column, value, message) => {
  const { scene } = await makeOldScene(1);
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

it("is in each person's own list, with a link to their scenes, and so are its views", async () => {
  const { scene, uploader, performer } = await makeOldScene(1);
  const custodian = await custodianCtx();
  await viewSceneRecord(custodian, scene.id);
  const facts = { kind: "scene", title: scene.title, contentUrl: null, state: "greenlit" };
  // Any platform that has the scene's id can extend it, so a performer never gets it.
  for (const [person, scenes, id] of [
    [uploader, "uploaded", scene.id],
    [performer, "signed", scene.performers[0]?.id],
  ] as const) {
    expect((await ownRecordList.read(personCtx(person), {})).rows).toMatchObject([{ ...facts, id, scenes }]);
    expect((await listLooks(personCtx(person), undefined)).looks).toMatchObject([
      { action: "person.scene_viewed", by: "custodian" },
    ]);
  }
});
