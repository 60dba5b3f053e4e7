import { expect, it } from "vitest";
import { holdList } from "@/lib/domain/custody/legal-holds";
import { openCopyAsCustodian } from "@/lib/domain/records/content/copies/open-copy";
import { db } from "@/lib/platform/db";
import { makeCustodian, makeDepiction, makePartner, makeUser, portalCtx, staffCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { readCopyAsCustodian } from "../copies/open-copy";
import { eraseExpiredTask } from "../erase";
import { getDepiction } from "../present";
import { liftLegalHold, placeLegalHold } from "./legal-holds";

import { searchIndex } from "./search-index";
import { viewRecord } from "./view-record";

async function setUp() {
  const partner = await makePartner();
  const old = { title: "Long ago", productionDate: new Date("2010-01-01T00:00:00Z") };
  const { id: depictionId } = await makeDepiction(partner, old);
  const custodian = staffCtx(await makeCustodian({ name: "Grace" }));
  const place = (reason = "Case 24-117") => placeLegalHold(custodian, { depictionId, reason });
  const isThere = async () => (await db.depiction.count({ where: { id: depictionId } })) === 1;
  return { partner, depictionId, custodian, place, isThere };
}

it("keeps a record past its seven years until its last hold is lifted, with who and why in the ledger", async () => {
  const { depictionId, custodian, place, isThere } = await setUp();
  const { holdId: first } = await place();
  const { holdId: second } = await place("A grand jury asks");
  await eraseExpiredTask.run({}, firstRun);
  await liftLegalHold(custodian, { holdId: first, reason: "Settled" });
  await eraseExpiredTask.run({}, firstRun);
  expect(await isThere()).toBe(true);
  expect((await viewRecord(custodian, depictionId)).holds).toMatchObject([
    { id: second, reason: "A grand jury asks", placedBy: "Grace", lifted: null },
    { id: first, reason: "Case 24-117", lifted: { by: "Grace", reason: "Settled" } },
  ]);
  await liftLegalHold(custodian, { holdId: second, reason: "Released" });
  await eraseExpiredTask.run({}, firstRun);
  expect(await isThere()).toBe(false);
  const lines = await db.ledgerEntry.findMany({
    where: { subjectId: depictionId, action: { in: ["depiction.hold_placed", "depiction.hold_lifted"] } },
    orderBy: { seq: "asc" },
  });
  expect(lines.map(({ action, reason, partnerId }) => [action, reason, partnerId])).toEqual([
    ["depiction.hold_placed", "Case 24-117", null],
    ["depiction.hold_placed", "A grand jury asks", null],
    ["depiction.hold_lifted", "Settled", null],
    ["depiction.hold_lifted", "Released", null],
  ]);
  expect(JSON.stringify(await db.indexEntry.findMany({ where: { depictionId } }))).toContain('"legalHold":false');
});

it("is hidden from the partner, who only sees that the record is kept", async () => {
  const { partner, depictionId, custodian, place } = await setUp();
  const young = await makeDepiction(partner);
  const seen = (id: string) => getDepiction(portalCtx(partner), id);
  const before = [await seen(young.id), await seen(depictionId)] as const;
  await place();
  await placeLegalHold(custodian, { depictionId: young.id, reason: "Case 24-117" });
  expect(await seen(young.id)).toEqual(before[0]);
  const retention = { until: new Date("2017-01-01T00:00:00Z"), isOver: true, mustBeKept: true };
  expect(before[1].retention).toEqual({ ...retention, mustBeKept: false });
  expect(await seen(depictionId)).toEqual({ ...before[1], retention });
  expect((await viewRecord(custodian, young.id)).logged?.retention).toMatchObject({ legalHold: true });
});

it.each(["depiction", "index"] as const)(
  "isn't placed over one set by hand (%s), and so never lifted",
  async (where) => {
    const { depictionId, place, isThere } = await setUp();
    if (where === "depiction") await db.depiction.update({ where: { id: depictionId }, data: { legalHold: true } });
    else await db.indexEntry.updateMany({ where: { depictionId }, data: { legalHold: true } });
    await expect(place()).rejects.toMatchObject({ code: "held_by_hand" });
    expect(await db.legalHold.count({ where: { depictionId } })).toBe(0);
    await eraseExpiredTask.run({}, firstRun);
    const entries = await db.indexEntry.count({ where: { depictionId } });
    expect(where === "depiction" ? await isThere() : entries === 1).toBe(true);
  },
);

it("is lifted once by two concurrent calls", async () => {
  const { custodian, place } = await setUp();
  const { holdId } = await place();
  const both = await Promise.allSettled([1, 2].map(() => liftLegalHold(custodian, { holdId, reason: "Settled" })));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(liftLegalHold(custodian, { holdId, reason: "Again" })).rejects.toMatchObject({ code: "hold_lifted" });
});

it("can't be bypassed in the database", async () => {
  const { depictionId, place } = await setUp();
  const { holdId } = await place();
  const [where, legalHold] = [{ id: depictionId }, false];
  await expect(db.depiction.update({ where, data: { legalHold } })).rejects.toThrow("legal hold of this record stands");
  await expect(db.indexEntry.updateMany({ where: { depictionId }, data: { legalHold } })).rejects.toThrow("stands");
  await expect(db.depiction.delete({ where })).rejects.toThrow("seven years");
  const gone = asOwner("DELETE FROM legal_holds WHERE id = $1", [holdId]);
  await expect(gone).rejects.toThrow("never changes");
  const changed = db.legalHold.update({ where: { id: holdId }, data: { placedReason: "Another" } });
  await expect(changed).rejects.toThrow("never changes");
});

it("protects the index entries of an erased record", async () => {
  const { depictionId, custodian, place, isThere } = await setUp();
  await eraseExpiredTask.run({}, firstRun);
  expect(await isThere()).toBe(false);
  await place();
  expect(await viewRecord(custodian, depictionId)).toMatchObject({ logged: null, index: { legalHold: true } });
});

it("requires a custodian and an existing record, and is listed while active", async () => {
  const { depictionId, custodian, place } = await setUp();
  const anybody = staffCtx(await makeUser());
  await expect(placeLegalHold(anybody, { depictionId, reason: "Because" })).rejects.toMatchObject({ status: 403 });
  await expect(holdList.read(anybody, {})).rejects.toMatchObject({ status: 403 });
  const nothing = placeLegalHold(custodian, { depictionId: "0".repeat(25), reason: "Because" });
  await expect(nothing).rejects.toMatchObject({ status: 404 });
  const { holdId } = await place();
  const listed = async () => (await holdList.read(custodian, {})).rows.find(({ id }) => id === holdId);
  expect(await listed()).toMatchObject({ depictionId, title: "Long ago", placedBy: "Grace" });
  await liftLegalHold(custodian, { holdId, reason: "Settled" });
  expect(await listed()).toBeUndefined();
});

it("is refused to a custodian who appears in the record, like the record and its copy", async () => {
  const { depictionId, place } = await setUp();
  const { holdId } = await place();
  const { userId } = await db.indexEntry.findFirstOrThrow({ where: { depictionId } });
  const self = staffCtx(await db.user.update({ where: { id: userId }, data: { staffRole: "custodian" } }));
  const own = { status: 403, code: "conflict_of_interest" };
  const before = await db.ledgerEntry.count({ where: { actorId: userId } });
  await expect(viewRecord(self, depictionId)).rejects.toMatchObject(own);
  await expect(openCopyAsCustodian(self, { depictionId, purpose: "inspection" })).rejects.toMatchObject(own);
  await expect(readCopyAsCustodian(self, { depictionId, grant: "x", range: null })).rejects.toMatchObject(own);
  await expect(placeLegalHold(self, { depictionId, reason: "Because" })).rejects.toMatchObject(own);
  await expect(liftLegalHold(self, { holdId, reason: "Because" })).rejects.toMatchObject(own);
  await expect(searchIndex(self, { person: userId })).rejects.toMatchObject(own);
  expect(await db.ledgerEntry.count({ where: { actorId: userId } })).toBe(before);
  expect((await holdList.read(self, {})).rows.find(({ id }) => id === holdId)).toEqual({
    id: holdId,
    isReserved: true,
  });
});
