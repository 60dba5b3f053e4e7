import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, makeIdentity, personCtx } from "@/lib/testing/factories";
import {
  checkOf,
  makeApproved,
  makeDraft,
  makeFullDraft,
  makePhoto,
  someDetails,
  someDocument,
  sweepsFor,
} from "@/lib/testing/identity-checks";
import { firstRun } from "@/lib/testing/run-jobs";
import {
  addPhoto,
  findLatestCheck,
  findRefusal,
  purgeDrafts,
  readDocumentNumber,
  removePhoto,
  saveDetails,
  saveDocument,
  startCheck,
  submitCheck,
  sweepIdentityObjectTask,
} from ".";

const actionsOn = async (checkId: string) => (await linesOn(checkId)).map(({ action }) => action);

describe("a draft", () => {
  it("exists once per person, also when started twice in parallel", async () => {
    const account = await makeAccount();
    const ctx = personCtx(account.person);
    const started = await Promise.all(Array.from({ length: 4 }, () => startCheck(ctx, { accountId: account.id })));
    expect(new Set(started.map(({ checkId }) => checkId)).size).toBe(1);
    expect(await db.identityCheck.count({ where: { userId: account.person.id } })).toBe(1);
  });

  it("has the state of a US driver's license, and of nothing else", async () => {
    const { ctx, checkId } = await makeDraft();
    const license = { documentType: "driving_licence", documentCountry: "US" } as const;
    for (const documentState of ["", "XX", undefined]) {
      expect(() => someDocument({ ...license, documentState })).toThrow("Choose the state that issued it.");
    }
    await saveDocument(ctx, someDocument({ ...license, documentState: "CA" }));
    expect(await checkOf(checkId)).toMatchObject({ documentCountry: "US", documentState: "CA" });
    await saveDocument(ctx, someDocument({ ...license, documentCountry: "DE", documentState: "CA" }));
    expect(await checkOf(checkId)).toMatchObject({ documentCountry: "DE", documentState: null });
  });

  it("can't be started by a verified person", async () => {
    const account = await makeAccount();
    await makeIdentity(account.person);
    await expect(startCheck(personCtx(account.person), { accountId: account.id })).rejects.toMatchObject({
      code: "already_verified",
    });
  });

  it("stores name, birth date and other names, without the legal name among them", async () => {
    const { ctx, checkId } = await makeDraft();
    await saveDetails(ctx, someDetails({ otherNames: ["Ada Example", "Ada Lovely", "Ada Lovely", " "] }));
    expect(await checkOf(checkId)).toMatchObject({
      legalName: "Ada Example",
      birthDate: new Date("1990-01-31"),
      otherNames: ["Ada Lovely"],
    });
  });

  it("seals the document number, and opens it for its person", async () => {
    const { ctx, checkId, person } = await makeDraft();
    await saveDocument(ctx, someDocument());
    const row = await checkOf(checkId);
    expect(Buffer.from(row.documentNumber ?? []).includes("C01X00T47")).toBe(false);
    const found = await findLatestCheck(person.id);
    expect(found && (await readDocumentNumber(found))).toBe("C01X00T47");
  });

  it("stores no readable birth date or document data", async () => {
    const { checkId, person } = await makeApproved();
    const rows = await db.$queryRaw<{ said: string }[]>`
      SELECT c::text AS said FROM identity_checks c WHERE c.user_id = ${person.id}
      UNION ALL SELECT i::text FROM identities i WHERE i.user_id = ${person.id}
      UNION ALL SELECT detail FROM ledger_entries WHERE subject_id = ${checkId}`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { said } of rows) expect(said).not.toMatch(/1990-01-31|2034-05-01|passport|"DE"|,DE,|C01X00T47/);
  });

  it("refuses an expired document, and accepts one that expires today", async () => {
    const { ctx } = await makeDraft();
    clock.freeze("2026-11-21T23:30:00Z");
    await expect(saveDocument(ctx, someDocument({ documentExpiry: "2026-11-20" }))).rejects.toMatchObject({
      field: "documentExpiry",
    });
    await saveDocument(ctx, someDocument({ documentExpiry: "2026-11-21" }));
    await saveDocument(ctx, someDocument({ documentExpiry: null }));
  });

  it("loses the photo of the back when the document changes to a passport", async () => {
    const { ctx, checkId } = await makeDraft();
    await saveDocument(ctx, someDocument({ documentType: "id_card" }));
    await addPhoto(ctx, { kind: "document_back", file: await makePhoto() });
    await saveDocument(ctx, someDocument());
    expect((await checkOf(checkId)).photos).toEqual([]);
  });

  it("is deleted with its photos after 30 days without a change", async () => {
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

describe("a person younger than 18", () => {
  it("is refused, and only the refusal is kept", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx, checkId, person, account } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const { photos } = await checkOf(checkId);
    const young = someDetails({ legalName: "Young One", birthDate: "2008-11-22" });
    expect(await saveDetails(ctx, { ...young, ageConfirmed: true })).toEqual({ outcome: "refused" });
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

  it("confirms the date first, so that an adult can correct a typo", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx, checkId, person } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const mistyped = someDetails({ legalName: "Ada Example", birthDate: "2019-01-31" });
    expect(await saveDetails(ctx, mistyped)).toEqual({ outcome: "asked" });
    expect(await checkOf(checkId)).toMatchObject({ legalName: null, birthDate: null, photos: [{ kind: "person" }] });
    expect(await findRefusal(person.id)).toBeNull();
    const lines = await linesOn(checkId);
    expect(lines.at(-1)).toMatchObject({ action: "identity_check.age_questioned", detail: "{}" });

    expect(await saveDetails(ctx, someDetails({ birthDate: "1991-01-31" }))).toEqual({ outcome: "saved" });
    expect(await checkOf(checkId)).toMatchObject({ birthDate: new Date("1991-01-31") });
  });

  it("is accepted once the 18th birthday has begun everywhere on Earth, at noon UTC", async () => {
    clock.freeze("2026-11-21T11:59:59Z");
    const { ctx } = await makeDraft();
    expect(await saveDetails(ctx, someDetails({ birthDate: "2008-11-21" }))).toEqual({ outcome: "asked" });
    clock.advance(1000);
    expect(await saveDetails(ctx, someDetails({ birthDate: "2008-11-21" }))).toEqual({ outcome: "saved" });
  });

  it("can't enter a birth date in the future", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx } = await makeDraft();
    await expect(saveDetails(ctx, someDetails({ birthDate: "2026-11-22" }))).rejects.toMatchObject({
      field: "birthDate",
    });
  });
});

describe("submitting", () => {
  it("requires every part and the declaration", async () => {
    const { ctx, checkId } = await makeFullDraft(undefined, { document: someDocument({ documentType: "id_card" }) });
    await expect(submitCheck(ctx, { attested: false })).rejects.toMatchObject({ code: "not_attested" });
    await removePhoto(ctx, { kind: "document_back" });
    await expect(submitCheck(ctx, { attested: true })).rejects.toMatchObject({ code: "check_incomplete" });
    await addPhoto(ctx, { kind: "document_back", file: await makePhoto() });
    await submitCheck(ctx, { attested: true });
    expect((await checkOf(checkId)).status).toBe("submitted");
  });

  it("works once, also in parallel", async () => {
    const { ctx, checkId } = await makeFullDraft();
    const results = await Promise.allSettled([1, 2, 3].map(() => submitCheck(ctx, { attested: true })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await actionsOn(checkId)).filter((action) => action === "identity_check.submitted")).toHaveLength(1);
  });

  it("ends all changes, also parallel ones", async () => {
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
    // Whichever came first, the sent photo is the stored one.
    expect(sent.detail).toContain(Buffer.from(person?.sha256 ?? []).toString("hex"));
    if (late?.status === "rejected") expect(late.reason).toMatchObject({ code: "no_draft" });
    await expect(addPhoto(ctx, { kind: "person", file })).rejects.toMatchObject({ code: "no_draft" });
    await expect(saveDetails(ctx, someDetails())).rejects.toMatchObject({ code: "no_draft" });
    await expect(removePhoto(ctx, { kind: "person" })).rejects.toMatchObject({ code: "no_draft" });
  });

  it("refuses a document that has expired since it was saved", async () => {
    const { ctx } = await makeFullDraft(undefined, { document: someDocument({ documentExpiry: "2030-01-01" }) });
    clock.freeze("2030-01-02T00:00:00Z");
    await expect(submitCheck(ctx, { attested: true })).rejects.toMatchObject({ code: "document_expired" });
  });
});

describe("photos", () => {
  it("are stored sealed and without metadata, under an anonymous key", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const photo = (await checkOf(checkId)).photos[0];
    expect(photo?.storageKey).toBe(`identity/${photo?.id}`);
    const stored = await buffer(await storage().get(photo?.storageKey ?? ""));
    expect(stored.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(stored.includes("Secret Phone")).toBe(false);
    expect(stored.length).toBe((photo?.bytes ?? 0) + 29);
  });

  it("are replaced by a retake, which deletes the earlier object", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#112233") });
    const before = (await checkOf(checkId)).photos[0]?.storageKey ?? "";
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#445566") });
    const { photos } = await checkOf(checkId);
    expect(photos).toHaveLength(1);
    expect(photos[0]?.storageKey).not.toBe(before);
    await sweepIdentityObjectTask.run({ storageKey: before }, firstRun);
    expect(await storage().exists(before)).toBe(false);
    await sweepIdentityObjectTask.run({ storageKey: photos[0]?.storageKey }, firstRun);
    expect(await storage().exists(photos[0]?.storageKey ?? "")).toBe(true);
  });

  it("schedule the cleanup before the object is stored", async () => {
    const { ctx, checkId } = await makeDraft();
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    const [first] = await sweepsFor((await checkOf(checkId)).photos[0]?.storageKey ?? "");
    expect(first?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
  });

  it("are one of each kind when two arrive in parallel", async () => {
    const { ctx, checkId } = await makeDraft();
    const files = await Promise.all(["#111111", "#222222", "#333333"].map((colour) => makePhoto(colour)));
    await Promise.all(files.map((file) => addPhoto(ctx, { kind: "document_front", file })));
    expect((await checkOf(checkId)).photos).toHaveLength(1);
  });

  it("can be removed", async () => {
    const { ctx, checkId } = await makeFullDraft();
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: true });
    expect(await removePhoto(ctx, { kind: "person" })).toEqual({ removed: false });
    expect((await checkOf(checkId)).photos.map(({ kind }) => kind)).toEqual(["document_front"]);
  });

  it("are refused with a reason when unusable", async () => {
    const { ctx } = await makeDraft();
    await expect(addPhoto(ctx, { kind: "person", file: Buffer.from("hello") })).rejects.toThrow(
      "JPEG, PNG, WebP or HEIC",
    );
  });
});
