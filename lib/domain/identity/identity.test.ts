import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import {
  makeAccount,
  makeCustodian,
  makeIdentity,
  makeUser,
  personCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import {
  makeDraft,
  makeFullDraft,
  makeReviewer,
  makeSubmitted,
  someDetails,
  someDocument,
} from "@/lib/testing/identity-checks";
import { makePhoto } from "@/lib/testing/photo";
import { mailsTo } from "@/lib/testing/queued-mails";
import { verifyLedger } from "../ledger";
import {
  addPhoto,
  approveIdentity,
  findLatestCheck,
  findRefusal,
  importIdentity,
  purgeDrafts,
  rejectIdentity,
  removePhoto,
  saveDetails,
  saveDocument,
  startCheck,
  submitCheck,
  sweepIdentityObjectTask,
} from ".";

const job = { requestId: "test", attempt: 1, lastAttempt: false, signal: undefined };
const DAY_MS = 86_400_000;

const checkOf = (id: string) => db.identityCheck.findUniqueOrThrow({ where: { id }, include: { photos: true } });
const actionsOn = async (checkId: string) =>
  (await db.ledgerEntry.findMany({ where: { subjectId: checkId }, orderBy: { seq: "asc" } })).map((row) => row.action);

async function sweepsFor(storageKey: string): Promise<Date[]> {
  return (
    await db.$queryRaw<{ run_at: Date }[]>`
      SELECT run_at FROM graphile_worker._private_jobs WHERE payload #>> '{data,storageKey}' = ${storageKey} ORDER BY id`
  ).map((row) => row.run_at);
}

afterEach(() => clock.reset());

describe("a draft", () => {
  it("is one for each person, also when it is begun twice at once", async () => {
    const account = await makeAccount();
    const ctx = personCtx(account.person);
    const started = await Promise.all(Array.from({ length: 4 }, () => startCheck(ctx, { accountId: account.id })));
    expect(new Set(started.map(({ checkId }) => checkId)).size).toBe(1);
    expect(await db.identityCheck.count({ where: { userId: account.person.id } })).toBe(1);
  });

  it("is not begun by somebody who is verified", async () => {
    const account = await makeAccount();
    await makeIdentity(account.person);
    await expect(startCheck(personCtx(account.person), { accountId: account.id })).rejects.toMatchObject({
      code: "already_verified",
    });
  });

  it("keeps name, birth date and other names, without the legal one among them", async () => {
    const { ctx, checkId } = await makeDraft();
    await saveDetails(ctx, someDetails({ otherNames: ["Ada Example", "Ada Lovely", "Ada Lovely", " "] }));
    expect(await checkOf(checkId)).toMatchObject({
      legalName: "Ada Example",
      birthDate: new Date("1990-01-31"),
      otherNames: ["Ada Lovely"],
    });
  });

  it("keeps the document's number sealed, and opens it for its person", async () => {
    const { ctx, checkId, person } = await makeDraft();
    await saveDocument(ctx, someDocument());
    const row = await checkOf(checkId);
    expect(Buffer.from(row.documentNumber ?? []).includes("C01X00T47")).toBe(false);
    expect((await findLatestCheck(person.id))?.documentNumber).toBe("C01X00T47");
  });

  it("takes no expired document, and one that expires today", async () => {
    const { ctx } = await makeDraft();
    clock.freeze("2026-11-21T23:30:00Z");
    await expect(saveDocument(ctx, someDocument({ documentExpiry: "2026-11-20" }))).rejects.toMatchObject({
      field: "documentExpiry",
    });
    await saveDocument(ctx, someDocument({ documentExpiry: "2026-11-21" }));
    await saveDocument(ctx, someDocument({ documentExpiry: null }));
  });

  it("loses the photo of a back when the document turns out to be a passport", async () => {
    const { ctx, checkId } = await makeDraft();
    await saveDocument(ctx, someDocument({ documentType: "id_card" }));
    await addPhoto(ctx, { kind: "document_back", file: await makePhoto() });
    await saveDocument(ctx, someDocument());
    expect((await checkOf(checkId)).photos).toEqual([]);
  });

  it("goes after 30 days without a change, with its photos", async () => {
    const { checkId } = await makeFullDraft();
    const { photos } = await checkOf(checkId);
    const fresh = await makeDraft();
    await db.identityCheck.update({
      where: { id: fresh.checkId },
      data: { updatedAt: new Date(Date.now() + 20 * DAY_MS) },
    });
    clock.advance(31 * DAY_MS);
    expect(await purgeDrafts("test")).toBeGreaterThanOrEqual(1);
    expect(await db.identityCheck.count({ where: { id: checkId } })).toBe(0);
    expect(await db.identityCheck.count({ where: { id: fresh.checkId } })).toBe(1);
    for (const { storageKey } of photos) expect(await sweepsFor(storageKey)).toHaveLength(2);
    expect(await actionsOn(checkId)).toContain("identity_check.draft_purged");
  });
});

describe("somebody younger than 18", () => {
  it("is refused; only the fact stays", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx, checkId, person, account } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const { photos } = await checkOf(checkId);
    expect(await saveDetails(ctx, someDetails({ legalName: "Young One", birthDate: "2008-11-22" }))).toEqual({
      refused: true,
    });
    expect(await db.identityCheck.count({ where: { userId: person.id } })).toBe(0);
    expect(await sweepsFor(photos[0]?.storageKey ?? "")).toHaveLength(2);
    const lines = await db.ledgerEntry.findMany({ where: { OR: [{ subjectId: checkId }, { subjectId: person.id }] } });
    expect(lines.map(({ action }) => action)).toContain("identity_check.refused_under_age");
    expect(JSON.stringify(lines.map(({ detail }) => detail))).not.toMatch(/Young|2008/);

    await expect(startCheck(ctx, { accountId: account.id })).rejects.toMatchObject({ code: "refused_under_age" });
    expect(await findRefusal(person.id)).toMatchObject({ until: new Date("2026-11-22T12:00:00Z") });
    clock.advance(DAY_MS + 1);
    expect((await startCheck(ctx, { accountId: account.id })).status).toBe("draft");
  });

  it("is told from somebody who turns 18 today, on the calendar", async () => {
    clock.freeze("2026-11-21T00:00:00Z");
    const { ctx } = await makeDraft();
    expect(await saveDetails(ctx, someDetails({ birthDate: "2008-11-21" }))).toEqual({ refused: false });
  });

  it("may not be born tomorrow", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx } = await makeDraft();
    await expect(saveDetails(ctx, someDetails({ birthDate: "2026-11-22" }))).rejects.toMatchObject({
      field: "birthDate",
    });
  });
});

describe("photos", () => {
  it("are stored sealed, without metadata, under a key that names nobody", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const photo = (await checkOf(checkId)).photos[0];
    expect(photo?.storageKey).toBe(`identity/${photo?.id}`);
    const stored = await buffer(await storage().get(photo?.storageKey ?? ""));
    expect(stored.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(stored.includes("Secret Phone")).toBe(false);
    expect(stored.length).toBe((photo?.bytes ?? 0) + 29);
  });

  it("are replaced by a retake, and the earlier object goes", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#112233") });
    const before = (await checkOf(checkId)).photos[0]?.storageKey ?? "";
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#445566") });
    const { photos } = await checkOf(checkId);
    expect(photos).toHaveLength(1);
    expect(photos[0]?.storageKey).not.toBe(before);
    await sweepIdentityObjectTask.run({ storageKey: before }, job);
    expect(await storage().exists(before)).toBe(false);
    await sweepIdentityObjectTask.run({ storageKey: photos[0]?.storageKey }, job);
    expect(await storage().exists(photos[0]?.storageKey ?? "")).toBe(true);
  });

  it("leave a promise to clean up before the object is written", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const [first] = await sweepsFor((await checkOf(checkId)).photos[0]?.storageKey ?? "");
    expect(first?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
  });

  it("are one of each kind when two arrive at once", async () => {
    const { ctx, checkId } = await makeDraft();
    const files = await Promise.all(["#111111", "#222222", "#333333"].map((colour) => makePhoto(colour)));
    await Promise.all(files.map((file) => addPhoto(ctx, { kind: "document_front", file })));
    expect((await checkOf(checkId)).photos).toHaveLength(1);
  });

  it("can be taken out again", async () => {
    const { ctx, checkId } = await makeFullDraft();
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: true });
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: false });
    expect((await checkOf(checkId)).photos.map(({ kind }) => kind)).toEqual(["document_front"]);
  });

  it("are refused with a reason when they are no photos", async () => {
    const { ctx } = await makeDraft();
    await expect(addPhoto(ctx, { kind: "person", file: Buffer.from("hello") })).rejects.toThrow("JPEG, PNG or WebP");
  });
});

describe("submitting", () => {
  it("needs everything, and the declaration", async () => {
    const { ctx, checkId } = await makeFullDraft(undefined, { document: someDocument({ documentType: "id_card" }) });
    await expect(submitCheck(ctx, { attested: false })).rejects.toMatchObject({ code: "not_attested" });
    await removePhoto(ctx, { kind: "document_back" });
    await expect(submitCheck(ctx, { attested: true })).rejects.toMatchObject({ code: "check_incomplete" });
    await addPhoto(ctx, { kind: "document_back", file: await makePhoto() });
    await submitCheck(ctx, { attested: true });
    expect((await checkOf(checkId)).status).toBe("submitted");
    const line = await db.ledgerEntry.findFirstOrThrow({
      where: { subjectId: checkId, action: "identity_check.submitted" },
    });
    expect(line.detail).toContain("under penalty of perjury");
  });

  it("twice at once sends one", async () => {
    const { ctx, checkId } = await makeFullDraft();
    const results = await Promise.allSettled([1, 2, 3].map(() => submitCheck(ctx, { attested: true })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await actionsOn(checkId)).filter((action) => action === "identity_check.submitted")).toHaveLength(1);
  });

  it("ends every change, also one that was on its way", async () => {
    const { ctx, checkId } = await makeFullDraft();
    const file = await makePhoto("#abcdef");
    const [, late] = await Promise.allSettled([
      submitCheck(ctx, { attested: true }),
      addPhoto(ctx, { kind: "person", file }),
    ]);
    const sent = await db.ledgerEntry.findFirstOrThrow({
      where: { subjectId: checkId, action: "identity_check.submitted" },
    });
    const person = (await checkOf(checkId)).photos.find(({ kind }) => kind === "person");
    // Whichever came first, what was sent is what is kept.
    expect(sent.detail).toContain(Buffer.from(person?.sha256 ?? []).toString("hex"));
    if (late?.status === "rejected") expect(late.reason).toMatchObject({ code: "no_draft" });
    await expect(addPhoto(ctx, { kind: "person", file })).rejects.toMatchObject({ code: "no_draft" });
    await expect(saveDetails(ctx, someDetails())).rejects.toMatchObject({ code: "no_draft" });
    await expect(removePhoto(ctx, { kind: "person" })).rejects.toMatchObject({ code: "no_draft" });
  });

  it("notices a document that expired while the draft lay there", async () => {
    const { ctx } = await makeFullDraft(undefined, { document: someDocument({ documentExpiry: "2030-01-01" }) });
    clock.freeze("2030-01-02T00:00:00Z");
    await expect(submitCheck(ctx, { attested: true })).rejects.toMatchObject({ code: "document_expired" });
  });
});

describe("approving", () => {
  it("puts the identity on record, settles the accounts with their event, and tells the creator", async () => {
    const account = await makeAccount(undefined, { redirectUrl: "https://platform.example.com/done" });
    const { checkId, person } = await makeSubmitted(account);
    const other = await makeAccount(undefined, { email: person.email, userId: person.id, link: "approved" });
    await approveIdentity(await makeReviewer(checkId), { checkId });

    const identity = await db.identity.findUniqueOrThrow({ where: { userId: person.id } });
    expect(identity).toMatchObject({ checkId, legalName: "Ada Example", birthDate: new Date("1990-01-31") });
    expect((await db.personAlias.findMany({ where: { userId: person.id } })).map(({ name }) => name)).toEqual([
      "Ada Lovely",
    ]);
    for (const { id, partnerId } of [account, other]) {
      expect((await db.soloAccount.findUniqueOrThrow({ where: { id } })).status).toBe("active");
      const events = await db.webhookEvent.findMany({ where: { partnerId } });
      expect(events.map(({ type }) => type)).toEqual(["solo_account.verified"]);
      expect(Buffer.from(events[0]?.body ?? []).toString()).not.toContain('Example"');
    }
    const mail = (await mailsTo(person.email)).find(({ template }) => template === "identity_approved");
    expect(mail?.props).toMatchObject({ continueUrl: "https://platform.example.com/done" });
    expect((await verifyLedger()).ok).toBe(true);
  });

  it("has one winner when two custodians decide at once", async () => {
    const { checkId, person, account } = await makeSubmitted();
    const [first, second, third] = await Promise.all([
      makeReviewer(checkId),
      makeReviewer(checkId),
      makeReviewer(checkId),
    ]);
    const results = await Promise.allSettled([
      approveIdentity(first, { checkId }),
      approveIdentity(second, { checkId }),
      rejectIdentity(third, { checkId, reason: "details_differ", note: "" }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409, code: "already_decided" });
    }
    expect((await mailsTo(person.email)).filter(({ template }) => /^identity_/.test(template))).toHaveLength(1);
    expect(await db.webhookEvent.count({ where: { partnerId: account.partnerId } })).toBeLessThanOrEqual(1);
  });

  it("is not for the person themself, nor for who is no custodian", async () => {
    const custodian = await makeCustodian();
    const account = await makeAccount(undefined, { email: custodian.email });
    const { checkId } = await makeSubmitted(account);
    await expect(approveIdentity(staffCtx(custodian), { checkId })).rejects.toMatchObject({ code: "own_record" });
    await expect(approveIdentity(staffCtx(await makeUser()), { checkId })).rejects.toMatchObject({ status: 403 });
  });

  it("needs the approver to have looked at each photo", async () => {
    const { checkId } = await makeSubmitted();
    await expect(approveIdentity(staffCtx(await makeCustodian()), { checkId })).rejects.toMatchObject({
      code: "not_looked_at",
    });
  });

  it("counts the age today", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { checkId } = await makeSubmitted();
    const ctx = await makeReviewer(checkId);
    await db.$executeRaw`UPDATE identity_checks SET birth_date = '2008-11-22' WHERE id = ${checkId}`;
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "under_age" });
    clock.advance(DAY_MS);
    await approveIdentity(ctx, { checkId });
  });

  it("does not reach an account that another hold keeps out of custody", async () => {
    const account = await makeAccount(undefined, { status: "suspended", verified: false });
    const { checkId } = await makeSubmitted(account);
    await approveIdentity(await makeReviewer(checkId), { checkId });
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("suspended");
  });
});

describe("rejecting", () => {
  it("tells the creator why, with a way back, and leaves the account as it was", async () => {
    const { checkId, person, account } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    await rejectIdentity(ctx, { checkId, reason: "document_unreadable", note: "The lower line is cut off." });
    expect(await checkOf(checkId)).toMatchObject({ status: "rejected", decidedById: ctx.actor.userId });
    const mail = (await mailsTo(person.email)).find(({ template }) => template === "identity_rejected");
    expect(mail?.props).toMatchObject({ reason: "document_unreadable", note: "The lower line is cut off." });
    expect(mail?.url).toMatch(/\/onboard\/[\w-]{43}$/);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe(
      "pending_id_verification",
    );
    expect(await db.webhookEvent.count({ where: { partnerId: account.partnerId } })).toBe(0);
  });

  it("lets the creator try again from what was entered, with new photos", async () => {
    const { checkId, ctx, person, account } = await makeSubmitted();
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "person_not_visible", note: "" });
    const again = await startCheck(ctx, { accountId: account.id });
    expect(again.checkId).not.toBe(checkId);
    const draft = await findLatestCheck(person.id);
    expect(draft).toMatchObject({ status: "draft", legalName: "Ada Example", documentNumber: "C01X00T47", photos: [] });
    expect((await checkOf(checkId)).photos).toHaveLength(2);
  });
});

describe("a new try", () => {
  it("asks for the document again when the document was the reason", async () => {
    const { checkId, ctx, person, account } = await makeSubmitted();
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "document_not_accepted", note: "" });
    await startCheck(ctx, { accountId: account.id });
    const draft = await findLatestCheck(person.id);
    expect(draft).toMatchObject({ legalName: "Ada Example", documentType: null, documentNumber: null });
  });
});

describe("importing", () => {
  const someone = () => ({
    email: `${crypto.randomUUID()}@example.com`,
    legalName: "Imported Person",
    birthDate: "1985-05-05",
    verifiedAt: new Date("2025-03-01T00:00:00Z"),
  });

  it("makes the person once, however often it is called", async () => {
    const input = { ...someone(), document: await makePhoto() };
    const results = await Promise.all([1, 2, 3].map(() => importIdentity(systemCtx("ops"), input)));
    expect(new Set(results.map(({ personId }) => personId)).size).toBe(1);
    expect(results.filter(({ imported }) => imported)).toHaveLength(1);
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: results[0]?.personId ?? "" } });
    expect(identity.verifiedAt).toEqual(input.verifiedAt);
    expect((await checkOf(identity.checkId)).photos).toHaveLength(1);
  });

  it("settles the accounts of a person who is linked already", async () => {
    const account = await makeAccount();
    await importIdentity(systemCtx("ops"), { ...someone(), email: account.email });
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
  });

  it("refuses a minor, a future verification, and another identity for the same address", async () => {
    const input = someone();
    await expect(importIdentity(systemCtx("ops"), { ...input, birthDate: "2020-01-01" })).rejects.toMatchObject({
      field: "birthDate",
    });
    const future = new Date(Date.now() + DAY_MS);
    await expect(importIdentity(systemCtx("ops"), { ...input, verifiedAt: future })).rejects.toMatchObject({
      field: "verifiedAt",
    });
    await importIdentity(systemCtx("ops"), input);
    await expect(importIdentity(systemCtx("ops"), { ...input, legalName: "Somebody Else" })).rejects.toMatchObject({
      code: "identity_exists",
    });
  });
});
