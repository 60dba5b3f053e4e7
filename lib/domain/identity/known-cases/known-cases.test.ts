import { afterEach, describe, expect, it } from "vitest";
import { record } from "@/lib/domain/core/ledger";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { dismissCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId, timeOfId } from "@/lib/platform/ids";
import { setVariables } from "@/lib/testing/env";
import {
  makeAccount,
  makeCustodian,
  makeMember,
  makePartner,
  makeUser,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import {
  approveIdentity,
  makeDraft,
  makePhoto,
  makeReviewer,
  makeSubmitted,
  someDetails,
  someDocument,
} from "@/lib/testing/identity-checks";
import { ownerClient } from "@/lib/testing/sql";
import {
  addKnownCasePhoto,
  addNote,
  addPhoto,
  askOpinion,
  checkList,
  countWaiting,
  findChecks,
  findKnownCaseOutcome,
  findNeighbors,
  giveOpinion,
  knownCaseList,
  listCheckHistory,
  makeKnownCase,
  plantKnownCase,
  readReviewFigures,
  reassign,
  releaseAll,
  retireKnownCase,
  saveDetails,
  saveDocument,
  submitCheck,
  takeNext,
  viewCheck,
  viewKnownCase,
  viewOwnPhoto,
  viewPhoto,
} from "..";
import { type PhotoKind, photosNeeded } from "../documents";
import { openEvidence } from "../view-photo";
import { clearDecided, plantDue } from "./plant";

afterEach(() => clock.reset());

type Known = Parameters<typeof makeKnownCase>[1]["known"];
const APPROVE: Known = { email: "ruth@example.com", expected: "approve", reasons: [], why: "All is as entered." };
const REJECT: Known = { ...APPROVE, expected: "reject", reasons: ["face_differs", "document_unreadable"] };

const system = systemCtx();
const custodian = async () => staffCtx(await makeCustodian());

/** A known case with its photos, made by the service, so that any custodian can get it. */
async function makeKnown(known = APPROVE, by: Parameters<typeof makeKnownCase>[0] = system, more = {}) {
  const legalName = `Ruth ${newId()}`;
  const document = someDocument(more);
  const { goldenId } = await makeKnownCase(by, {
    details: someDetails({ legalName, otherNames: [] }),
    document,
    known,
  });
  for (const kind of photosNeeded(document.documentType)) {
    await addKnownCasePhoto(by, { goldenId, kind, file: await makePhoto() });
  }
  await db.documentReading.updateMany({
    where: { checkId: goldenId },
    data: { status: "nothing", readAt: clock.now() },
  });
  return { goldenId, legalName };
}

/** Retires all known cases, so that the next one is planted. */
const onlyThis = (goldenId: string) =>
  db.goldenCheck.updateMany({ where: { id: { not: goldenId }, retiredAt: null }, data: { retiredAt: clock.now() } });

async function plant(known = APPROVE, by?: Parameters<typeof makeKnownCase>[0], more?: object) {
  const made = await makeKnown(known, by, more);
  await onlyThis(made.goldenId);
  const ctx = await custodian();
  const planted = await plantKnownCase(system, { reviewerId: ctx.actor.userId });
  if (!planted) throw new Error("nothing was planted");
  return { ...made, checkId: planted.checkId, ctx: await makeReviewer(planted.checkId, ctx) };
}

const reviewOf = (checkId: string) => db.goldenReview.findFirst({ where: { checkId }, orderBy: { plantedAt: "desc" } });

/** The rows of every table, counted and summed up. */
async function readTables(): Promise<Record<string, string>> {
  const client = await ownerClient();
  try {
    const { rows } = await client.query<{ name: string }>(`
      SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) ORDER BY 1`);
    const counts: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: counted } = await client.query<{ count: string; sum: string | null }>(
        `SELECT count(*), sum(hashtext(t::text)::bigint) FROM ${name} t`,
      );
      counts[name] = `${counted[0]?.count} ${counted[0]?.sum}`;
    }
    return counts;
  } finally {
    await client.end();
  }
}

describe("a known case in the queue", () => {
  it("looks like any other to its reviewer, and is nobody else's", async () => {
    await makePartner();
    const { checkId, ctx, legalName } = await plant();
    const [row] = (await checkList.read(ctx, { q: "ruth@example", view: "waiting" })).rows;
    expect(row).toMatchObject({ id: checkId, legalName, email: "ruth@example.com", isRisky: false, assignee: null });
    const real = await makeSubmitted();
    const mine = await checkList.read(ctx, { view: "waiting", q: real.checkId });
    expect(Object.keys(row ?? {})).toEqual(Object.keys(mine.rows[0] ?? {}));
    const other = await custodian();
    expect((await checkList.read(other, { q: checkId })).rows).toEqual([]);
    expect((await countWaiting(ctx)).waiting).toBe((await countWaiting(other)).waiting + 1);
  });

  it("has all that a sent check has on the desk", async () => {
    const { checkId, ctx } = await plant();
    const real = await makeSubmitted();
    await db.documentReading.updateMany({
      where: { checkId: real.checkId },
      data: { status: "nothing", readAt: clock.now() },
    });
    await db.identityMarks.create({
      data: {
        ...{
          checkId: real.checkId,
          userId: real.person.id,
          photoMarks: [],
          photoHashes: Buffer.from(""),
          madeAt: clock.now(),
        },
        ...{ madeUnder: Buffer.from(""), comparedAt: clock.now() },
      },
    });
    const looked = await makeReviewer(real.checkId, ctx);
    const seen = async (id: string) => {
      const { grant } = await openEvidence(looked, { checkId: id, purpose: "identity_review" });
      return viewCheck(looked, { checkId: id, grant });
    };
    const [golden, sent] = [await seen(checkId), await seen(real.checkId)];
    const shape = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.slice(0, 1).map(shape);
      if (value instanceof Date || value === null || typeof value !== "object")
        return value === null ? null : typeof value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]));
    };
    const { declarations, ...rest } = golden;
    const { declarations: realDeclarations, ...realRest } = sent;
    const [[declaration], [realDeclaration]] = [declarations, realDeclarations];
    expect(declarations.length).toBe(realDeclarations.length);
    expect(shape({ ...rest, details: { ...rest.details, otherNames: [] } })).toEqual(
      shape({ ...realRest, details: { ...realRest.details, otherNames: [] } }),
    );
    expect(Object.keys(declaration ?? {})).toEqual(Object.keys(realDeclaration ?? {}));
    expect(declaration).toMatchObject({
      text: realDeclaration?.text,
      sha256: realDeclaration?.sha256,
      textVersion: realDeclaration?.textVersion,
    });
    const { grant } = await openEvidence(looked, { checkId, purpose: "identity_review" });
    expect((await viewPhoto(looked, { checkId, kind: "person", grant })).jpeg.length).toBeGreaterThan(100);
  });

  it("has the history of a check sent through the pages", async () => {
    const draft = await makeDraft();
    const { checkId: realId, ctx: person } = draft;
    // Each page's call is a request of its own, and loads the photos that it shows.
    const by = () => ({ ...person, requestId: newId() });
    const load = (kind: PhotoKind) => viewOwnPhoto(by(), { kind });
    const document = someDocument({ documentType: "id_card" });
    const kinds = photosNeeded(document.documentType);
    await saveDetails(by(), someDetails());
    await saveDocument(by(), document);
    for (const kind of kinds) {
      const request = by();
      await addPhoto(request, { kind, file: await makePhoto() });
      await load(kind);
      if (kind === "person") continue;
      const job = { actor: { kind: "system" as const, name: "read_document" }, requestId: request.requestId };
      const subject = { kind: "identity_check" as const, id: realId };
      await inTransaction(async (tx) =>
        record(tx, { ctx: job, action: "identity_check.document_read", subject, detail: { status: "nothing" } }),
      );
    }
    for (const kind of kinds) await load(kind);
    await submitCheck(by(), { attested: true });

    const { checkId, ctx } = await plant(APPROVE, system, { documentType: "id_card" });
    const linesOf = async (id: string) => {
      const { rows } = await listCheckHistory(ctx, id);
      return rows.filter(({ who }) => who === "the creator" || who === "the service");
    };
    const [shown, real] = [await linesOf(checkId), await linesOf(realId)];
    const lineOf = ({ did, who, reason, more, detail: { kind, status } }: (typeof shown)[number]) =>
      [who, did, reason, more, kind ?? null, status ?? null].join();
    const sorted = (rows: typeof shown) => rows.map(lineOf).slice(1, -1).toSorted();
    expect(sorted(shown)).toEqual(sorted(real));
    for (const rows of [shown, real]) expect(rows.map(({ did }) => did).at(-1)).toBe("started the check");
    expect(shown[0] && lineOf(shown[0])).toBe(real[0] && lineOf(real[0]));

    // As in a real one, ids have the time of what they name, steps differ in length, and the reading is of its photo's request.
    const requests = (rows: typeof shown) => new Set(rows.map(({ requestId }) => requestId)).size;
    expect(requests(shown)).toBe(requests(real));
    const started = shown.at(-1)?.at.getTime() ?? 0;
    expect(started - (timeOfId(checkId)?.getTime() ?? 0)).toBeLessThan(100);
    for (const { at, requestId, who } of shown) {
      const took = at.getTime() - (timeOfId(requestId ?? "")?.getTime() ?? 0);
      expect(took).toBeGreaterThan(0);
      expect(took).toBeLessThan(who === "the service" ? 10_000 : 200);
    }
    const pauses = shown.slice(1).map(({ at }, n) => (shown[n]?.at.getTime() ?? 0) - at.getTime());
    expect(new Set(pauses).size).toBe(pauses.length);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
    expect((await linesOf(checkId)).map(({ requestId }) => requestId)).toEqual(shown.map((line) => line.requestId));
  });

  it("is found by the desk’s search as any other, by its reviewer alone", async () => {
    const { checkId, ctx, legalName, goldenId } = await plant({ ...APPROVE, email: `ruth-${newId()}@example.com` });
    const { email } = await db.goldenCheck.findUniqueOrThrow({ where: { id: goldenId } });
    const other = await custodian();
    const find = (by: typeof ctx, text: string) => findChecks(by, { text, people: [], most: 5 });
    for (const text of [checkId, email, legalName]) {
      expect(await find(ctx, text)).toEqual([{ id: checkId, email, status: "submitted" }]);
      expect(await find(other, text)).toEqual([]);
    }
    expect(await find(ctx, goldenId)).toEqual([]);
    const real = await makeSubmitted(undefined, { details: someDetails({ legalName: `Ada ${newId()}` }) });
    for (const text of [real.checkId, real.person.email])
      expect(await find(ctx, text)).toEqual([{ id: real.checkId, email: real.person.email, status: "submitted" }]);
  });

  it("is taken, kept and put back as any other", async () => {
    const { checkId, ctx } = await plant();
    await db.identityCheck.update({ where: { id: checkId }, data: { submittedAt: new Date("1990-01-01") } });
    expect(await takeNext(ctx)).toBe(checkId);
    clock.freeze(new Date(Date.now() + 15 * MINUTE_MS).toISOString());
    await viewCheck(ctx, { checkId, grant: undefined });
    clock.advance(15 * MINUTE_MS);
    expect(await takeNext(ctx)).toBe(checkId);
    expect(await releaseAll(ctx)).toEqual({ released: 1 });
    const view = await viewCheck(ctx, { checkId, grant: undefined });
    expect((await findNeighbors(ctx, view)).waiting).toBe((await countWaiting(ctx)).waiting - 1);
  });

  it("takes notes, and a second opinion from whoever is sent its address", async () => {
    const { checkId, ctx } = await plant();
    const other = await custodian();
    await addNote(ctx, { checkId, text: "Sharp photos" });
    await askOpinion(ctx, { checkId, text: "Is it genuine?" });
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "opinion_awaited" });
    const helper = await makeReviewer(checkId, other);
    await giveOpinion(helper, { checkId, text: "It is", recommends: "approving" });
    expect((await viewCheck(ctx, { checkId, grant: undefined })).notes).toHaveLength(3);
    await expect(approveIdentity(helper, { checkId })).rejects.toMatchObject({ code: "assigned_elsewhere" });
    await approveIdentity(ctx, { checkId });
  });
});

describe("a decision about a known case", () => {
  it("changes no row of a partner, a person or the queue of jobs, and is counted", async () => {
    const real = await makeSubmitted();
    const { checkId, ctx, goldenId } = await plant();
    await makeReviewer(real.checkId, ctx);
    const before = await readTables();
    await approveIdentity(ctx, { checkId });
    const after = await readTables();
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    // The check is no longer planted, and the ledger says who decided.
    expect(changed).toEqual(["golden_reviews", "identity_checks", "ledger_entries", "ledger_heads"]);
    expect(await db.identityCheck.findUnique({ where: { id: checkId } })).toMatchObject({
      ...{ status: "draft", plantedForId: null, decidedAt: null, decidedById: null },
    });
    expect(await db.ledgerEntry.findFirst({ where: { subjectId: goldenId }, orderBy: { seq: "desc" } })).toMatchObject({
      ...{ action: "golden_check.decided", partnerId: null },
    });
    expect(await reviewOf(checkId)).toMatchObject({ decision: "approve", met: true });
    expect(await findKnownCaseOutcome(ctx, checkId)).toMatchObject({
      met: true,
      expected: "approve",
      why: APPROVE.why,
    });
    expect(await findKnownCaseOutcome(await custodian(), checkId)).toBeNull();
    for (const view of ["approved", "waiting"] as const)
      expect((await checkList.read(ctx, { view, q: checkId })).rows).toEqual([]);
    await expect(viewCheck(ctx, { checkId, grant: undefined })).rejects.toMatchObject({ status: 404 });
  });

  it("meets what is expected, with one of the right reasons", async () => {
    const decided = async (known: Known, reason?: "face_differs" | "under_age") => {
      const { checkId, ctx } = await plant(known);
      if (reason) await rejectIdentity(ctx, { checkId, reason, note: "" });
      else await approveIdentity(ctx, { checkId });
      return (await reviewOf(checkId))?.met;
    };
    expect(await decided(REJECT, "face_differs")).toBe(true);
    expect(await decided(REJECT, "under_age")).toBe(false);
    expect(await decided(REJECT)).toBe(false);
    expect(await decided(APPROVE, "face_differs")).toBe(false);
  });

  it("is made once, also by two tabs at once, and never by a colleague", async () => {
    const { checkId, ctx } = await plant(REJECT);
    const other = await makeReviewer(checkId, await custodian());
    const reject = (by: typeof ctx) => rejectIdentity(by, { checkId, reason: "face_differs", note: "" });
    const outcomes = await Promise.allSettled([
      reject(ctx),
      approveIdentity(ctx, { checkId }),
      reject(other),
      reject(ctx),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(codes.filter((code) => !["already_decided", "assigned_elsewhere"].includes(code))).toEqual([]);
    expect(await reviewOf(checkId)).toMatchObject({ reviewerId: ctx.actor.userId });
    expect(await db.goldenReview.count({ where: { checkId } })).toBe(1);
    expect(
      await db.ledgerEntry.count({ where: { action: "golden_check.decided", detail: { contains: checkId } } }),
    ).toBe(1);
    await expect(reject(ctx)).rejects.toMatchObject({ code: "already_decided" });
  });

  it("is refused by the database as a real one", async () => {
    const { checkId } = await plant();
    const set = (data: object) => db.identityCheck.update({ where: { id: checkId }, data });
    await expect(set({ status: "submitted" })).rejects.toThrow(/identity_checks_golden/);
    await expect(set({ status: "approved", decidedAt: clock.now() })).rejects.toThrow(/identity_checks_golden/);
    await expect(set({ goldenId: null, plantedForId: null })).rejects.toThrow(/known case/);
    const { checkId: realId } = await makeSubmitted();
    await expect(
      db.identityCheck.update({ where: { id: realId }, data: { goldenId: null, plantedForId: newId() } }),
    ).rejects.toThrow();
  });

  it("counts beside the figures of its reviewer, and not among them", async () => {
    const { ctx, checkId } = await plant(REJECT);
    const real = await makeSubmitted();
    await makeReviewer(real.checkId, ctx);
    await approveIdentity(ctx, { checkId: real.checkId });
    const mine = async () => (await readReviewFigures(ctx)).custodians.find(({ id }) => id === ctx.actor.userId);
    expect(await mine()).toMatchObject({ decided: 1, rejected: 0, known: null });
    await rejectIdentity(ctx, { checkId, reason: "face_differs", note: "" });
    expect(await mine()).toMatchObject({ decided: 1, rejected: 0, known: { right: 1, of: 1 } });
  });
});

describe("planting", () => {
  it("gives each custodian each known case once, one at a time, and none that they made", async () => {
    const { goldenId } = await makeKnown();
    await onlyThis(goldenId);
    const ctx = await custodian();
    const reviewerId = ctx.actor.userId;
    const planted = await Promise.all([plantKnownCase(system, { reviewerId }), plantKnownCase(system, { reviewerId })]);
    const [first] = planted.filter((one) => one !== null);
    expect(planted.filter((one) => one !== null)).toHaveLength(1);
    await makeKnown();
    expect(await plantKnownCase(system, { reviewerId })).toBeNull();
    await approveIdentity(await makeReviewer(first?.checkId ?? "", ctx), { checkId: first?.checkId ?? "" });
    const second = await plantKnownCase(system, { reviewerId });
    expect(second).not.toBeNull();
    await rejectIdentity(ctx, { checkId: second?.checkId ?? "", reason: "face_differs", note: "" });
    expect(await plantKnownCase(system, { reviewerId })).toBeNull();
  });

  it("moves to a colleague who doesn't know it, and counts for them", async () => {
    const { checkId, ctx, goldenId } = await plant();
    const [colleague, stranger] = [await custodian(), await makeUser()];
    const to = (id: string) => reassign(ctx, { checkId, to: id, text: "You know these" });
    await expect(to(stranger.id)).rejects.toMatchObject({ field: "to" });
    await to(colleague.actor.userId);
    expect((await checkList.read(ctx, { q: checkId })).rows).toEqual([]);
    expect((await checkList.read(colleague, { q: checkId })).rows).toMatchObject([{ assignee: { isMe: true } }]);
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "assigned_elsewhere" });
    const back = reassign(colleague, { checkId, to: ctx.actor.userId, text: "Take it back" });
    await expect(back).rejects.toMatchObject({ field: "to" });
    await approveIdentity(await makeReviewer(checkId, colleague), { checkId });
    const found = await db.goldenReview.findMany({ where: { goldenId }, orderBy: { met: "asc" } });
    expect(found.map(({ decision, met }) => [decision, met])).toEqual([
      ["approve", true],
      ["reassigned", null],
    ]);
  });

  it("follows the setting, among other waiting checks", async () => {
    const { goldenId } = await makeKnown();
    await onlyThis(goldenId);
    const ctx = await custodian();
    const planted = () => db.goldenReview.count({ where: { reviewerId: ctx.actor.userId } });
    await plantDue(newId());
    expect(await planted()).toBe(0);
    setVariables({ GOLDEN_CHECK_EVERY: "1" });
    await plantDue(newId());
    expect(await planted()).toBe(0);
    const { checkId } = await makeSubmitted();
    await approveIdentity(await makeReviewer(checkId, ctx), { checkId });
    // What waits is reserved for others, or waits for its person.
    const asked = {
      photosAskedAt: clock.now(),
      photosAsked: ["person" as const],
      photosProblem: "blurred" as const,
    };
    await db.identityCheck.updateMany({ where: { status: "submitted" }, data: asked });
    const partner = await makePartner();
    await makeMember(partner, "admin", { id: ctx.actor.userId });
    await makeSubmitted(await makeAccount(partner));
    await plantDue(newId());
    expect(await planted()).toBe(0);
    await makeSubmitted();
    await plantDue(newId());
    expect(await planted()).toBe(1);
  });

  it("names a partner to a colleague for which they don't work, the same one if it can", async () => {
    const [theirs, other] = [await makePartner(), await makePartner()];
    const only = async (...ids: string[]) => {
      await db.partner.updateMany({ where: { id: { notIn: ids } }, data: { status: "inactive" } });
      await db.partner.updateMany({ where: { id: { in: ids } }, data: { status: "active" } });
    };
    for (const named of [other, theirs]) {
      await only(named.id);
      const { checkId, ctx } = await plant();
      await only(theirs.id, other.id);
      const colleague = await custodian();
      await makeMember(theirs, "admin", { id: colleague.actor.userId });
      await reassign(ctx, { checkId, to: colleague.actor.userId, text: "You know these" });
      const shown = await viewCheck(await makeReviewer(checkId, colleague), { checkId, grant: undefined });
      expect(shown.askedBy, named.name).toBe(other.name);
    }
  });

  it("waits until the document was read, and keeps what came of it", async () => {
    const { goldenId } = await makeKnown();
    await onlyThis(goldenId);
    const reviewerId = (await custodian()).actor.userId;
    const read = (status: "queued" | "failed", readAt: Date | null) =>
      db.documentReading.update({ where: { checkId: goldenId }, data: { status, readAt } });
    await read("queued", null);
    expect(await plantKnownCase(system, { reviewerId })).toBeNull();
    await read("failed", clock.now());
    const { checkId = "" } = (await plantKnownCase(system, { reviewerId })) ?? {};
    expect(await db.documentReading.findUnique({ where: { checkId } })).toMatchObject({ status: "failed" });
  });

  it("leaves nothing of a copy a day after its decision but the outcome", async () => {
    const { checkId, ctx } = await plant();
    await approveIdentity(ctx, { checkId });
    await clearDecided(newId());
    const found = await db.identityCheck.findUniqueOrThrow({ where: { id: checkId } });
    clock.freeze(new Date(Date.now() + 2 * DAY_MS).toISOString());
    await clearDecided(newId());
    expect(await db.identityCheck.count({ where: { id: checkId } })).toBe(0);
    expect(await db.identityPhoto.count({ where: { checkId } })).toBe(0);
    expect(await db.user.count({ where: { id: found.userId } })).toBe(0);
    expect(await db.personKey.count({ where: { userId: found.userId } })).toBe(0);
    expect(await findKnownCaseOutcome(ctx, checkId)).toMatchObject({ met: true });
  });
});

describe("what is over", () => {
  it("plants nothing that is retired meanwhile", async () => {
    const maker = await custodian();
    for (let round = 0; round < 4; round++) {
      const { goldenId } = await makeKnown(APPROVE, maker);
      await onlyThis(goldenId);
      const reviewerId = (await custodian()).actor.userId;
      await Promise.all([plantKnownCase(system, { reviewerId }), retireKnownCase(maker, { goldenId })]);
      expect(await db.identityCheck.count({ where: { plantedForId: reviewerId } })).toBe(0);
    }
  });

  it("ends for a custodian who is dismissed", async () => {
    const { checkId, ctx } = await plant();
    const { email } = await db.user.findUniqueOrThrow({ where: { id: ctx.actor.userId } });
    await clearDecided(newId());
    expect(await db.identityCheck.count({ where: { id: checkId, plantedForId: null } })).toBe(0);
    await dismissCustodian(system, { email });
    await clearDecided(newId());
    expect(await db.identityCheck.count({ where: { id: checkId, plantedForId: null } })).toBe(1);
    expect(await reviewOf(checkId)).toMatchObject({ decision: "retired", met: null });
    clock.advance(2 * DAY_MS);
    await clearDecided(newId());
    expect(await db.identityCheck.count({ where: { id: checkId } })).toBe(0);
  });

  it("keeps the photos of a known case for a day after it is retired", async () => {
    const maker = await custodian();
    const { goldenId } = await makeKnown(APPROVE, maker);
    await retireKnownCase(maker, { goldenId });
    const photos = () => db.identityPhoto.count({ where: { checkId: goldenId } });
    await clearDecided(newId());
    expect(await photos()).toBe(2);
    clock.advance(2 * DAY_MS);
    await clearDecided(newId());
    expect(await photos()).toBe(0);
    expect(await viewKnownCase(maker, { goldenId })).toMatchObject({ decided: 0 });
  });
});

describe("making a known case", () => {
  it("is for custodians, who see their own and what they decided", async () => {
    const [maker, other] = [await custodian(), await custodian()];
    const input = { details: someDetails(), document: someDocument(), known: REJECT };
    await expect(makeKnownCase(staffCtx(await makeUser()), input)).rejects.toMatchObject({ status: 403 });
    const { goldenId } = await makeKnownCase(maker, input);
    expect(await viewKnownCase(maker, { goldenId })).toMatchObject({
      missing: ["document_front", "person"],
      decided: 0,
    });
    await expect(viewKnownCase(other, { goldenId })).rejects.toMatchObject({ status: 404 });
    const photo = { goldenId, kind: "person" as const, file: await makePhoto() };
    await expect(addKnownCasePhoto(other, photo)).rejects.toMatchObject({ status: 404 });
    await addKnownCasePhoto(maker, photo);
    await expect(addKnownCasePhoto(maker, photo)).rejects.toMatchObject({ code: "photo_kept" });
    expect((await knownCaseList.read(maker, {})).rows).toMatchObject([{ id: goldenId, isMine: true }]);
    expect((await knownCaseList.read(other, {})).rows).toEqual([]);
  });

  it("refuses what no real check can have, and plants nothing that expired since", async () => {
    const make = (details: object, document: object) =>
      makeKnownCase(system, { details: someDetails(details), document: someDocument(document), known: APPROVE });
    const [young, expired] = [{ birthDate: "2015-01-01" }, { documentExpiry: "2020-02-01" }];
    await expect(make(young, {})).rejects.toMatchObject({ field: "birthDate" });
    await expect(make({}, expired)).rejects.toMatchObject({ field: "documentExpiry" });
    const { goldenId } = await makeKnown();
    await onlyThis(goldenId);
    const reviewerId = (await custodian()).actor.userId;
    clock.freeze("2034-05-02T12:00:00.000Z");
    expect(await plantKnownCase(system, { reviewerId })).toBeNull();
    clock.freeze("2034-05-01T12:00:00.000Z");
    expect(await plantKnownCase(system, { reviewerId })).not.toBeNull();
  });

  it("ends when it is retired, and takes it out of the queues", async () => {
    const maker = await custodian();
    const { checkId, ctx, goldenId } = await plant(REJECT, maker);
    expect(await plantKnownCase(system, { reviewerId: maker.actor.userId })).toBeNull();
    await expect(retireKnownCase(ctx, { goldenId })).rejects.toMatchObject({ status: 404 });
    await retireKnownCase(maker, { goldenId });
    await expect(retireKnownCase(maker, { goldenId })).rejects.toMatchObject({ code: "retired" });
    expect((await checkList.read(ctx, { q: checkId })).rows).toEqual([]);
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "already_decided" });
    expect(await findKnownCaseOutcome(ctx, checkId)).toBeNull();
    expect(await plantKnownCase(system, { reviewerId: (await custodian()).actor.userId })).toBeNull();
  });
});
