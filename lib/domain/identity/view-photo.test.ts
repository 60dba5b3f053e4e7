import { describe, expect, it } from "vitest";
import { verifyLedger } from "@/lib/domain/core/ledger";
import { listCheckHistory, openEvidence, viewOwnPhoto, viewPhoto } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db, violates } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { makeAccount, makeCustodian, makeUser, staffCtx } from "@/lib/testing/factories";
import {
  approveIdentity,
  checkOf,
  makeDraft,
  makeFullDraft,
  makeReviewer,
  makeSubmitted,
} from "@/lib/testing/identity-checks";
import { asOwner } from "@/lib/testing/sql";
import { readGrant } from "./view-photo";
import type { ViewPurpose } from "./view-purposes";

const looks = (checkId: string) =>
  db.ledgerEntry.findMany({
    where: { subjectId: checkId, action: { in: ["identity_check.opened", "identity_photo.viewed"] } },
    orderBy: { seq: "asc" },
  });

describe("viewing a check's photos", () => {
  it("records who, why and which photos, once, before it sends an image", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    const { grant } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    const [look, ...more] = await looks(checkId);
    expect(more).toEqual([]);
    expect(look).toMatchObject({ actorKind: "staff", actorId: ctx.actor.userId, reason: "identity_review" });
    const { photos } = await checkOf(checkId);
    expect(JSON.parse(look?.detail ?? "").photos.toSorted()).toEqual(photos.map(({ id }) => id).toSorted());

    for (const kind of ["person", "document_front", "person"] as const) {
      const { jpeg } = await viewPhoto(ctx, { checkId, kind, grant });
      expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    expect(await looks(checkId)).toEqual([look]);
    const { rows } = await listCheckHistory(ctx, checkId);
    expect(rows[0]).toMatchObject({ action: "identity_check.opened", who: "Casey Custodian" });
  });

  it("opens only for 15 minutes after the custodian proved who they are", async () => {
    clock.freeze(new Date());
    const { checkId } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    const open = (provenAt?: Date) =>
      openEvidence(
        { ...ctx, actor: { kind: "staff", userId: ctx.actor.userId, provenAt } },
        { checkId, purpose: "inspection" },
      );
    clock.advance(15 * MINUTE_MS);
    for (const provenAt of [ctx.actor.provenAt, undefined]) {
      await expect(open(provenAt)).rejects.toMatchObject({ status: 403, code: "prove_again" });
    }
    expect(await looks(checkId)).toEqual([]);
    clock.advance(-1);
    await open(ctx.actor.provenAt);
  });

  it("writes one entry per custodian, purpose and ten minutes, for any number of tabs", async () => {
    clock.freeze(new Date());
    const { checkId } = await makeSubmitted();
    const [ctx, other] = [staffCtx(await makeCustodian()), staffCtx(await makeCustodian())];
    const open = (by = ctx, purpose: ViewPurpose = "identity_review") => openEvidence(by, { checkId, purpose });
    const opened = await Promise.all([open(), open(), open(), open()]);
    expect(await looks(checkId)).toHaveLength(1);
    expect(new Set(opened.map(({ expiresAt }) => expiresAt.getTime())).size).toBe(1);

    clock.advance(9 * MINUTE_MS);
    const again = await open();
    expect(again.expiresAt).toEqual(opened[0]?.expiresAt);
    expect(await looks(checkId)).toHaveLength(1);
    await open(ctx, "fraud_inquiry");
    await open(other);
    expect((await looks(checkId)).map(({ actorId, reason }) => [actorId, reason])).toEqual([
      [ctx.actor.userId, "identity_review"],
      [ctx.actor.userId, "fraud_inquiry"],
      [other.actor.userId, "identity_review"],
    ]);
    clock.advance(MINUTE_MS);
    expect((await open()).expiresAt.getTime()).toBe(clock.now().getTime() + 10 * MINUTE_MS);
    expect(await looks(checkId)).toHaveLength(4);
    expect((await verifyLedger()).ok).toBe(true);
  });

  it.each(["UPDATE looks SET photos = '{}'", "DELETE FROM looks"])("stays seen: no %s", async (sql) => {
    const { checkId } = await makeSubmitted();
    await openEvidence(staffCtx(await makeCustodian()), { checkId, purpose: "identity_review" });
    await expect(asOwner(`${sql} WHERE subject_id = $1`, [checkId])).rejects.toSatisfy((error) =>
      violates(error, "facts_stay"),
    );
  });

  it("requires this custodian's current grant for this check", async () => {
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
    clock.advance(10 * MINUTE_MS);
    await expect(viewPhoto(ctx, { checkId, kind: "person", grant })).rejects.toMatchObject(refused);
    expect(await looks(elsewhere.checkId)).toEqual([]);
  });

  it("is only for custodians, and not for their own record or a draft", async () => {
    const custodian = await makeCustodian();
    const own = await makeSubmitted(await makeAccount(undefined, { email: custodian.email }));
    const open = { purpose: "identity_review" as const };
    await expect(openEvidence(staffCtx(custodian), { checkId: own.checkId, ...open })).rejects.toMatchObject({
      code: "conflict_of_interest",
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

  it("requires another reason once the check is decided", async () => {
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
      (await db.identityPhoto.findFirstOrThrow({ where: { checkId, kind: "person" } })).storageKey;
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
  });

  it("shows creators the photos of their own draft, but not of a sent check", async () => {
    const full = await makeFullDraft();
    expect((await viewOwnPhoto(full.ctx, { kind: "person" })).jpeg.length).toBeGreaterThan(100);
    expect(await looks(full.checkId)).toHaveLength(1);
    const sent = await makeSubmitted();
    await expect(viewOwnPhoto(sent.ctx, { kind: "person" })).rejects.toMatchObject({ status: 404 });
    const empty = await makeDraft();
    await expect(viewOwnPhoto(empty.ctx, { kind: "person" })).rejects.toMatchObject({ status: 404 });
  });
});
