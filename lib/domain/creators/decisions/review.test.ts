import { describe, expect, it } from "vitest";
import {
  approveIdentity as approve,
  askForPhotos,
  closeUnansweredTask,
  rejectIdentity,
} from "@/lib/domain/creators/decisions";
import {
  type Answers,
  addNote,
  addPhoto,
  askOpinion,
  checkList,
  countWaiting,
  giveOpinion,
  markCheckTask,
  openEvidence,
  openNext,
  readDocumentTask,
  readIdentityStage,
  reassign,
  sendAskedPhotos,
  startCheck,
  takeNext,
  viewCheck,
  viewOwnPhoto,
  viewPhoto,
  withdrawOpinion,
} from "@/lib/domain/identity";
import { STATEMENTS } from "@/lib/domain/identity/labels";
import { type ReadFields, sealFields } from "@/lib/domain/identity/reading";
import { PHOTO_REQUEST_DAYS } from "@/lib/domain/identity/rejection-reasons";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { eventTypesOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, staffCtx } from "@/lib/testing/factories";
import {
  approveIdentity,
  checkOf,
  loseKey,
  makePhoto,
  makeReviewer,
  makeSubmitted,
} from "@/lib/testing/identity-checks";
import { draw } from "@/lib/testing/pictures";
import { clearJobs, payloadsOf } from "@/lib/testing/queue";

const BLURRED = { photos: ["document_front"], reason: "blurred", note: "" } as const;
const ask = (ctx: Awaited<ReturnType<typeof makeReviewer>>, checkId: string) =>
  askForPhotos(ctx, { checkId, ...BLURRED, photos: [...BLURRED.photos] });

/** A check whose photos this custodian opened. */
async function reviewed() {
  const sent = await makeSubmitted();
  return { ...sent, staff: await makeReviewer(sent.checkId) };
}

/** What reading the document says, in place of the job. */
async function readAs(checkId: string, read: Partial<ReadFields>): Promise<void> {
  const check = await checkOf(checkId);
  const nothing = { legalName: null, birthDate: null, documentNumber: null, documentType: null, documentCountry: null };
  const fields = await sealFields(db, check, {
    ...nothing,
    documentExpiry: null,
    state: null,
    isNameCut: false,
    ...read,
  });
  const data = { status: "read", source: "mrz", fields, readAt: clock.now() } as const;
  await db.documentReading.update({ where: { checkId }, data });
}

const answersTo = async (checkId: string, answers: Answers) => ({
  answers,
  answersAbout: (await db.documentReading.findUniqueOrThrow({ where: { checkId } })).readAt?.toISOString(),
});

const JOB = { requestId: "test", attempt: 1, lastAttempt: false, signal: undefined };
const marksOf = async (checkId: string) =>
  (await db.identityMarks.findUniqueOrThrow({ where: { checkId } })).photoMarks;

const another = async () => staffCtx(await makeCustodian());
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((one) => (one.status === "fulfilled" ? "ok" : one.reason.code)).toSorted();

describe("the five statements", () => {
  it("are all needed to approve, and the ledger keeps them", async () => {
    const { checkId, staff } = await reviewed();
    for (const missing of STATEMENTS) {
      const statements = STATEMENTS.filter((statement) => statement !== missing);
      await expect(approve(staff, { checkId, statements })).rejects.toMatchObject({ code: "not_stated" });
    }
    await approve(staff, { checkId, statements: STATEMENTS });
    const line = (await linesOn(checkId)).find(({ action }) => action === "identity_check.approved");
    expect(JSON.parse(line?.detail ?? "{}").stated).toEqual({
      version: expect.any(String),
      statements: [...STATEMENTS],
    });
  });
});

describe("asking for a better photo", () => {
  it("mails what is wrong, and leaves the check pending for everyone else", async () => {
    const account = await makeAccount();
    const { checkId, person } = await makeSubmitted(account);
    const staff = await makeReviewer(checkId);
    const before = await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
    await askForPhotos(staff, { checkId, photos: ["document_front"], reason: "glare", note: "Top right" });
    expect(await checkOf(checkId)).toMatchObject({ status: "submitted", legalName: "Ada Example" });
    expect(await eventTypesOf({ id: account.partnerId })).toEqual([]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe(before.status);
    const mail = (await mailsTo(person.email)).find(({ template }) => template === "photos_asked");
    expect(mail?.props).toMatchObject({ reason: "glare", note: "Top right", photos: ["document_front"] });
    expect(mail?.props.url).toMatch(/\/onboard\/[\w-]{43}$/);
    expect((await checkList.read(staff, { view: "waiting", q: checkId })).rows).toEqual([]);
  });

  it("waits for the person, who sends only that photo, and comes back to the queue", async () => {
    const { checkId, staff, ctx } = await reviewed();
    const { waiting } = await countWaiting(staff);
    await ask(staff, checkId);
    expect((await countWaiting(staff)).waiting).toBe(waiting - 1);
    await expect(approveIdentity(staff, { checkId })).rejects.toMatchObject({ code: "photos_asked" });
    await expect(ask(staff, checkId)).rejects.toMatchObject({ code: "photos_asked" });
    await expect(viewOwnPhoto(ctx, { kind: "document_front" })).rejects.toMatchObject({ status: 404 });
    await expect(sendAskedPhotos(ctx, { attested: true })).rejects.toMatchObject({ code: "check_incomplete" });
    await expect(addPhoto(ctx, { kind: "person", file: await makePhoto() })).rejects.toMatchObject({
      code: "no_draft",
    });

    const [old] = (await checkOf(checkId)).photos.filter(({ kind }) => kind === "document_front");
    await addPhoto(ctx, { kind: "document_front", file: await makePhoto("#223344") });
    expect((await viewOwnPhoto(ctx, { kind: "document_front" })).jpeg.length).toBeGreaterThan(0);
    await expect(sendAskedPhotos(ctx, { attested: false })).rejects.toMatchObject({ code: "not_attested" });
    await sendAskedPhotos(ctx, { attested: true });
    await expect(sendAskedPhotos(ctx, { attested: true })).rejects.toMatchObject({ code: "no_draft" });
    expect((await countWaiting(staff)).waiting).toBe(waiting);

    // The earlier photo stays as evidence, and no longer counts.
    expect(await db.identityPhoto.count({ where: { checkId, id: old?.id ?? "" } })).toBe(1);
    const { photos } = await viewCheck(staff, { checkId, grant: undefined });
    expect(photos.map(({ id }) => id)).not.toContain(old?.id);
    expect(photos).toHaveLength(2);
  });

  it("needs a new look at the photos before an approval", async () => {
    const { checkId, staff, ctx } = await reviewed();
    const { grant } = await openEvidence(staff, { checkId, purpose: "identity_review" });
    await ask(staff, checkId);
    await addPhoto(ctx, { kind: "document_front", file: await makePhoto("#223344") });
    await sendAskedPhotos(ctx, { attested: true });
    await expect(approveIdentity(staff, { checkId })).rejects.toMatchObject({ code: "not_looked_at" });
    await expect(viewPhoto(staff, { checkId, kind: "document_front", grant })).rejects.toMatchObject({
      code: "no_grant",
    });
    expect((await viewPhoto(staff, { checkId, kind: "person", grant })).jpeg.length).toBeGreaterThan(0);
    expect(await viewCheck(staff, { checkId, grant })).toMatchObject({ open: null });
    await approveIdentity(await makeReviewer(checkId, staff), { checkId });
    expect(await checkOf(checkId)).toMatchObject({ status: "approved" });
  });

  it("has the better photo read and compared with other people’s, like the one before", async () => {
    const { checkId, staff, ctx } = await reviewed();
    const readings = () => db.documentReading.findUniqueOrThrow({ where: { checkId } });
    await readDocumentTask.run({ checkId }, JOB);
    await markCheckTask.run({ checkId }, JOB);
    const before = { reading: await readings(), marks: await marksOf(checkId) };
    expect(before.reading.status).toBe("nothing");
    await ask(staff, checkId);
    const file = await draw(74);
    await addPhoto(ctx, { kind: "document_front", file });
    expect((await readings()).status).toBe("queued");
    await readDocumentTask.run({ checkId }, JOB);
    // Until it is sent, it may be replaced.
    await addPhoto(ctx, { kind: "document_front", file });
    await readDocumentTask.run({ checkId }, JOB);
    await clearJobs();
    await sendAskedPhotos(ctx, { attested: true });
    expect((await readings()).readAt?.getTime()).toBeGreaterThan(before.reading.readAt?.getTime() ?? Infinity);
    await expect(db.documentReading.update({ where: { checkId }, data: { status: "queued" } })).rejects.toThrow(
      "the reading of a sent check stays",
    );
    expect((await payloadsOf<unknown>("mark_identity_check")).map(({ payload }) => payload.data)).toEqual([
      { checkId },
    ]);
    await markCheckTask.run({ checkId }, JOB);
    expect(await marksOf(checkId)).not.toEqual(before.marks);
  });

  it("happens once for two custodians at once, and never beside a decision", async () => {
    const { checkId, staff } = await reviewed();
    const other = await makeReviewer(checkId);
    expect(codes(await Promise.allSettled([ask(staff, checkId), ask(other, checkId)]))).toEqual(["ok", "photos_asked"]);
    const next = await reviewed();
    const second = await makeReviewer(next.checkId);
    const results = await Promise.allSettled([
      approveIdentity(next.staff, { checkId: next.checkId }),
      ask(second, next.checkId),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { status, photosAskedAt } = await checkOf(next.checkId);
    expect(status === "approved").toBe(photosAskedAt === null);
  });

  it("ends with a rejection", async () => {
    const { checkId, staff, ctx } = await reviewed();
    await ask(staff, checkId);
    await rejectIdentity(staff, { checkId, reason: "document_unreadable", note: "" });
    expect(await checkOf(checkId)).toMatchObject({ status: "rejected" });
    expect(await viewCheck(staff, { checkId, grant: undefined })).toMatchObject({ asked: null });
    await expect(sendAskedPhotos(ctx, { attested: true })).rejects.toMatchObject({ code: "no_draft" });
  });

  it("shows custodians the better photo, and what was read from it, only once it is sent", async () => {
    const { checkId, staff, ctx } = await reviewed();
    await ask(staff, checkId);
    const photosSeen = async () => (await viewCheck(staff, { checkId, grant: undefined })).photos.map(({ id }) => id);
    const before = await photosSeen();
    const { grant } = await openEvidence(staff, { checkId, purpose: "identity_review" });
    const shown = async () => (await viewPhoto(staff, { checkId, kind: "document_front", grant })).jpeg;
    const old = await shown();
    const { photoId } = await addPhoto(ctx, { kind: "document_front", file: await makePhoto("#223344") });
    await readAs(checkId, { legalName: "ANOTHER NAME" });
    expect(await photosSeen()).toEqual(before);
    expect(await shown()).toEqual(old);
    expect((await openEvidence(staff, { checkId, purpose: "identity_review" })).grant).toBe(grant);
    const named = async () =>
      (await viewCheck(staff, { checkId, grant: undefined })).details?.compared.find(
        ({ field }) => field === "legalName",
      );
    expect(await named()).toMatchObject({ read: null });

    // Nor after a rejection, because it was never sent.
    const other = await reviewed();
    await ask(other.staff, other.checkId);
    const unsent = await addPhoto(other.ctx, { kind: "document_front", file: await makePhoto("#223344") });
    await rejectIdentity(other.staff, { checkId: other.checkId, reason: "document_unreadable", note: "" });
    const { photos } = await viewCheck(other.staff, { checkId: other.checkId, grant: undefined });
    expect(photos.map(({ id }) => id)).not.toContain(unsent.photoId);

    await sendAskedPhotos(ctx, { attested: true, ...(await answersTo(checkId, { legalName: "entered" })) });
    expect(await photosSeen()).toContain(photoId);
    expect(await named()).toMatchObject({ read: "ANOTHER NAME", same: false });
  });

  it("asks about what is read differently from it, before it is sent", async () => {
    const { checkId, staff, ctx } = await reviewed();
    await ask(staff, checkId);
    await addPhoto(ctx, { kind: "document_front", file: await makePhoto("#223344") });
    await readAs(checkId, { legalName: "ANOTHER NAME", birthDate: new Date("1990-01-13") });
    const send = async (answers: Answers) =>
      sendAskedPhotos(ctx, { attested: true, ...(await answersTo(checkId, answers)) });
    for (const missing of [{}, { legalName: "entered" }] as const) {
      await expect(send(missing)).rejects.toMatchObject({ code: "reading_differs" });
    }
    await send({ legalName: "entered", birthDate: "read" });
    expect(await checkOf(checkId)).toMatchObject({
      ...{ status: "submitted", photosAskedAt: null, legalName: "Ada Example" },
      birthDate: new Date("1990-01-13"),
    });
    const line = (await linesOn(checkId)).find(({ action }) => action === "identity_check.photos_sent");
    expect(JSON.parse(line?.detail ?? "{}")).toMatchObject({ kept: ["legalName"], corrected: ["birthDate"] });
  });

  it("asks about nothing if only the person’s photo was asked for", async () => {
    const { checkId, staff, ctx } = await reviewed();
    await readAs(checkId, { legalName: "ANOTHER NAME" });
    await askForPhotos(staff, { checkId, photos: ["person"], reason: "dark", note: "" });
    await addPhoto(ctx, { kind: "person", file: await makePhoto("#223344") });
    await sendAskedPhotos(ctx, { attested: true });
  });

  it("is closed after two weeks without an answer, and the person can start again", async () => {
    const { checkId, staff, person, ctx, account } = await reviewed();
    await ask(staff, checkId);
    const answered = await reviewed();
    await ask(answered.staff, answered.checkId);
    const unreadable = await reviewed();
    await ask(unreadable.staff, unreadable.checkId);
    await loseKey(unreadable.person.id);
    clock.advance(PHOTO_REQUEST_DAYS * DAY_MS - HOUR_MS);
    await closeUnansweredTask.run({}, JOB);
    await addPhoto(answered.ctx, { kind: "document_front", file: await makePhoto("#223344") });
    await sendAskedPhotos(answered.ctx, { attested: true });
    expect(await checkOf(checkId)).toMatchObject({ status: "submitted" });
    clock.advance(HOUR_MS);
    await closeUnansweredTask.run({}, JOB);
    await closeUnansweredTask.run({}, JOB);
    expect(await checkOf(checkId)).toMatchObject({
      status: "rejected",
      rejectionReason: "check_abandoned",
      decidedById: null,
    });
    expect(await checkOf(answered.checkId)).toMatchObject({ status: "submitted" });
    const mails = (await mailsTo(person.email)).filter(({ template }) => template === "identity_rejected");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.props).toMatchObject({ reason: "check_abandoned", url: expect.stringContaining("/onboard/") });
    await expect(addPhoto(ctx, { kind: "document_front", file: await makePhoto() })).rejects.toMatchObject({
      code: "no_draft",
    });
    await startCheck(ctx, { accountId: account.id });
  });

  it("shows nothing to a visit that may not open the check", async () => {
    const { checkId, staff, ctx } = await reviewed();
    await ask(staff, checkId);
    const stranger = { ...ctx, actor: { ...ctx.actor, visit: { id: "elsewhere", provenBy: "code" as const } } };
    const file = await makePhoto();
    await expect(addPhoto(stranger, { kind: "document_front", file })).rejects.toMatchObject({ code: "no_draft" });
    await expect(sendAskedPhotos(stranger, { attested: true })).rejects.toMatchObject({ code: "no_draft" });
    expect(await readIdentityStage(ctx.actor.userId, stranger.actor.visit)).toEqual({ at: "begun_elsewhere" });
  });
});

describe("notes and second opinions", () => {
  it("are sealed, for custodians, and the ledger has that they were written", async () => {
    const { checkId, staff } = await reviewed();
    await addNote(staff, { checkId, text: "Same face as in June" });
    const { notes } = await viewCheck(await another(), { checkId, grant: undefined });
    expect(notes).toMatchObject([{ kind: "note", text: "Same face as in June" }]);
    const stored = await db.checkNote.findFirstOrThrow({ where: { checkId } });
    expect(Buffer.from(stored.text).toString()).not.toContain("June");
    const lines = await linesOn(checkId);
    expect(lines.map(({ action }) => action)).toContain("identity_check.noted");
    expect(JSON.stringify(lines, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain("June");
  });

  it("reassign the check to a colleague, who alone may decide it", async () => {
    const { checkId, staff } = await reviewed();
    const colleague = await makeReviewer(checkId);
    await reassign(staff, { checkId, to: colleague.actor.userId, text: "You know this country’s cards" });
    await expect(approveIdentity(staff, { checkId })).rejects.toMatchObject({ code: "assigned_elsewhere" });
    const { notes } = await viewCheck(colleague, { checkId, grant: undefined });
    expect(notes).toMatchObject([{ kind: "reassigned", text: "You know this country’s cards" }]);
    // As the version before reads it.
    const stored = await db.$queryRaw`SELECT kind::text FROM check_notes WHERE check_id = ${checkId}`;
    expect(stored).toEqual([{ kind: "handed_over" }]);
    expect((await linesOn(checkId)).map(({ action }) => action)).toContain("identity_check.reassigned");
    await approveIdentity(colleague, { checkId });
  });

  it("hold the approval until another custodian answers or the question is withdrawn", async () => {
    const { checkId, staff } = await reviewed();
    const other = await makeReviewer(checkId);
    await askOpinion(staff, { checkId, text: "Is this a real stamp?" });
    await expect(approveIdentity(staff, { checkId })).rejects.toMatchObject({ code: "opinion_awaited" });
    await expect(giveOpinion(staff, { checkId, text: "Yes", recommends: "approving" })).rejects.toMatchObject({
      code: "own_opinion",
    });
    await expect(withdrawOpinion(other, { checkId, text: "No" })).rejects.toMatchObject({ code: "no_opinion_asked" });
    const answers = await Promise.allSettled([
      giveOpinion(other, { checkId, text: "It is", recommends: "approving" }),
      giveOpinion(await makeReviewer(checkId), { checkId, text: "It isn’t", recommends: "rejecting" }),
    ]);
    expect(codes(answers)).toEqual(["no_opinion_asked", "ok"]);
    const [answer] = (await viewCheck(staff, { checkId, grant: undefined })).notes.slice(-1);
    expect(["approving", "rejecting"]).toContain(answer?.recommends);
    await askOpinion(staff, { checkId, text: "And the seal?" });
    await withdrawOpinion(staff, { checkId, text: "I see it now" });
    await approveIdentity(staff, { checkId });
    await expect(askOpinion(staff, { checkId, text: "Too late" })).rejects.toMatchObject({ code: "opinion_asked" });
  });

  it("take an answer only of a custodian who opened the photos", async () => {
    const { checkId, staff } = await reviewed();
    await askOpinion(staff, { checkId, text: "Is this a real stamp?" });
    const answer = { checkId, text: "It isn’t", recommends: "rejecting" } as const;
    const other = await another();
    await expect(giveOpinion(other, answer)).rejects.toMatchObject({ code: "not_looked_at" });
    expect((await viewCheck(staff, { checkId, grant: undefined })).opinion).toMatchObject({ isMe: true });
    await giveOpinion(await makeReviewer(checkId, other), answer);
    expect((await linesOn(checkId)).map(({ action }) => action)).toContain("identity_check.rejection_recommended");
    expect((await viewCheck(staff, { checkId, grant: undefined })).opinion).toBeNull();
  });

  it("lead colleagues to the check until one answers, and then the one who asked", async () => {
    const [{ checkId }, next] = [await makeSubmitted(), await makeSubmitted()];
    for (const [place, id] of [checkId, next.checkId].entries()) {
      await db.identityCheck.update({ where: { id }, data: { submittedAt: new Date(Date.UTC(1980, 0, 1 + place)) } });
    }
    const staff = await makeReviewer(checkId);
    expect(await takeNext(staff)).toBe(checkId);
    await askOpinion(staff, { checkId, text: "Is this a real stamp?" });
    const shown = async (by: typeof staff) =>
      (await checkList.read(by, { opinion: "asked", q: checkId })).rows.map((row) => "opinion" in row && row.opinion);
    expect(await shown(staff)).toMatchObject([{ isMe: true }]);
    expect(await takeNext(staff)).toBe(next.checkId);
    expect(await openNext(staff, { after: next.checkId })).not.toBe(checkId);

    const other = await another();
    expect(await shown(other)).toMatchObject([{ isMe: false }]);
    expect(await takeNext(other)).toBe(checkId);
    await giveOpinion(await makeReviewer(checkId, other), { checkId, text: "It is", recommends: "approving" });
    expect(await shown(other)).toEqual([]);
    expect(await openNext(other, { after: "" })).not.toBe(checkId);
    expect(await openNext(staff, { after: next.checkId })).toBe(checkId);
    await approveIdentity(staff, { checkId });
  });
});
