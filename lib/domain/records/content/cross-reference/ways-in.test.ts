import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { holdList } from "@/lib/domain/custody/legal-holds";
import { viewSceneRecord } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  makeAccount,
  makeCustodian,
  makeDepiction,
  makeIdentity,
  makePartner,
  makeUser,
  staffCtx,
} from "@/lib/testing/factories";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { thereAndBack } from "@/lib/testing/there-and-back";
import { openCopyAsCustodian, readCopyAsCustodian } from "../copies/open-copy";
import { listDepictions } from "../lists/list-depictions";
import { pageOfAppearances } from "./index-entries";
import { liftLegalHold, placeLegalHold } from "./legal-holds";
import { IndexFilters, searchIndex } from "./search-index";
import { viewRecord } from "./view-record";

type Search = Parameters<typeof searchIndex>[1];

/** A person who has, at one partner, a depiction and a scene that was published from the same file. */
async function setUp() {
  const partner = await makePartner();
  const person = await makeUser();
  const account = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  const [name, alias] = [`Ada ${newId()}`, `Star-${newId()}`];
  await db.identity.update({ where: { userId: person.id }, data: { legalName: name } });
  await db.personAlias.create({ data: { id: newId(), userId: person.id, name: alias } });
  const other = await makeUser();
  const otherName = `Grace ${newId()}`;
  await makeIdentity(other, { legalName: otherName });
  const title = `Titled ${newId()}`;
  const contentUrl = `https://platform.example.com/videos/${newId()}`;
  // Long before other tests' records.
  const day = "1934-03-02";
  const productionDate = new Date(`${day}T12:00:00Z`);
  const [fileHash, keptSha256] = [randomBytes(32), randomBytes(32)];
  const stored = { copyState: "stored", keptKey: newId(), keptAt: clock.now(), keptSha256 } as const;
  const facts = { accountId: account.id, title, contentUrl, productionDate, fileHash, ...stored };
  const depiction = await makeDepiction(partner, facts);
  const scene = await makeGreenlitScene(partner, {
    uploaderAccountId: account.id,
    title,
    shootDate: productionDate,
    performers: [{ userId: other.id, email: other.email }],
  });
  const publish = (url: string, depictionSha256: Uint8Array<ArrayBuffer>) =>
    makePublication(scene, { partnerId: partner.id, contentUrl: url, depictionSha256 });
  await publish(contentUrl, fileHash);
  await publish(`${contentUrl}-second-cut`, keptSha256);
  await fillWholeSearch();
  const custodian = staffCtx(await makeCustodian());
  return {
    partner,
    person,
    name,
    alias,
    other,
    otherName,
    title,
    contentUrl,
    day,
    fileHash,
    keptSha256,
    depiction,
    scene,
    custodian,
  };
}

let made: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  made = await setUp();
});

/** Each way to find the depiction. `led`: it has what no scene has, so its row leads to the scene. */
const WAYS: Record<string, { led?: true; search: () => Search }> = {
  "legal name": { search: () => ({ name: made.name.toUpperCase() }) },
  "part of a legal name": { search: () => ({ name: made.name.slice(5) }) },
  alias: { search: () => ({ name: `“${made.alias}”,` }) },
  person: { search: () => ({ person: made.person.id }) },
  title: { search: () => ({ q: made.title }) },
  "a word of the title": { search: () => ({ q: made.title.split(" ")[1] ?? "" }) },
  URL: { search: () => ({ q: made.contentUrl }) },
  "part of a URL": { search: () => ({ q: made.contentUrl.slice(0, -3) }) },
  "file hash": { search: () => ({ q: hexOf(made.fileHash) }) },
  "hash of the stored copy": { search: () => ({ q: hexOf(made.keptSha256).toUpperCase() }) },
  "depiction id": { led: true, search: () => ({ q: made.depiction.id }) },
  "content log id": { led: true, search: () => ({ q: made.depiction.contentLogId }) },
  "content id": { led: true, search: () => ({ q: made.depiction.externalContentId ?? "" }) },
  "production date": { search: () => ({ from: made.day, to: made.day }) },
  "title and production date": { search: () => ({ q: made.title, from: made.day, to: made.day }) },
  "name and title": { search: () => ({ name: made.name, q: made.title }) },
  "name and URL": { search: () => ({ name: made.name, q: made.contentUrl }) },
  "name and content id": { led: true, search: () => ({ name: made.name, q: made.depiction.externalContentId ?? "" }) },
  "person and production date": { search: () => ({ person: made.person.id, from: made.day, to: made.day }) },
};

it.each(Object.keys(WAYS))("finds the scene of the same person with the depiction: by %s", async (way) => {
  const { led, search } = WAYS[way] ?? { search: () => ({}) };
  const { depiction, scene, custodian, person, other } = made;
  const { records } = await searchIndex(custodian, search());
  const found = records.find(({ id }) => id === depiction.id);
  expect(found).toMatchObject({ kind: "depiction", scenes: [{ id: scene.id, title: scene.title }] });
  if (led) return;
  const row = records.find(({ id }) => id === scene.id);
  const performers = [person.id, other.id].sort().map((userId) => ({ userId }));
  expect(row).toMatchObject({ kind: "scene", title: scene.title, published: 2, erased: false, performers });
});

it("goes through every field of the search", () => {
  const fields = Object.values(WAYS).flatMap(({ search }) => Object.keys(search()));
  expect([...new Set(fields)].sort()).toEqual(IndexFilters.omit({ cursor: true }).keyof().options.toSorted());
});

it("finds a scene by its id, each performer's name, and publications of other platforms, and records the search", async () => {
  const { scene, custodian, other, otherName, title, depiction } = made;
  const elsewhere = await makePartner();
  await makeExtension(scene, elsewhere);
  const published = await makePublication(scene, { partnerId: elsewhere.id });
  const searches: Search[] = [
    { q: scene.id },
    { name: otherName },
    { person: other.id },
    { q: published.contentUrl },
    { q: hexOf(published.depictionSha256) },
  ];
  const before = await db.ledgerEntry.count({ where: { subjectId: other.id, action: "index.searched" } });
  for (const search of searches) {
    const { records } = await searchIndex(custodian, search);
    expect(
      records.map(({ id }) => id),
      JSON.stringify(search),
    ).toEqual([scene.id]);
  }
  const after = await db.ledgerEntry.count({ where: { subjectId: other.id, action: "index.searched" } });
  expect(after - before).toBe(searches.length);
  // The scene has no content id, and another platform's record of the same URL is another work.
  expect((await searchIndex(custodian, { name: otherName, q: depiction.externalContentId ?? "" })).records).toEqual([]);
  const foreign = await makeDepiction(await makePartner(), { contentUrl: made.contentUrl, title });
  expect((await viewRecord(custodian, foreign.id)).scenes).toEqual([]);
});

it("leads from a depiction's record to the scene, and back", async () => {
  const { depiction, scene, custodian } = made;
  expect((await viewRecord(custodian, depiction.id)).scenes).toEqual([{ id: scene.id, title: scene.title }]);
  const { depictions } = await viewSceneRecord(custodian, scene.id);
  expect(depictions).toEqual({
    rows: [{ id: depiction.id, title: depiction.title, partnerName: made.partner.name }],
    total: 1,
  });
});

it("shows nothing of a custodian's own scene, also behind a depiction", async () => {
  const { depiction, scene, other, title } = made;
  const own = staffCtx(await db.user.update({ where: { id: other.id }, data: { staffRole: "custodian" } }));
  const { records } = await searchIndex(own, { q: title });
  for (const { id } of [scene, depiction]) {
    expect(records.find((row) => row.id === id)).toEqual({ id, isReserved: true });
  }
  expect(await db.ledgerEntry.count({ where: { actorId: other.id } })).toBe(0);
  await db.user.update({ where: { id: other.id }, data: { staffRole: null } });
});

it.each(["URL", "logged file", "stored copy"])(
  "closes a depiction with the %s of a scene's publication to a custodian who performs in the scene",
  async (link) => {
    const partner = await makePartner();
    const custodian = await makeCustodian();
    const [own, stranger] = [staffCtx(custodian), staffCtx(await makeCustodian())];
    const [fileHash, keptSha256] = [randomBytes(32), randomBytes(32)];
    const stored = { copyState: "stored", keptKey: newId(), keptAt: clock.now(), keptSha256 } as const;
    const { id: depictionId, contentUrl } = await makeDepiction(partner, { fileHash, ...stored });
    const performers = [{ userId: custodian.id, email: custodian.email }];
    const scene = await makeGreenlitScene(partner, { performers });
    const reason = "Case 24-117";
    // Before the publication, no scene leads to it.
    const { holdId } = await placeLegalHold(own, { depictionId, reason });
    await makePublication(scene, {
      partnerId: partner.id,
      ...(link === "URL" ? { contentUrl } : { depictionSha256: link === "logged file" ? fileHash : keptSha256 }),
    });
    await fillWholeSearch();
    for (const act of [
      () => viewRecord(own, depictionId),
      () => openCopyAsCustodian(own, { depictionId, purpose: "inspection" }),
      () => readCopyAsCustodian(own, { depictionId, grant: "x", range: null }),
      () => placeLegalHold(own, { depictionId, reason }),
      () => liftLegalHold(own, { holdId, reason }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
    const held = (await holdList.read(own, {})).rows.find(({ id }) => id === holdId);
    expect(held).toEqual({ id: holdId, isReserved: true });
    expect((await viewRecord(stranger, depictionId)).scenes).toMatchObject([{ id: scene.id, title: scene.title }]);
    // Another scene that is published as the same depiction leads to it, but doesn't open it.
    const another = await makeGreenlitScene(partner);
    await makePublication(another, { partnerId: partner.id, depictionSha256: fileHash });
    expect((await viewSceneRecord(own, another.id)).depictions.rows).toMatchObject([
      { id: depictionId, isReserved: true },
    ]);
    expect((await viewSceneRecord(stranger, another.id)).depictions.rows).toMatchObject([
      { partnerName: partner.name },
    ]);
  },
);

it("doesn't find a scene before its greenlight", async () => {
  const { custodian } = made;
  const user = await makeUser();
  const { id, title } = await makeScene(undefined, {
    title: `Pending ${newId()}`,
    performers: [{ userId: user.id, email: user.email }],
  });
  await fillWholeSearch();
  for (const search of [{ q: id }, { q: title }, { person: user.id }])
    expect((await searchIndex(custodian, search)).records).toEqual([]);
});

it("pages through depictions and scenes in one list, each once, forward and back", async () => {
  const partner = await makePartner();
  const person = await makeUser();
  const account = await makeAccount(partner, { status: "active", userId: person.id, email: person.email });
  const title = `mark${newId()}`;
  const ids: string[] = [];
  for (const kind of ["depiction", "scene", "scene", "depiction", "scene", "depiction", "depiction"]) {
    const given = { title, shootDate: new Date("1935-06-01T00:00:00Z"), uploaderAccountId: account.id };
    const productionDate = new Date("1935-06-01T00:00:00Z");
    const { id } = await (kind === "scene"
      ? makeGreenlitScene(partner, given)
      : makeDepiction(partner, { title, productionDate, accountId: account.id }));
    ids.push(id);
  }
  await fillWholeSearch();
  const newest = ids.toReversed();
  const day = { from: new Date("1935-06-01T00:00:00Z"), to: new Date("1935-06-02T00:00:00Z") };
  const lists: ((cursor?: string) => ReturnType<typeof listDepictions>)[] = [
    (cursor) => pageOfAppearances([person.id], {}, { cursor, limit: 2, span: 3 }),
    (cursor) => pageOfAppearances([person.id], { text: title }, { cursor, limit: 2, span: 3 }),
    (cursor) => listDepictions({ partnerId: null }, { text: title }, { cursor, limit: 2 }),
    (cursor) => listDepictions({ partnerId: null }, { text: title, ...day }, { cursor, limit: 3 }),
    (cursor) =>
      listDepictions(
        { partnerId: null },
        { text: title },
        { cursor, limit: 2, bounds: { newest: 1, hits: 99, further: 5 } },
      ),
  ];
  for (const list of lists) expect((await thereAndBack(list)).flatMap((page) => page.ids)).toEqual(newest);
  // A partner's content has no scenes.
  const own = await listDepictions({ partnerId: partner.id }, { text: title }, { limit: 25 });
  expect(own.ids).toHaveLength(4);
});
