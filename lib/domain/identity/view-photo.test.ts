import { afterEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { makeAccount, makeCustodian, makeUser, staffCtx } from "@/lib/testing/factories";
import { makeDraft, makeFullDraft, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import {
  approveIdentity,
  findNeighbours,
  listCheckHistory,
  listChecks,
  openEvidence,
  viewCheck,
  viewOwnPhoto,
  viewPhoto,
} from ".";
import { readGrant } from "./view-grant";

afterEach(() => clock.reset());

const looks = (checkId: string) =>
  db.ledgerEntry.findMany({ where: { subjectId: checkId, action: "identity_photo.viewed" } });

describe("looking at a check's photos", () => {
  it("writes who and why before the image leaves", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    const { grant } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    const { jpeg } = await viewPhoto(ctx, { checkId, kind: "person", grant });
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    const [look] = await looks(checkId);
    expect(look).toMatchObject({ actorKind: "staff", actorId: ctx.actor.userId, reason: "identity_review" });
    const history = await listCheckHistory(ctx, checkId);
    expect(history[0]).toMatchObject({ action: "identity_photo.viewed", who: "Casey Custodian", kind: "person" });
  });

  it("needs a grant of this custodian for this check that is not over", async () => {
    const { checkId } = await makeSubmitted();
    const elsewhere = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    const { grant } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    const other = staffCtx(await makeCustodian());
    const refused = { status: 403, code: "no_grant" };
    await expect(viewPhoto(ctx, { checkId, kind: "person", grant: undefined })).rejects.toMatchObject(refused);
    await expect(viewPhoto(ctx, { checkId, kind: "person", grant: `${grant}x` })).rejects.toMatchObject(refused);
    await expect(viewPhoto(other, { checkId, kind: "person", grant })).rejects.toMatchObject(refused);
    await expect(viewPhoto(ctx, { checkId: elsewhere.checkId, kind: "person", grant })).rejects.toMatchObject(refused);
    const forged = `${Buffer.from(JSON.stringify({ checkId, userId: other.actor.userId, purpose: "inspection", expiresAt: 9e15 })).toString("base64url")}.${grant.split(".")[1]}`;
    expect(readGrant(forged, { checkId, userId: other.actor.userId })).toBeNull();
    clock.advance(10 * 60_000);
    await expect(viewPhoto(ctx, { checkId, kind: "person", grant })).rejects.toMatchObject(refused);
    expect(await looks(checkId)).toHaveLength(0);
  });

  it("is for custodians, and not for their own record or a draft", async () => {
    const custodian = await makeCustodian();
    const own = await makeSubmitted(await makeAccount(undefined, { email: custodian.email }));
    const open = { purpose: "identity_review" as const };
    await expect(openEvidence(staffCtx(custodian), { checkId: own.checkId, ...open })).rejects.toMatchObject({
      code: "own_record",
    });
    await expect(openEvidence(staffCtx(await makeUser()), { checkId: own.checkId, ...open })).rejects.toMatchObject({
      status: 403,
    });
    const { checkId } = await makeFullDraft();
    const { grant } = await openEvidence(staffCtx(custodian), { checkId, purpose: "inspection" });
    await expect(viewPhoto(staffCtx(custodian), { checkId, kind: "person", grant })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("asks for another reason once the check is decided", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = await makeReviewer(checkId);
    const { grant: before } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    await approveIdentity(ctx, { checkId });
    await expect(viewPhoto(ctx, { checkId, kind: "person", grant: before })).rejects.toMatchObject({
      code: "no_grant",
    });
    await expect(openEvidence(ctx, { checkId, purpose: "identity_review" })).rejects.toMatchObject({
      field: "purpose",
    });
    const { grant } = await openEvidence(ctx, { checkId, purpose: "court_order" });
    await viewPhoto(ctx, { checkId, kind: "person", grant });
    expect((await looks(checkId)).map(({ reason }) => reason)).toContain("court_order");
  });

  it("shows nothing when the stored object was swapped for another person's", async () => {
    const mine = await makeSubmitted();
    const theirs = await makeSubmitted();
    const keyOf = async (checkId: string) =>
      (await db.identityPhoto.findUniqueOrThrow({ where: { checkId_kind: { checkId, kind: "person" } } })).storageKey;
    await storage().put(
      await keyOf(mine.checkId),
      await storage()
        .get(await keyOf(theirs.checkId))
        .then(async (s) => Buffer.concat(await s.toArray())),
      {
        contentType: "application/octet-stream",
      },
    );
    const ctx = staffCtx(await makeCustodian());
    const { grant } = await openEvidence(ctx, { checkId: mine.checkId, purpose: "identity_review" });
    await expect(viewPhoto(ctx, { checkId: mine.checkId, kind: "person", grant })).rejects.toThrow();
    expect(await looks(mine.checkId)).toHaveLength(0);
  });

  it("gives a creator their own draft's photo, and nothing of what was sent", async () => {
    const full = await makeFullDraft();
    expect((await viewOwnPhoto(full.ctx, { kind: "person" })).jpeg.length).toBeGreaterThan(100);
    expect(await looks(full.checkId)).toHaveLength(1);
    const sent = await makeSubmitted();
    await expect(viewOwnPhoto(sent.ctx, { kind: "person" })).rejects.toMatchObject({ status: 404 });
    const empty = await makeDraft();
    await expect(viewOwnPhoto(empty.ctx, { kind: "person" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the queue", () => {
  it("lists who has waited longest first, leaves the reviewer's own record out, and finds by name or address", async () => {
    clock.freeze("2010-01-01T00:00:00Z");
    const first = await makeSubmitted();
    clock.advance(1000);
    const custodian = await makeCustodian();
    const staff = staffCtx(custodian);
    const own = await makeSubmitted(await makeAccount(undefined, { email: custodian.email }));
    clock.advance(1000);
    const second = await makeSubmitted();
    const { rows } = await listChecks(staff, { view: "waiting" });
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([first.checkId, second.checkId]);
    expect(rows.some(({ id }) => id === own.checkId)).toBe(false);
    const found = await listChecks(staff, {
      view: "waiting",
      search: second.person.email.toUpperCase(),
    });
    expect(found.rows.map(({ id }) => id)).toEqual([second.checkId]);
    expect((await listChecks(staff, { view: "waiting", search: "%" })).rows).toEqual([]);
    const row = await viewCheck(staff, { checkId: first.checkId, grant: undefined });
    expect(await findNeighbours(staff, row)).toMatchObject({ previous: null, next: second.checkId });
  });

  it.each(["waiting", "approved"] as const)("turns pages of %s without losing or repeating a row", async (view) => {
    const staff = staffCtx(await makeCustodian());
    const stamp = new Date("2002-02-02T00:00:00Z");
    const mailbox = `${view}.example`;
    const people = await Promise.all(
      Array.from({ length: 60 }, () => makeUser({ email: `page.${crypto.randomUUID()}@${mailbox}` })),
    );
    await db.identityCheck.createMany({
      data: people.map(({ id: userId }, n) => ({
        id: newId(),
        userId,
        driver: "custodian_review" as const,
        status: view === "waiting" ? ("submitted" as const) : view,
        legalName: "Page Turner",
        birthDate: new Date("1990-01-01"),
        submittedAt: stamp,
        // Several at one moment, across the ends of pages.
        decidedAt: view === "waiting" ? null : new Date(stamp.getTime() + 1000 * Math.floor(n / 20)),
      })),
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listChecks(staff, { view, search: mailbox, cursor });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it("takes a cursor that nobody wrote for a first page", async () => {
    const staff = staffCtx(await makeCustodian());
    const first = await listChecks(staff, { view: "waiting" });
    for (const cursor of ["2002-02-02T00:00:00Z~\0", "newer.1.\0", `newer.${"9".repeat(14)}9.${newId()}`]) {
      expect(await listChecks(staff, { view: "waiting", cursor })).toEqual(first);
    }
  });
});
