import { describe, expect, it } from "vitest";
import { attest } from "@/lib/domain/acts";
import { record } from "@/lib/domain/core/ledger";
import { listLooks } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeCustodian,
  makeIdentity,
  makeKey,
  makePartner,
  makeUser,
  personCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { extendScene, placeSceneHold, sceneRecordList, viewSceneRecord } from "..";
import { sceneKeeping } from "./record-links";

async function setUp() {
  const user = await makeUser();
  await makeIdentity(user, { legalName: "Ada Signer" });
  await db.personAlias.create({ data: { id: newId(), userId: user.id, name: "Ada Star" } });
  const id = newId();
  const now = clock.now();
  const releaseId = await inTransaction(async (tx) => {
    const subject = { kind: "scene_performer", id } as const;
    record(tx, {
      ctx: personCtx(user),
      action: "scene_performer.signed",
      subject,
      detail: { ip: "203.0.113.9", userAgent: "Phone" },
    });
    return attest(tx, {
      kind: "release",
      subjectKind: subject.kind,
      subjectId: id,
      text: "I agree.",
      signedName: "Ada S.",
      proof: "mail_link",
      userId: user.id,
      ip: "203.0.113.9",
      attestedAt: now,
    });
  });
  const signed = { id, email: user.email, userId: user.id, releaseId, signedAt: now, consentedAt: now };
  const title = `Blue ${newId()}`;
  const scene = await makeScene(undefined, { title, performers: [signed, { email: freshEmail("unknown") }] });
  return { user, scene, title, custodian: staffCtx(await makeCustodian()) };
}

describe("a scene's record", () => {
  it("shows the statement, each release and its evidence, and records the view for scene and people", async () => {
    const { user, scene, custodian } = await setUp();
    const viewed = await viewSceneRecord(custodian, scene.id);
    expect(viewed).toMatchObject({
      title: scene.title,
      statement: { text: "All performers are adults.", proof: "partner_api" },
      performers: [
        {
          email: user.email,
          legalName: "Ada Signer",
          check: { status: "approved" },
          underAgeAt: null,
          release: { text: "I agree.", sha256: sha256Hex("I agree."), signedName: "Ada S.", ip: "203.0.113.9" },
          nameMatch: "none",
          otherNames: [{ name: "Ada Star", addedAt: expect.any(Date) }],
          evidence: {
            rows: [{ action: "scene_performer.signed", who: user.email, ip: "203.0.113.9", userAgent: "Phone" }],
            total: 1,
          },
        },
        { userId: null, legalName: null, release: null, nameMatch: null, evidence: { rows: [], total: 0 } },
      ],
      history: { rows: [{ action: "collab_scene.viewed" }], total: 1 },
    });
    const lines = await db.ledgerEntry.findMany({
      where: { actorId: custodian.actor.userId },
      orderBy: [{ chain: "asc" }, { position: "asc" }],
    });
    expect(lines.map(({ action, subjectId, partnerId }) => [action, subjectId, partnerId])).toEqual([
      ["collab_scene.viewed", scene.id, null],
      ["person.scene_viewed", expect.any(String), null],
      ["person.scene_viewed", user.id, null],
    ]);
  });

  it("names the platforms that it was extended to, and whose API key did it", async () => {
    const scene = await makeGreenlitScene();
    const partner = await makePartner({ name: `Northlight ${newId()}` });
    await extendScene(keyCtx(partner, await makeKey(partner)), scene.id);
    const { extensions, history } = await viewSceneRecord(staffCtx(await makeCustodian()), scene.id);
    expect(extensions).toMatchObject({ rows: [{ partnerName: partner.name, extendedAt: expect.any(Date) }], total: 1 });
    const [line] = history.rows.filter(({ action }) => action === "collab_scene.extended");
    expect(line?.who).toMatch(new RegExp(`^API key .* of ${partner.name}$`));
  });

  it("shows the latest fifty extensions, and how many there are", async () => {
    const scene = await makeGreenlitScene();
    const partners = Array.from({ length: 51 }, () => ({
      id: newId(),
      name: "Northlight",
      plan: "creator_pays" as const,
    }));
    await db.partner.createMany({ data: partners });
    const extended = partners.map(({ id: partnerId }) => ({
      id: newId(),
      sceneId: scene.id,
      partnerId,
      createdAt: clock.now(),
    }));
    await db.sceneExtension.createMany({ data: extended });
    const { extensions } = await viewSceneRecord(staffCtx(await makeCustodian()), scene.id);
    const latest = extended.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, 50);
    expect(extensions.rows.map(({ id }) => id)).toEqual(latest.map(({ id }) => id));
    expect(extensions.total).toBe(51);
  });

  it("writes no second entry, for scene or people, when an action re-renders the page", async () => {
    const { user, scene, custodian } = await setUp();
    await placeSceneHold(custodian, { sceneId: scene.id, reason: "Case 24-117" });
    await viewSceneRecord(custodian, scene.id);
    expect(await linesOn(user.id)).toEqual([]);
    await viewSceneRecord({ ...custodian, requestId: newId() }, scene.id);
    expect(await linesOn(user.id)).toMatchObject([{ action: "person.scene_viewed" }]);
  });

  it("shows a signature's evidence however much happened since, and says what it doesn't show", async () => {
    const { user, scene, custodian } = await setUp();
    const subject = { kind: "collab_scene", id: scene.id } as const;
    await inTransaction(async (tx) => {
      for (let n = 0; n < 1000; n++) record(tx, { ctx: custodian, action: "collab_scene.viewed", subject });
    });
    const next = { ...custodian, requestId: newId() };
    const { performers, history } = await viewSceneRecord(next, scene.id);
    expect(performers[0]?.evidence).toMatchObject({
      rows: [{ action: "scene_performer.signed", who: user.email }],
      total: 1,
    });
    expect([history.rows.length, history.total]).toEqual([1000, 1001]);
  });

  it("isn't found if it is erased while it is read", async () => {
    await expect(sceneKeeping(newId())).rejects.toMatchObject({ status: 404 });
  });

  it("is in the list of who looked, as a view of a scene, apart from searches that found the person", async () => {
    const { user, scene, custodian } = await setUp();
    await viewSceneRecord(custodian, scene.id);
    await sceneRecordList.read(custodian, { person: user.id });
    const { looks } = await listLooks(personCtx(user), undefined);
    expect(looks.map(({ action, by }) => [action, by])).toEqual([
      ["index.searched", "custodian"],
      ["person.scene_viewed", "custodian"],
    ]);
  });

  it("is closed to others, and to custodians who perform in it or upload it, even before they open their mail", async () => {
    const { scene, custodian } = await setUp();
    await expect(viewSceneRecord(staffCtx(await makeUser()), scene.id)).rejects.toMatchObject({ status: 403 });
    for (const id of [newId(), "x"]) {
      await expect(viewSceneRecord(custodian, id)).rejects.toMatchObject({ status: 404 });
    }
    const own = await makeCustodian();
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active", userId: own.id });
    for (const scene of [
      await makeScene(undefined, { performers: [{}, { email: own.email }] }),
      await makeScene(undefined, {
        performers: [{ userId: own.id }],
        status: "blocked",
        block: "expired",
        blockedAt: clock.now(),
      }),
      await makeScene(partner, { uploaderAccountId: account.id }),
    ]) {
      await expect(viewSceneRecord(staffCtx(own), scene.id)).rejects.toMatchObject({ code: "conflict_of_interest" });
      expect((await sceneRecordList.read(staffCtx(own), { q: scene.id })).rows).toEqual([
        { id: scene.id, isReserved: true },
      ]);
      // A search by address or id must not show a custodian who else is in their own scene.
      for (const { email, id } of scene.performers) {
        for (const text of [email, id])
          expect((await sceneRecordList.read(staffCtx(own), { q: text })).rows).toEqual([]);
      }
      expect(await db.ledgerEntry.count({ where: { subjectId: scene.id, action: "collab_scene.viewed" } })).toBe(0);
    }
  });

  it("is found by a performer's id, and the ledger records that the person was found", async () => {
    const { user, scene, custodian } = await setUp();
    const [signed, unknown] = scene.performers;
    for (const performer of [signed, unknown]) {
      expect((await sceneRecordList.read(custodian, { q: ` ${performer?.id.toUpperCase()}` })).rows).toMatchObject([
        { id: scene.id, performers: [performer?.email] },
      ]);
    }
    expect(await linesOn(user.id)).toMatchObject([{ action: "index.searched", partnerId: null }]);
    expect((await sceneRecordList.read(custodian, { q: newId() })).rows).toEqual([]);
  });

  it("is found by id, words of the title, a performer's address, and the person", async () => {
    const { user, scene, title, custodian } = await setUp();
    const found = async (filters: Parameters<typeof sceneRecordList.read>[1]) =>
      (await sceneRecordList.read(custodian, filters)).rows.map(({ id }) => id);
    const address = user.email.slice(0, user.email.indexOf("@") + 2).toUpperCase();
    for (const text of [scene.id, `${title.split(" ")[1]} blue`, address])
      expect(await found({ q: text })).toEqual([scene.id]);
    for (const text of [title, scene.id]) {
      expect((await sceneRecordList.read(custodian, { q: text })).rows).toMatchObject([{ performers: [] }]);
    }
    expect((await sceneRecordList.read(custodian, { q: address })).rows).toMatchObject([
      { performers: [user.email], performerCount: 2 },
    ]);
    // Of these, only the address names a person.
    const searched = { action: "index.searched", partnerId: null };
    expect(await linesOn(user.id)).toMatchObject([searched, searched]);
    expect(await found({ q: `blue ${newId()}` })).toEqual([]);
    expect(await found({ person: user.id })).toEqual([scene.id]);
    const me = custodian.actor.userId;
    await expect(sceneRecordList.read(custodian, { person: me })).rejects.toMatchObject({
      code: "conflict_of_interest",
    });
    await expect(sceneRecordList.read(staffCtx(await makeUser()), {})).rejects.toMatchObject({ status: 403 });
  });
});
