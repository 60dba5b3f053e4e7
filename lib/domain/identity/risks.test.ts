import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { setVariables } from "@/lib/testing/env";
import { makeAccount, makeCustodian, makeMember, makePartner, personCtx, staffCtx } from "@/lib/testing/factories";
import {
  loseKey,
  makePhoto,
  makeReviewer,
  makeSubmitted,
  someDetails,
  someDocument,
} from "@/lib/testing/identity-checks";
import { draw } from "@/lib/testing/pictures";
import { clearJobs, payloadsOf } from "@/lib/testing/queue";
import {
  addPhoto,
  markCheckTask,
  markMissingTask,
  saveDetails,
  saveDocument,
  startCheck,
  submitCheck,
  viewCheck,
} from ".";

const CONTEXT = { requestId: "test", attempt: 1, lastAttempt: false, signal: undefined };
const mark = (checkId: string) => markCheckTask.run({ checkId }, CONTEXT);

// Names, numbers and pictures of this test alone.
let run = 0;
const letters = () => [...newId().slice(-12)].map((c) => String.fromCharCode(97 + (c.charCodeAt(0) % 26))).join("");
const freshName = () => `${letters()} ${letters()}`;
const freshNumber = () => newId().slice(-12).toUpperCase();

type Said = {
  name?: string;
  birthDate?: string;
  number?: string;
  expiry?: string;
  person?: Buffer;
  account?: Awaited<ReturnType<typeof makeAccount>>;
  ip?: string;
};

/** A sent and compared check, unlike any other except in what is given. */
async function send({ name, birthDate = "1980-05-17", number, expiry = "2034-05-01", person, account, ip }: Said = {}) {
  const from = account ?? (await makeAccount());
  const ctx = { ...personCtx(from.person), ip: ip ?? `198.51.${run++ % 250}.${1 + (run % 250)}` };
  const { checkId } = await startCheck(ctx, { accountId: from.id });
  await saveDetails(ctx, someDetails({ legalName: name ?? freshName(), birthDate, otherNames: [] }));
  await saveDocument(ctx, someDocument({ documentNumber: number ?? freshNumber(), documentExpiry: expiry }));
  await addPhoto(ctx, { kind: "document_front", file: await makePhoto() });
  await addPhoto(ctx, { kind: "person", file: person ?? (await makePhoto()) });
  await submitCheck(ctx, { attested: true });
  await mark(checkId);
  return { checkId, ctx, account: from };
}

const risksOf = async (checkId: string, ctx = staffCtx(OTHER)) =>
  (await viewCheck(ctx, { checkId, grant: undefined })).risks;

let OTHER: Awaited<ReturnType<typeof makeCustodian>>;
beforeEach(async () => {
  OTHER = await makeCustodian();
});

describe("a planted duplicate", () => {
  it("is found by the document's number, however it is written, on both checks", async () => {
    const number = freshNumber();
    const first = await send({ number });
    const second = await send({ number: `${number.slice(0, 4).toLowerCase()} ${number.slice(4)}` });
    const duplicate = { kind: "duplicate", severity: "harm", likeness: ["document_number"] };
    const only = ({ checkId }: { checkId: string }) => [{ ...duplicate, others: [{ checkId, status: "submitted" }] }];
    expect(await risksOf(second.checkId)).toEqual(only(first));
    expect(await risksOf(first.checkId)).toEqual(only(second));
  });

  it("is found by name and birth date, without accents and in any order", async () => {
    const [one, two] = [letters(), letters()];
    const first = await send({ name: `${one} ${two}é`, birthDate: "1979-02-03" });
    await send({ name: `${one} ${two}e`, birthDate: "1979-02-04" });
    const second = await send({ name: `${two.toUpperCase()}E ${one}`, birthDate: "1979-02-03" });
    expect(await risksOf(second.checkId)).toEqual([
      {
        ...{ kind: "duplicate", severity: "waiting", likeness: ["name_and_birth_date"] },
        others: [{ checkId: first.checkId, status: "submitted" }],
      },
    ]);
  });

  it("is found by a photo that is smaller, paler and worse", async () => {
    const picture = await draw(41);
    const first = await send({ person: picture });
    await send({ person: await draw(42) });
    const worse = await sharp(picture).resize(700).modulate({ saturation: 0.8 }).jpeg({ quality: 50 }).toBuffer();
    const second = await send({ person: worse });
    expect(await risksOf(second.checkId)).toMatchObject([
      { likeness: ["photo"], others: [{ checkId: first.checkId }] },
    ]);
  });

  it.each([
    ["mirrored", (photo: Sharp) => photo.flop()],
    ["turned", (photo: Sharp) => photo.rotate(90)],
    ["cropped a little", (photo: Sharp) => photo.extract({ left: 16, top: 12, width: 768, height: 576 })],
  ] as const)("is found by a photo that is %s", async (what, alter) => {
    const picture = await draw(what.length * 7 + 200);
    const first = await send({ person: picture });
    const second = await send({ person: await alter(sharp(picture)).jpeg({ quality: 70 }).toBuffer() });
    expect(await risksOf(second.checkId)).toMatchObject([
      { likeness: ["photo"], others: [{ checkId: first.checkId }] },
    ]);
  });

  it("is named once for each person, with every likeness", async () => {
    const said = { name: freshName(), number: freshNumber(), person: await draw(77) };
    const first = await send(said);
    const second = await send(said);
    expect(await risksOf(second.checkId)).toMatchObject([
      { others: [{ checkId: first.checkId }], likeness: ["document_number", "name_and_birth_date", "photo"] },
    ]);
  });

  it("is one risk for all people who share the same", async () => {
    const said = { name: freshName(), number: freshNumber() };
    const [first, second] = [await send(said), await send(said)];
    const named = await send({ name: said.name });
    const { checkId } = await send(said);
    const found = await risksOf(checkId);
    expect(found).toMatchObject([
      { severity: "harm", likeness: ["document_number", "name_and_birth_date"] },
      { severity: "waiting", likeness: ["name_and_birth_date"], others: [{ checkId: named.checkId }] },
    ]);
    const [risk] = found;
    expect(risk?.kind === "duplicate" && risk.others.map((other) => other.checkId)).toEqual([
      second.checkId,
      first.checkId,
    ]);
  });

  it("is never the same person's earlier check, nor a photo of one color", async () => {
    const said = { name: freshName(), number: freshNumber(), person: await draw(99) };
    const first = await send(said);
    const reviewer = await makeReviewer(first.checkId);
    await rejectIdentity(reviewer, { checkId: first.checkId, reason: "suspected_forgery", note: "" });
    const second = await send({ ...said, account: first.account });
    expect(await risksOf(second.checkId)).toMatchObject([
      { kind: "rejected_before", severity: "harm", checkId: first.checkId, reason: "suspected_forgery", count: 1 },
    ]);
  });

  it("tells nothing of a record that is reserved for another custodian", async () => {
    const [partner, custodian] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", custodian);
    const number = freshNumber();
    await send({ number, account: await makeAccount(partner) });
    const { checkId } = await send({ number });
    expect(await risksOf(checkId, staffCtx(custodian))).toEqual([
      { kind: "reserved_duplicate", severity: "harm", count: 1 },
    ]);
    expect(await risksOf(checkId)).toMatchObject([{ kind: "duplicate" }]);
  });
});

describe("marks", () => {
  const queued = async () => {
    await clearJobs();
    await markMissingTask.run({}, CONTEXT);
    return (await payloadsOf<{ checkId: string }>(markCheckTask.name)).map(({ payload }) => payload.data.checkId);
  };

  it("hold nothing that anybody could compute without the master key", async () => {
    const said = { name: freshName(), number: freshNumber(), person: await draw(7) };
    const { checkId } = await send(said);
    const before = await db.identityMarks.findUniqueOrThrow({ where: { checkId } });
    expect(before.photoMarks).toHaveLength(22);
    await setVariables({
      MASTER_KEY: Buffer.alloc(32, "m").toString("base64"),
      MASTER_KEY_PREVIOUS: process.env.MASTER_KEY,
    });
    await mark(checkId);
    const after = await db.identityMarks.findUniqueOrThrow({ where: { checkId } });
    expect(after.numberMark).not.toBe(before.numberMark);
    expect(after.personMark).not.toBe(before.personMark);
    expect(after.photoMarks).not.toEqual(before.photoMarks);
  });

  it("are made for checks that have none, also after a rotation", async () => {
    const [made, missing] = [await send(), await makeSubmitted()];
    expect(await queued()).toContain(missing.checkId);
    expect(await queued()).not.toContain(made.checkId);
    await db.$executeRaw`UPDATE identity_marks SET made_under = '\\x00' WHERE check_id = ${made.checkId}`;
    expect(await queued()).toContain(made.checkId);
  });

  it("are made anew where a version before PDQ made them, and until then nobody counts as compared", async () => {
    const person = await draw(310);
    const [older, newer, given] = [await send({ person }), await send(), await send()];
    const olderMarks = Prisma.sql`UPDATE identity_marks SET photo_marks = '{1,2,3,4,5,6,7,8}'`;
    await db.$executeRaw`${olderMarks} WHERE check_id = ${older.checkId}`;
    const again = await send({ person });
    expect(await risksOf(again.checkId)).toEqual([{ kind: "not_compared", severity: "neutral" }]);
    expect(await risksOf(newer.checkId)).toEqual([{ kind: "not_compared", severity: "neutral" }]);
    const waiting = await queued();
    expect(waiting).toContain(older.checkId);
    expect(waiting).not.toContain(newer.checkId);
    await mark(older.checkId);
    expect(await risksOf(again.checkId)).toMatchObject([{ likeness: ["photo"], others: [{ checkId: older.checkId }] }]);
    expect(await risksOf(newer.checkId)).toEqual([]);
    // What can't be made anew doesn't count for ever.
    await db.$executeRaw`${olderMarks}, tries = 5 WHERE check_id = ${given.checkId}`;
    expect(await risksOf(newer.checkId)).toEqual([]);
  });

  it("aren't made of a draft, nor of what can't be read", async () => {
    const account = await makeAccount();
    const { checkId } = await startCheck(personCtx(account.person), { accountId: account.id });
    await mark(checkId);
    const sent = await makeSubmitted();
    await loseKey(sent.person.id);
    await mark(sent.checkId);
    expect(await db.identityMarks.count({ where: { checkId } })).toBe(0);
    expect(await db.identityMarks.findUnique({ where: { checkId: sent.checkId } })).toMatchObject({
      ...{ numberMark: null, personMark: null, photoMarks: [], comparedAt: null },
    });
  });

  it("are tried five times where nothing can be read, and as often again once they were made", async () => {
    const { checkId, person } = await makeSubmitted();
    await loseKey(person.id);
    for (let n = 0; n < 5; n++) {
      expect(await queued()).toContain(checkId);
      await mark(checkId);
    }
    expect(await queued()).not.toContain(checkId);
    expect(await db.identityMarks.findUnique({ where: { checkId } })).toMatchObject({ tries: 5, comparedAt: null });
    // Twice is back.
    await loseKey(person.id);
    await mark(checkId);
    expect(await db.identityMarks.findUnique({ where: { checkId } })).toMatchObject({
      tries: 0,
      comparedAt: expect.any(Date),
    });
  });
});

describe("risks of the check itself", () => {
  it("are none for most, and that it is not compared yet", async () => {
    expect(await risksOf((await send()).checkId)).toEqual([]);
    const { checkId } = await makeSubmitted();
    expect(await risksOf(checkId)).toContainEqual({ kind: "not_compared", severity: "neutral" });
  });

  it("are an age under 21, and a document that expires soon or has expired", async () => {
    clock.freeze("2024-03-01T12:00:00Z");
    const { checkId } = await send({ birthDate: "2004-06-01", expiry: "2024-03-20" });
    const on = new Date("2024-03-20T00:00:00Z");
    expect(await risksOf(checkId)).toEqual([
      { kind: "under_21", severity: "waiting", age: 19 },
      { kind: "document_expires_soon", severity: "neutral", on },
    ]);
    clock.freeze("2024-03-22T12:00:00Z");
    expect(await risksOf(checkId)).toEqual([
      { kind: "document_expired", severity: "harm", on },
      { kind: "under_21", severity: "waiting", age: 19 },
    ]);
  });

  it.each([
    ["one IPv4 address", "192.0.2.77", "192.0.2.77", "192.0.2.78"],
    ["one IPv6 network", "2001:db8:1:2:aa::1", "2001:db8:1:2::9", "2001:db8:1:3::9"],
  ])("are many people on %s", async (_, ip, near, far) => {
    clock.freeze("2023-01-01T12:00:00Z");
    const { checkId } = await send({ ip });
    for (const other of [near, near, far]) await send({ ip: other });
    expect(await risksOf(checkId)).toEqual([]);
    await send({ ip: near });
    expect(await risksOf(checkId)).toEqual([
      { kind: "many_from_network", severity: "waiting", people: 3, sameBrowser: 3 },
    ]);
  });

  it("aren't shown for a decided check without a reason to view it", async () => {
    const { checkId } = await send({ birthDate: "1981-06-01" });
    const reviewer = await makeReviewer(checkId);
    await rejectIdentity(reviewer, { checkId, reason: "face_differs", note: "" });
    expect(await risksOf(checkId)).toEqual([]);
  });
});
