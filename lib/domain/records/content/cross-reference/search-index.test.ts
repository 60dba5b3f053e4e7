import { expect, it } from "vitest";
import { contentList } from "@/lib/domain/records/content/lists/list-content";
import { writeListCursor } from "@/lib/domain/records/content/lists/page";
import { db } from "@/lib/platform/db";
import { besideId, newId } from "@/lib/platform/ids";
import {
  makeAccount,
  makeCustodian,
  makeDepiction,
  makePartner,
  makeUser,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { fillWholeSearch, firstRun } from "@/lib/testing/run-jobs";
import { eraseExpiredTask } from "../erase";

import { searchIndex } from "./search-index";

const idsOf = ({ records }: Awaited<ReturnType<typeof searchIndex>>) => records.map(({ id }) => id);

async function setUp() {
  const [one, two] = [await makePartner(), await makePartner()];
  const custodian = staffCtx(await makeCustodian());
  const person = await makeUser();
  const name = `Ada ${newId()}`;
  const accounts = [
    await makeAccount(one, { status: "active", userId: person.id, email: person.email }),
    await makeAccount(two, { status: "active", userId: person.id, email: person.email }),
  ];
  await db.identity.update({ where: { userId: person.id }, data: { legalName: name } });
  const alias = `Star-${newId()}`;
  await db.personAlias.create({ data: { id: newId(), userId: person.id, name: alias } });
  const title = `Titled ${newId()}`;
  const made = [
    await makeDepiction(one, { accountId: accounts[0]?.id ?? "", title }),
    await makeDepiction(two, { accountId: accounts[1]?.id ?? "", productionDate: new Date("2024-05-05T00:00:00Z") }),
  ] as const;
  await fillWholeSearch();
  return { one, two, custodian, person, name, alias, title, made };
}

it("finds a performer's depictions at every partner by legal name or alias, and records each search", async () => {
  const { one, two, custodian, person, name, alias, made } = await setUp();
  const both = [made[1].id, made[0].id];
  const page = await searchIndex(custodian, { name: name.toUpperCase() });
  expect(idsOf(page)).toEqual(both);
  expect(page.records).toMatchObject([{ partnerName: two.name }, { partnerName: one.name }]);
  expect(page.people).toEqual([{ userId: person.id, legalName: name, aliases: [{ name: alias, retired: false }] }]);
  expect(page.records[0]).toMatchObject({ performers: page.people });
  expect(idsOf(await searchIndex(custodian, { name: alias.slice(2) }))).toEqual(both);
  expect(idsOf(await searchIndex(custodian, { name: `“${alias}”,` }))).toEqual(both);
  expect(idsOf(await searchIndex(custodian, { person: person.id, from: "2024-05-05", to: "2024-05-05" }))).toEqual([
    made[1].id,
  ]);
  expect(idsOf(await searchIndex(custodian, { name, q: made[0].externalContentId ?? "" }))).toEqual([made[0].id]);
  expect(idsOf(await searchIndex(custodian, { name: `${name} Nobody` }))).toEqual([]);
  const lines = await db.ledgerEntry.findMany({ where: { subjectId: person.id, action: "index.searched" } });
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject({ actorId: custodian.actor.userId, partnerId: null, detail: '{"by":["name"]}' });
  expect(JSON.stringify(lines, (_, value) => (typeof value === "bigint" ? 0 : value))).not.toContain(name);
});

it("finds by title, URL and content id across partners, and names who appears", async () => {
  const { custodian, person, title, made } = await setUp();
  const [first] = made;
  for (const q of [title, first.contentUrl, first.contentUrl.slice(0, -3), first.externalContentId ?? "", first.id]) {
    const page = await searchIndex(custodian, { q });
    expect(idsOf(page), q).toEqual([first.id]);
    expect(page.records[0]).toMatchObject({ performers: [{ userId: person.id }] });
    expect(page.people).toBeNull();
  }
  expect(await db.ledgerEntry.count({ where: { subjectId: person.id, action: "index.searched" } })).toBe(5);
});

it("finds an erased depiction until its last index entry is gone", async () => {
  const { custodian, person, one } = await setUp();
  const account = await db.soloAccount.findFirstOrThrow({ where: { partnerId: one.id } });
  const old = new Date();
  old.setUTCFullYear(old.getUTCFullYear() - 8);
  const title = `Long ago ${newId()}`;
  // Long before other tests' records.
  const produced = new Date("1931-07-09T00:00:00Z");
  // Erased before it was added to the search.
  const { id, contentUrl } = await makeDepiction(one, { accountId: account.id, title, productionDate: produced });
  await eraseExpiredTask.run({}, firstRun);
  await fillWholeSearch();
  const { records } = await searchIndex(custodian, { person: person.id });
  expect(records.find((found) => found.id === id)).toMatchObject({ title, erased: true });
  for (const q of [title, contentUrl, id]) expect(idsOf(await searchIndex(custodian, { q })), q).toEqual([id]);
  const partnersOwn = await contentList.read(portalCtx(one, "viewer"), { q: title });
  expect([partnersOwn.rows, partnersOwn.older]).toEqual([[], null]);
  // By its production date too, and with no filter.
  const day = produced.toISOString().slice(0, 10);
  const ofDay = await searchIndex(custodian, { from: day, to: day });
  expect(ofDay.records).toMatchObject([{ id, title, erased: true, performers: [{ userId: person.id }] }]);
  const cursor = writeListCursor("older", { id: besideId(id, 1), productionDate: produced });
  expect(idsOf(await searchIndex(custodian, { cursor }))[0]).toBe(id);
  expect((await contentList.read(portalCtx(one, "viewer"), { from: day, to: day })).rows).toEqual([]);

  const inSearch = (depictionId: string) => db.$queryRaw`SELECT id FROM search_records WHERE id = ${depictionId}`;
  expect(await inSearch(id)).toHaveLength(1);
  // Everything of this record may be erased, and is in the same night.
  const older = await makeDepiction(one, { accountId: account.id, productionDate: old, createdAt: old });
  await fillWholeSearch();
  expect(await inSearch(older.id)).toHaveLength(1);
  await eraseExpiredTask.run({}, firstRun);
  expect(await db.indexEntry.count({ where: { depictionId: older.id } })).toBe(0);
  await fillWholeSearch();
  expect(await inSearch(older.id)).toEqual([]);
  expect(await inSearch(id)).toHaveLength(1);
});

it("is for custodians", async () => {
  await expect(searchIndex(staffCtx(await makeUser()), { q: "a" })).rejects.toMatchObject({ status: 403 });
});
