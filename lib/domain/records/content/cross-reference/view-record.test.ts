import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { confirmCopy } from "@/lib/domain/records/content/copies/confirm-copy";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { openCopy, openCopyAsCustodian } from "@/lib/domain/records/content/copies/open-copy";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import {
  keyCtx,
  makeAccount,
  makeCustodian,
  makeDepiction,
  makeKey,
  makeMember,
  makePartner,
  makeUser,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { readCopy, readCopyAsCustodian } from "../copies/open-copy";
import { eraseExpiredTask } from "../erase";
import { getDepiction } from "../present";
import { takeDown } from "../remove-depiction";
import type * as entries from "./index-entries";
import { indexRowsOf } from "./index-entries";
import { placeLegalHold } from "./legal-holds";
import { viewRecord } from "./view-record";

const meanwhile = vi.hoisted(() => ({ erased: null as entries.IndexRow[] | null }));
vi.mock("./index-entries", async (original) => {
  const real = await original<typeof entries>();
  const indexRowsOf: typeof real.indexRowsOf = async (ids) => meanwhile.erased ?? real.indexRowsOf(ids);
  return { ...real, indexRowsOf };
});
afterEach(() => {
  meanwhile.erased = null;
});

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(996)]);

async function setUp() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const legalName = `Ada ${newId()}`;
  await db.identity.update({ where: { userId: account.userId ?? "" }, data: { legalName } });
  const productionDate = new Date("2024-05-05T00:00:00Z");
  const depiction = await makeDepiction(partner, { accountId: account.id, title: "Shown", productionDate });
  await storage().put(incomingKey(depiction.id), jpeg, { contentType: "image/jpeg" });
  const program = keyCtx(partner, await makeKey(partner, { name: "Uploads" }));
  await confirmCopy(program, { accountId: account.id, externalContentId: depiction.externalContentId ?? "" });
  const person = await makeCustodian({ name: "Grace" });
  return { partner, account, legalName, depiction, person, custodian: staffCtx(person) };
}

const custodiansLines = (person: { id: string }) =>
  db.ledgerEntry.findMany({ where: { actorKind: "staff", actorId: person.id }, orderBy: { seq: "asc" } });

describe("a record that a custodian opens", () => {
  it("shows facts, performers and history, and records the view where the partner can't see it", async () => {
    const { partner, account, legalName, depiction, person, custodian } = await setUp();
    await takeDown(portalCtx(partner), { depictionId: depiction.id, reason: "Asked for" });
    const owner = portalCtx(partner);
    const before = await getDepiction(owner, depiction.id);
    const viewed = await viewRecord(custodian, depiction.id);
    expect(viewed).toMatchObject({
      title: "Shown",
      contentUrl: depiction.contentUrl,
      partner: { id: partner.id, name: partner.name },
      performers: [{ userId: account.userId, legalName }],
      productionDate: new Date("2024-05-05T00:00:00Z"),
      logged: {
        contentLogId: depiction.contentLogId,
        platform: depiction.platform,
        copy: { status: "stored", mimeType: "image/jpeg", bytes: 1000, sha256: before.copy.sha256 },
        removal: { by: partner.users.owner.name ?? partner.users.owner.email, reason: "Asked for" },
        retention: { until: new Date("2031-05-05T00:00:00Z"), mustBeKept: true },
      },
    });
    expect(viewed.index.until.getTime()).toBeGreaterThan(new Date("2031-05-05T00:00:00Z").getTime());
    expect(viewed.history.map(({ action }) => action).slice(0, 3)).toEqual([
      "depiction.opened",
      "depiction.removed",
      "depiction.copy_stored",
    ]);
    expect(viewed.history.map(({ who }) => who).slice(0, 3)).toEqual([
      "Grace",
      partner.users.owner.name ?? partner.users.owner.email,
      `API key “Uploads” of ${partner.name}`,
    ]);
    const lines = await custodiansLines(person);
    expect(lines.map(({ action, subjectId, partnerId }) => [action, subjectId, partnerId])).toEqual([
      ["depiction.opened", depiction.id, null],
      ["person.record_viewed", account.userId, null],
    ]);
    expect(await getDepiction(owner, depiction.id)).toEqual(before);
  });

  it.each([
    ["a custodian on a removal request", "staff", newId(), "Grace, custodian, on a removal request"],
    ["a custodian", "staff", null, "Grace, custodian"],
    ["someone unknown", "portal_user", null, "a team member of the partner"],
  ])("says that %s took it down", async (_, removedByKind, removalRequestId, by) => {
    const { depiction, person, custodian } = await setUp();
    const removedById = removedByKind === "staff" ? person.id : "nobody";
    const removal = { removedAt: clock.now(), removedByKind, removedById, removalReason: "Why", removalRequestId };
    await db.depiction.update({ where: { id: depiction.id }, data: removal });
    expect((await viewRecord(custodian, depiction.id)).logged?.removal).toMatchObject({ by, reason: "Why" });
  });

  it("writes no second entry, for record or people, when an action re-renders the page", async () => {
    const { depiction, account, custodian } = await setUp();
    const count = (subjectId: string, action: string) => db.ledgerEntry.count({ where: { subjectId, action } });
    const opened = () =>
      Promise.all([count(depiction.id, "depiction.opened"), count(account.userId ?? "", "person.record_viewed")]);
    await viewRecord(custodian, depiction.id);
    const request = { ...custodian, requestId: newId() };
    await placeLegalHold(request, { depictionId: depiction.id, reason: "A letter" });
    await viewRecord(request, depiction.id);
    expect(await opened()).toEqual([1, 1]);
    await viewRecord({ ...custodian, requestId: newId() }, depiction.id);
    await viewRecord({ ...staffCtx(await makeCustodian()), requestId: request.requestId }, depiction.id);
    expect(await opened()).toEqual([3, 3]);
  });

  it("is opened only by custodians, and writes no entry if it doesn't exist", async () => {
    const { depiction, person, custodian } = await setUp();
    await expect(viewRecord(staffCtx(await makeUser()), depiction.id)).rejects.toMatchObject({ status: 403 });
    for (const id of [newId(), "x"]) await expect(viewRecord(custodian, id)).rejects.toMatchObject({ status: 404 });
    expect(await custodiansLines(person)).toEqual([]);
    expect(await db.ledgerEntry.count({ where: { subjectId: depiction.id, action: "depiction.opened" } })).toBe(0);
  });

  it("is 404 if its last entry is erased meanwhile", async () => {
    const { depiction, person, custodian } = await setUp();
    meanwhile.erased = await indexRowsOf([depiction.id]);
    await expect(viewRecord(custodian, newId())).rejects.toMatchObject({ status: 404 });
    expect(await custodiansLines(person)).toEqual([]);
  });

  it("shows the index entries of an erased record", async () => {
    const { partner, account, legalName, custodian } = await setUp();
    const old = { accountId: account.id, title: "Long ago", productionDate: new Date("2010-01-01T00:00:00Z") };
    const { id } = await makeDepiction(partner, old);
    await eraseExpiredTask.run({}, firstRun);
    expect(await db.depiction.count({ where: { id } })).toBe(0);
    const viewed = await viewRecord(custodian, id);
    expect(viewed).toMatchObject({ title: "Long ago", performers: [{ legalName }], logged: null });
    expect(viewed.history.map(({ action }) => action)).toEqual(["depiction.opened", "depiction.erased"]);
  });
});

describe("the stored copy that a custodian opens", () => {
  it("is shown for ten minutes, recorded with who and why where the partner can't see it", async () => {
    const { partner, depiction, person, custodian } = await setUp();
    const depictionId = depiction.id;
    const before = await getDepiction(portalCtx(partner), depictionId);
    const { grant } = await openCopyAsCustodian(custodian, { depictionId, purpose: "inspection" });
    const read = () => readCopyAsCustodian(custodian, { depictionId, grant, range: null });
    const { body } = await read();
    expect(body && (await buffer(body)).equals(jpeg)).toBe(true);
    expect(await custodiansLines(person)).toMatchObject([
      { action: "depiction.viewed", reason: "inspection", partnerId: null, subjectId: depictionId },
    ]);
    expect(await getDepiction(portalCtx(partner), depictionId)).toEqual(before);
    clock.advance(10 * MINUTE_MS);
    await expect(read()).rejects.toMatchObject({ status: 403, code: "no_grant" });
  });

  it("isn't shown with another person's grant, a partner's grant, or to a former custodian", async () => {
    const { partner, depiction, person, custodian } = await setUp();
    const depictionId = depiction.id;
    const range = null;
    const { grant } = await openCopyAsCustodian(custodian, { depictionId, purpose: "court_order" });
    const other = staffCtx(await makeCustodian());
    await makeMember(partner, "admin", person);
    const member = portalCtx(partner, "admin");
    const asMember = { ...member, actor: { ...member.actor, userId: person.id } };
    const { grant: teams } = await openCopy(asMember, { depictionId });
    await expect(readCopy(asMember, { depictionId, grant, range })).rejects.toMatchObject({ code: "no_grant" });
    // As a member of the team, they could open nothing as a custodian.
    await db.partnerMember.deleteMany({ where: { userId: person.id } });
    for (const [ctx, held] of [
      [other, grant],
      [custodian, teams],
      [custodian, undefined],
    ] as const)
      await expect(readCopyAsCustodian(ctx, { depictionId, grant: held, range })).rejects.toMatchObject({
        code: "no_grant",
      });
    await db.user.update({ where: { id: person.id }, data: { staffRole: null } });
    await expect(readCopyAsCustodian(custodian, { depictionId, grant, range })).rejects.toMatchObject({ status: 403 });
    await expect(openCopyAsCustodian(custodian, { depictionId, purpose: "inspection" })).rejects.toMatchObject({
      status: 403,
    });
  });
});
