import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { readLicense } from "@/lib/platform/documents/license";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import {
  checkOf,
  loseKey,
  makeApproved,
  makeDraft,
  makeFullDraft,
  makePhoto,
  someDocument,
} from "@/lib/testing/identity-checks";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { cards, photograph, type Specimen } from "@/lib/testing/specimens";
import { REFUSED, refuseWrites } from "@/lib/testing/sql";
import { type Answers, addPhoto, purgeDrafts, readDocumentNumber, readDocumentTask, removePhoto, submitCheck } from ".";
import { states } from "./documents";
import { compareReading, type Entered, findReading, READ_DOCUMENT, type ReadFields, sealFields } from "./reading";
import type { DocumentInput } from "./schemas";

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const READ: ReadFields = {
  legalName: "ADA EXAMPLE",
  birthDate: day("1990-01-31"),
  documentNumber: "L01X00T47",
  documentType: "passport",
  documentCountry: "DE",
  documentExpiry: day("2031-05-01"),
  state: null,
  isNameCut: false,
};

async function write(check: { id: string; userId: string }, fields: ReadFields = READ) {
  const read = {
    status: "read",
    source: "mrz",
    fields: await sealFields(db, check, fields),
    queuedAt: clock.now(),
    readAt: clock.now(),
  } as const;
  return db.documentReading.upsert({
    where: { checkId: check.id },
    create: { checkId: check.id, ...read },
    update: read,
  });
}

describe("what was read from a document", () => {
  it("is sealed for its check, and found once it is read", async () => {
    const { ctx, checkId } = await makeDraft();
    const check = { id: checkId, userId: ctx.actor.userId };
    expect(await findReading(db, check)).toBeNull();
    const { fields } = await write(check);
    expect(Buffer.from(fields ?? []).toString("latin1")).not.toContain("EXAMPLE");
    expect(await findReading(db, check)).toMatchObject({ source: "mrz", fields: READ, keptFields: [] });
    await db.documentReading.update({
      where: { checkId },
      data: { status: "queued", source: null, fields: null, readAt: null },
    });
    expect(await findReading(db, check)).toBeNull();
    await db.documentReading.update({ where: { checkId }, data: { status: "failed", readAt: clock.now() } });
    expect(await findReading(db, check)).toBeNull();
    await db.documentReading.update({ where: { checkId }, data: { status: "nothing" } });
    expect(await findReading(db, check)).toMatchObject({ source: null, fields: { legalName: null } });
  });

  it("is queued behind mails, and never takes all slots of a worker", async () => {
    const checkIds = await Promise.all(Array.from({ length: 12 }, async () => (await makeFullDraft()).checkId));
    const keys = checkIds.map((id) => `${READ_DOCUMENT}:${id}`);
    const [queued] = await db.$queryRaw<{ jobs: number; queues: number; first: number }[]>`
      SELECT count(queue_name)::int AS jobs, count(DISTINCT queue_name)::int AS queues, min(priority)::int AS first
      FROM graphile_worker.jobs WHERE key = ANY (${keys})`;
    expect(queued).toMatchObject({ jobs: 12, first: 10 });
    expect(queued?.queues).toBeLessThanOrEqual(4);
  });

  it("goes with its draft, and stays once its check was sent", async () => {
    const draft = await makeDraft();
    await write({ id: draft.checkId, userId: draft.ctx.actor.userId });
    const long = new Date(clock.now().getTime() - 31 * DAY_MS);
    await db.identityCheck.update({ where: { id: draft.checkId }, data: { updatedAt: long } });
    await purgeDrafts("test");
    expect(await db.documentReading.count({ where: { checkId: draft.checkId } })).toBe(0);

    const { checkId, account } = await makeApproved();
    await write({ id: checkId, userId: account.person.id });
    const where = { checkId };
    await expect(db.documentReading.delete({ where })).rejects.toThrow("kept for seven years");
    await expect(db.documentReading.update({ where, data: { keptFields: ["legalName"] } })).rejects.toThrow("stays");
  });
});

describe("the comparison", () => {
  const entered: Entered = { ...READ, legalName: "Ada Example", documentState: null };
  const sameOf = (own: Partial<Entered>, read: Partial<ReadFields> = {}) =>
    compareReading({ ...entered, ...own }, { fields: { ...READ, ...read } }).filter(({ same }) => same !== true);

  it.each<[entered: string, read: string, same: boolean, isCut?: true]>([
    ["Ada Example", "ADA EXAMPLE", true],
    ["ada  example ", "EXAMPLE ADA", true],
    ["Zoë Ångström", "ZOE ANGSTROM", true],
    ["Zoë Ångström", "ZOE AANGSTROEM", true],
    ["Jürgen Groß", "JUERGEN GROSS", true],
    ["Jürgen Groß", "JURGEN GROSS", true],
    ["Łucja Ærø", "LUCJA AERO", true],
    ["Łucja Ærø", "LUCJA AEROE", true],
    ["Siobhán O’Example", "SIOBHAN OEXAMPLE", true],
    ["Siobhan O'Example", "SIOBHAN O EXAMPLE", true],
    ["Ada-Marie Example", "ADA MARIE EXAMPLE", true],
    ["Ada Example", "ADA MARIE EXAMPLE", false],
    ["Ada Marie Example", "ADA EXAMPLE", false],
    ["Ada Example", "ADA EXAMPEL", false],
    ["Ada Maximiliana Konstantina Example", "ADA MAXIMILIANA KONST EXAMPLE", true, true],
    ["Ada Maximiliana Konstantina Example", "ADA MAXIMILIANA KONST EXAMPLE", false],
    ["Ada Example", "ADAH EXAMPLE", false, true],
    ["Ada Ada Example", "ADA ADA ADA EXAMPLE", false, true],
    ["", "ADA EXAMPLE", false],
    ["Ада Пример", "ADA PRIMER", false],
  ])("of the name %j and %j is %s", (legalName, read, same, isCut = false as true) => {
    expect(sameOf({ legalName }, { legalName: read, isNameCut: isCut })).toEqual(
      same ? [] : [{ field: "legalName", entered: legalName, read, same: false }],
    );
  });

  it.each<[own: Partial<Entered>, read: Partial<ReadFields>, different: string[]]>([
    [{}, {}, []],
    [{ documentNumber: "l01-x00 t47" }, {}, []],
    [{ documentNumber: "LO1X00T47" }, {}, ["documentNumber"]],
    [{ birthDate: day("1990-01-30") }, {}, ["birthDate"]],
    [{ documentExpiry: null }, {}, ["documentExpiry"]],
    [{ documentExpiry: null }, { documentExpiry: day("1970-01-01") }, ["documentExpiry"]],
    [{ documentType: "id_card", documentCountry: "AT" }, {}, ["documentType", "documentCountry"]],
  ])("of %j and %j differs in %j", (own, read, different) => {
    expect(sameOf(own, read).map(({ field }) => field)).toEqual(different);
  });

  it("has the state of US licenses, and of nothing else", () => {
    const license = { documentType: "driving_licence", documentCountry: "US" } as const;
    const stateOf = (own: Partial<Entered>, read: Partial<ReadFields>) =>
      compareReading({ ...entered, ...license, ...own }, { fields: { ...READ, ...license, ...read } }).find(
        ({ field }) => field === "documentState",
      );
    expect(stateOf({ documentState: "CA" }, { state: "CA" })).toMatchObject({ read: "CA", same: true });
    expect(stateOf({ documentState: "CA" }, { state: "NY" })).toMatchObject({ entered: "CA", read: "NY", same: false });
    expect(stateOf({ documentState: "CA" }, { state: null })).toMatchObject({ entered: "CA", read: null, same: null });
    expect(stateOf({ documentState: "CA" }, { documentCountry: "CA", state: "ON" })).toMatchObject({ same: null });
    expect(stateOf({ documentCountry: "CA" }, { documentCountry: "CA", state: "ON" })).toBeUndefined();
    expect(stateOf({ documentType: "id_card" }, { state: "CA" })).toBeUndefined();
  });

  it("knows the issuer of each state's licenses", () => {
    const stateOf = (issuer: number) => readLicense(`@\n\x1e\rANSI ${issuer}100001DL`)?.state;
    const issuers = [604_426, 636_000].flatMap((first) =>
      Array.from({ length: 63 }, (_, index) => stateOf(first + index)),
    );
    expect(states.filter(({ value }) => issuers.filter((issuer) => issuer === value).length !== 1)).toEqual([]);
  });

  it("says of what wasn't read that it can't tell", () => {
    expect(sameOf({}, { documentExpiry: null })).toEqual([
      { field: "documentExpiry", entered: READ.documentExpiry, read: null, same: null },
    ]);
    expect(compareReading(entered, null).every(({ same }) => same === null)).toBe(true);
  });
});

describe("the job that reads a document", () => {
  const photo = photograph(cards()[0] as Specimen, { width: 1600 });

  async function makeShown(file?: Buffer) {
    const draft = await makeFullDraft();
    await addPhoto(draft.ctx, { kind: "document_front", file: file ?? (await photo) });
    return { ...draft, check: { id: draft.checkId, userId: draft.person.id } };
  }
  const statusOf = async (checkId: string) => (await db.documentReading.findUnique({ where: { checkId } }))?.status;
  const run = (checkId: string) => readDocumentTask.run({ checkId }, firstRun);

  it("keeps what the photos say, with an entry that says nothing of it, and runs once for both photos", async () => {
    const { check } = await makeShown();
    expect(await statusOf(check.id)).toBe("queued");
    expect(await runJobs(readDocumentTask, { checkId: check.id })).toBe(1);
    expect(await findReading(db, check)).toMatchObject({
      source: "mrz",
      fields: {
        legalName: "ADA SPECIMEN MUSTERFRAU",
        birthDate: day("1990-01-31"),
        documentNumber: "C01X00T47",
        documentType: "passport",
        documentCountry: "DE",
        documentExpiry: day("2034-05-01"),
        state: null,
      },
    });
    const line = (await linesOn(check.id)).find(({ action }) => action === "identity_check.document_read");
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({ status: "read", source: "mrz" });
    expect(line?.detail).not.toMatch(/MUSTERFRAU|C01X00T47|1990-|2034-/);
  });

  it("does it once when it runs twice at once, and again after it was killed", async () => {
    const { check } = await makeShown();
    await Promise.all([run(check.id), run(check.id)]);
    const lines = await linesOn(check.id);
    expect(lines.filter(({ action }) => action === "identity_check.document_read")).toHaveLength(1);

    const other = await makeShown();
    // As if the process died between reading and keeping.
    const allow = await refuseWrites("document_readings", { on: "UPDATE" });
    await expect(run(other.check.id)).rejects.toThrow(REFUSED);
    await allow();
    expect(await statusOf(other.check.id)).toBe("queued");
    await run(other.check.id);
    expect(await statusOf(other.check.id)).toBe("read");
  });

  it("drops what it read from a photo that was replaced or removed meanwhile", async () => {
    const { check, ctx } = await makeShown();
    const reading = run(check.id);
    await addPhoto(ctx, { kind: "document_front", file: await makePhoto() });
    await reading;
    expect(await statusOf(check.id)).toBe("queued");
    await run(check.id);
    expect(await statusOf(check.id)).toBe("nothing");
    await removePhoto(ctx, { kind: "document_front" });
    expect(await statusOf(check.id)).toBeUndefined();
    await run(check.id);
  });

  it("does nothing for a person whose draft was erased", async () => {
    const { check } = await makeShown();
    await db.identityPhoto.deleteMany({ where: { checkId: check.id } });
    await db.identityCheck.delete({ where: { id: check.id } });
    await run(check.id);
    expect(await statusOf(check.id)).toBeUndefined();
  });

  it("gives up on a photo that can't be opened after its last attempt, without a word of it", async () => {
    const { check } = await makeShown();
    await loseKey(check.userId);
    await expect(run(check.id)).rejects.toThrow();
    expect(await statusOf(check.id)).toBe("queued");
    await readDocumentTask.run({ checkId: check.id }, { ...firstRun, lastAttempt: true });
    expect(await statusOf(check.id)).toBe("failed");
    expect(await findReading(db, check)).toBeNull();
  });
});

describe("sending a check whose document was read differently", () => {
  async function makeRead(fields: Partial<ReadFields> = {}, document = someDocument()) {
    const draft = await makeFullDraft(undefined, { document });
    const check = { id: draft.checkId, userId: draft.person.id };
    const { readAt } = await write(check, {
      ...READ,
      documentNumber: "C01X00T47",
      documentExpiry: day("2034-05-01"),
      ...fields,
    });
    return { ...draft, check, answersAbout: readAt?.toISOString() };
  }
  const differs = { code: "reading_differs" };

  it("asks about each field that differs, and keeps what the person says is right", async () => {
    const { ctx, checkId, answersAbout } = await makeRead({
      birthDate: day("1990-01-13"),
      documentNumber: "C01X00T48",
    });
    const send = (answers: Answers, about = answersAbout) =>
      submitCheck(ctx, { attested: true, answers, answersAbout: about });
    await expect(send({})).rejects.toMatchObject(differs);
    await expect(send({ birthDate: "read" })).rejects.toMatchObject(differs);
    // Of an earlier reading.
    const both = { birthDate: "read", documentNumber: "entered" } as const;
    await expect(send(both, "2020-01-01T00:00:00.000Z")).rejects.toMatchObject(differs);
    await send(both);
    const check = await checkOf(checkId);
    expect(check).toMatchObject({ status: "submitted", legalName: "Ada Example", birthDate: day("1990-01-13") });
    expect(await readDocumentNumber(check)).toBe("C01X00T47");
    expect((await findReading(db, check))?.keptFields).toEqual(["documentNumber"]);
    const sent = (await linesOn(checkId)).find(({ action }) => action === "identity_check.submitted");
    expect(JSON.parse(sent?.detail ?? "")).toMatchObject({ kept: ["documentNumber"], corrected: ["birthDate"] });
    expect(sent?.detail).not.toMatch(/C01X00T4|1990-01/);
  });

  it("takes the number and the name that were read, and not a name that was cut", async () => {
    const { ctx, checkId, answersAbout } = await makeRead({
      legalName: "ADA MARIE EXAMPLE",
      documentNumber: "C01X00T48",
    });
    await submitCheck(ctx, { attested: true, answers: { legalName: "read", documentNumber: "read" }, answersAbout });
    const check = await checkOf(checkId);
    expect(check.legalName).toBe("ADA MARIE EXAMPLE");
    expect(await readDocumentNumber(check)).toBe("C01X00T48");

    const cut = await makeRead({ legalName: "ADA MARIE EXAM", isNameCut: true });
    const about = cut.answersAbout;
    const answers = { legalName: "read" } as const;
    await expect(submitCheck(cut.ctx, { attested: true, answers, answersAbout: about })).rejects.toMatchObject(differs);
  });

  it("takes the state of a license, and with a country what it says about states", async () => {
    const california = someDocument({ documentType: "driving_licence", documentCountry: "US", documentState: "CA" });
    const license = { documentType: "driving_licence", documentCountry: "US" } as const;
    const sent = async (document: DocumentInput, fields: Partial<ReadFields>, answers: Answers) => {
      const { ctx, checkId, answersAbout } = await makeRead(fields, document);
      await expect(submitCheck(ctx, { attested: true, answers: {}, answersAbout })).rejects.toMatchObject(differs);
      await submitCheck(ctx, { attested: true, answers, answersAbout });
      return checkOf(checkId);
    };
    expect(await sent(california, { ...license, state: "NY" }, { documentState: "read" })).toMatchObject({
      documentState: "NY",
    });
    expect(await sent(california, { ...license, state: "NY" }, { documentState: "entered" })).toMatchObject({
      documentState: "CA",
    });
    const inCanada = { ...license, documentCountry: "CA", state: "ON" };
    expect(await sent(california, inCanada, { documentCountry: "read" })).toMatchObject({
      documentCountry: "CA",
      documentState: null,
    });
    const german = someDocument({ documentType: "driving_licence" });
    expect(await sent(german, { ...license, state: "TX" }, { documentCountry: "read" })).toMatchObject({
      documentCountry: "US",
      documentState: "TX",
    });
  });

  it("holds nobody up whose document isn't read, says the same or says nothing", async () => {
    const queued = await makeFullDraft();
    await submitCheck(queued.ctx, { attested: true });
    // The custodian sees it later.
    await readDocumentTask.run({ checkId: queued.checkId }, firstRun);
    expect(await findReading(db, { id: queued.checkId, userId: queued.person.id })).toMatchObject({ source: null });
    const same = await makeRead();
    await submitCheck(same.ctx, { attested: true });
    // Only custodians compare the kind of document.
    const kind = await makeRead({ documentType: "id_card" });
    await submitCheck(kind.ctx, { attested: true });
  });

  it("takes no birth date or expiry that it wouldn't take from the person", async () => {
    const young = await makeRead({ birthDate: day("2020-01-01") });
    const answers = { birthDate: "read" } as const;
    const { ctx, checkId, answersAbout } = young;
    await expect(submitCheck(ctx, { attested: true, answers, answersAbout })).rejects.toMatchObject({
      code: "under_age",
    });
    expect(await checkOf(checkId)).toMatchObject({ status: "draft", birthDate: day("1990-01-31") });
    const old = await makeRead({ documentExpiry: day("2020-01-01") });
    await expect(
      submitCheck(old.ctx, { attested: true, answers: { documentExpiry: "read" }, answersAbout: old.answersAbout }),
    ).rejects.toMatchObject({ code: "document_expired" });
  });
});
