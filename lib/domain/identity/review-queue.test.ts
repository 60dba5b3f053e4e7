import { describe, expect, it, vi } from "vitest";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { makeAccount, makeCustodian, makeMember, makePartner, makeUser, staffCtx } from "@/lib/testing/factories";
import {
  approveIdentity,
  loseKey,
  makeApproved,
  makeFullDraft,
  makeReviewer,
  makeSubmitted,
  someDetails,
  someDocument,
} from "@/lib/testing/identity-checks";
import {
  checkList,
  countWaiting,
  findNeighbors,
  listCheckHistory,
  readReviewFigures,
  submitCheck,
  takeNext,
  viewCheck,
} from ".";

describe("the queue", () => {
  it("is only for custodians", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = staffCtx(await makeUser());
    const refused = { status: 403 };
    await expect(checkList.read(ctx, { view: "waiting" })).rejects.toMatchObject(refused);
    await expect(countWaiting(ctx)).rejects.toMatchObject(refused);
    await expect(findNeighbors(ctx, { id: checkId, submittedAt: null, underReview: true })).rejects.toMatchObject(
      refused,
    );
    await expect(listCheckHistory(ctx, checkId)).rejects.toMatchObject(refused);
  });

  it("shows legal names of waiting checks only", async () => {
    const waiting = await makeSubmitted();
    const approved = await makeApproved();
    const ctx = staffCtx(await makeCustodian());
    const queued = await checkList.read(ctx, { view: "waiting", q: waiting.person.email });
    expect(queued.rows).toMatchObject([{ legalName: "Ada Example" }]);
    const decided = await checkList.read(ctx, { view: "approved", q: approved.person.email });
    expect(decided.rows).toMatchObject([{ id: approved.checkId, legalName: null }]);
    expect((await checkList.read(ctx, { view: "approved", q: "Ada Example" })).rows).toEqual([]);
  });

  it("lists the longest wait first, without the reviewer's own record, and finds by name or address", async () => {
    clock.freeze("2010-01-01T00:00:00Z");
    const first = await makeSubmitted();
    clock.advance(1000);
    const custodian = await makeCustodian();
    const staff = staffCtx(custodian);
    const own = await makeSubmitted(await makeAccount(undefined, { email: custodian.email }));
    clock.advance(1000);
    const second = await makeSubmitted();
    const { rows } = await checkList.read(staff, { view: "waiting" });
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([first.checkId, second.checkId]);
    expect(rows.some(({ id }) => id === own.checkId)).toBe(false);
    const found = await checkList.read(staff, {
      view: "waiting",
      q: second.person.email.toUpperCase(),
    });
    expect(found.rows.map(({ id }) => id)).toEqual([second.checkId]);
    expect((await checkList.read(staff, { view: "waiting", q: "%" })).rows).toEqual([]);
    const row = await viewCheck(staff, { checkId: first.checkId, grant: undefined });
    expect(await findNeighbors(staff, row)).toMatchObject({ previous: null, next: second.checkId });
  });

  it("shows a reserved check without content, and finds it by its id alone", async () => {
    const [partner, custodian] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", custodian);
    const { checkId, person } = await makeSubmitted(await makeAccount(partner));
    const staff = staffCtx(custodian);
    const found = async (search: string) => (await checkList.read(staff, { view: "waiting", q: search })).rows;
    expect(await found(checkId)).toEqual([{ id: checkId, isReserved: true }]);
    expect(await found(person.email)).toEqual([]);
  });

  it("leads from a waiting check to its neighbors, and from a decided one to the oldest", async () => {
    clock.freeze("2009-01-01T00:00:00Z");
    const oldest = await makeSubmitted();
    clock.advance(1000);
    const older = await makeSubmitted();
    clock.advance(1000);
    const { checkId } = await makeSubmitted();
    clock.advance(1000);
    const newer = await makeSubmitted();
    const staff = await makeReviewer(checkId);
    const neighbors = async (id: string) =>
      findNeighbors(staff, await viewCheck(staff, { checkId: id, grant: undefined }));
    expect(await neighbors(checkId)).toMatchObject({
      previous: older.checkId,
      next: newer.checkId,
      first: oldest.checkId,
    });
    expect(await neighbors(oldest.checkId)).toMatchObject({ first: older.checkId });
    await approveIdentity(staff, { checkId });
    expect(await neighbors(checkId)).toMatchObject({
      previous: null,
      next: oldest.checkId,
      first: oldest.checkId,
    });
  });

  it("finds a decided check by the beginning of an address or its id, not by other parts", async () => {
    const email = `begin_${crypto.randomUUID()}@example.com`;
    const { checkId } = await makeApproved(await makeAccount(undefined, { email }));
    const staff = staffCtx(await makeCustodian());
    const found = async (search: string) =>
      (await checkList.read(staff, { view: "approved", q: search })).rows.map(({ id }) => id);
    for (const search of [email, email.toUpperCase(), email.slice(0, 12), checkId, checkId.toUpperCase()]) {
      expect(await found(search), search).toEqual([checkId]);
    }
    for (const search of [email.slice(1), email.replace("_", "x"), email.replace("_", "%"), checkId.slice(0, 20)]) {
      expect(await found(search), search).toEqual([]);
    }
  });

  it.each(["waiting", "approved"] as const)(
    "turns pages of %s there and back without losing or repeating a row",
    async (view) => {
      const staff = staffCtx(await makeCustodian());
      const stamp = new Date("2002-02-02T00:00:00Z");
      const people = await Promise.all(
        Array.from({ length: 60 }, () => makeUser({ email: `page.${view}.${crypto.randomUUID()}@example.com` })),
      );
      await db.identityCheck.createMany({
        data: people.map(({ id: userId }, n) => ({
          id: newId(),
          userId,
          driver: "custodian_review" as const,
          status: view === "waiting" ? ("submitted" as const) : view,
          legalName: "Page Turner",
          facts: Buffer.from("nobody opens these"),
          submittedAt: stamp,
          // Several checks with the same time, across page boundaries.
          decidedAt: view === "waiting" ? null : new Date(stamp.getTime() + 1000 * Math.floor(n / 20)),
        })),
      });
      const [onward, back] = view === "waiting" ? (["newer", "older"] as const) : (["older", "newer"] as const);
      const turn = (cursor: string | null) =>
        checkList.read(staff, { view, q: `page.${view}`, cursor: cursor ?? undefined });
      const ids = ({ rows }: Awaited<ReturnType<typeof turn>>) => rows.map(({ id }) => id);
      let page = await turn(null);
      expect(page[back]).toBeNull();
      const seen = ids(page);
      while (page[onward]) {
        page = await turn(page[onward]);
        seen.push(...ids(page));
      }
      const again = ids(page);
      while (page[back]) {
        page = await turn(page[back]);
        again.unshift(...ids(page));
      }
      expect(again).toEqual(seen);
      expect(seen).toHaveLength(60);
      expect(new Set(seen).size).toBe(60);
    },
  );

  it("lists a check that can't be read among the others, and logs it", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue();
    const domain = `${crypto.randomUUID()}.example`;
    const submitted = async (name: string) =>
      makeSubmitted(await makeAccount(undefined, { email: `${name}@${domain}` }));
    const changed = await submitted("changed");
    const keyless = await submitted("keyless");
    const fine = await submitted("fine");
    await db.identityCheck.update({ where: { id: changed.checkId }, data: { facts: Buffer.from("changed") } });
    await loseKey(keyless.person.id);
    const staff = staffCtx(await makeCustodian());
    const { rows } = await checkList.read(staff, { view: "waiting", q: domain });
    expect(rows).toMatchObject([
      { id: changed.checkId, isUnreadable: true, documentType: null, legalName: "Ada Example" },
      { id: keyless.checkId, isUnreadable: true },
      { id: fine.checkId, isUnreadable: false, documentType: "passport" },
    ]);
    await expect(viewCheck(staff, { checkId: changed.checkId, grant: undefined })).rejects.toMatchObject({
      code: "check_unreadable",
    });
    const words = "the data of an identity check can't be read";
    const named = [changed, keyless, changed].map(({ checkId }) => [{ err: expect.any(Error), checkId }, words]);
    expect(logged.mock.calls).toEqual(named);
    logged.mockRestore();
  });

  it("shows the first page for an invalid cursor", async () => {
    const staff = staffCtx(await makeCustodian());
    const first = await checkList.read(staff, { view: "waiting" });
    for (const cursor of ["2002-02-02T00:00:00Z~\0", "newer.1.\0", `newer.${"9".repeat(14)}9.${newId()}`]) {
      expect(await checkList.read(staff, { view: "waiting", cursor })).toEqual(first);
    }
  });
});

it("counts the photos that a custodian opened today", async () => {
  clock.freeze("2030-01-01T23:00:00Z");
  const [one, other] = [await makeSubmitted(), await makeSubmitted()];
  const ctx = await makeReviewer(one.checkId);
  await makeReviewer(other.checkId, ctx);
  await makeReviewer(one.checkId);
  expect(await countWaiting(ctx)).toMatchObject({ opened: 4 });
  clock.advance(2 * 3_600_000);
  expect(await countWaiting(ctx)).toMatchObject({ opened: 0 });
});

describe("the queue's filters", () => {
  const listed = async (ctx: ReturnType<typeof staffCtx>, asked: Parameters<typeof checkList.read>[1]) =>
    (await checkList.read(ctx, { limit: 500, ...asked })).rows.map(({ id }) => id);

  it("find what is mine, free, late, risky, or of a document", async () => {
    clock.freeze("2008-02-10T00:00:00Z");
    const details = someDetails({ birthDate: "1970-01-31" });
    const late = await makeSubmitted(undefined, { details });
    clock.advance(30 * 3_600_000);
    const document = someDocument({ documentCountry: "BV", documentType: "residence_permit" });
    const odd = await makeSubmitted(undefined, { details, document });
    const ctx = staffCtx(await makeCustodian());
    await db.identityCheck.update({
      where: { id: late.checkId },
      data: { submittedAt: new Date("2001-01-01T00:00:00Z") },
    });
    expect(await takeNext(ctx)).toBe(late.checkId);
    const mine = await checkList.read(ctx, { work: "mine" });
    expect(mine.rows).toMatchObject([
      { id: late.checkId, assignee: { isMe: true }, dueAt: new Date("2001-01-02T00:00:00Z") },
    ]);
    const other = staffCtx(await makeCustodian());
    expect(await listed(other, { work: "mine" })).toEqual([]);
    expect(await listed(other, { work: "unassigned" })).not.toContain(late.checkId);
    expect(await listed(other, { work: "unassigned" })).toContain(odd.checkId);
    expect(await listed(other, { due: "late" })).toContain(late.checkId);
    expect(await listed(other, { due: "late" })).not.toContain(odd.checkId);
    expect(await listed(other, { country: "BV", document: "residence_permit" })).toEqual([odd.checkId]);
    expect(await listed(other, { country: "BV", document: "passport" })).toEqual([]);
    expect(await countWaiting(ctx)).toMatchObject({ mine: 1, promiseHours: 24 });
    const pair = { likeness: "photo", foundAt: clock.now() } as const;
    await db.identityDuplicate.create({ data: { checkId: odd.checkId, otherId: late.checkId, ...pair } });
    expect(await listed(other, { risk: "any" })).toContain(odd.checkId);
    expect(await listed(other, { risk: "any" })).not.toContain(late.checkId);
  });

  it("find every risk that the page of a check shows", async () => {
    clock.freeze("2007-03-01T12:00:00Z");
    const send = async (birthDate: string, documentExpiry: string, ip: string) => {
      const said = { details: someDetails({ birthDate }), document: someDocument({ documentExpiry }) };
      const { checkId, ctx } = await makeFullDraft(undefined, said);
      await submitCheck({ ...ctx, ip }, { attested: true });
      return checkId;
    };
    const plain = await send("1970-01-31", "2034-05-01", "192.0.2.1");
    const young = await send("1987-01-31", "2034-05-01", "192.0.2.2");
    const expiring = await send("1970-01-31", "2007-03-20", "192.0.2.3");
    const crowd = [];
    for (let n = 0; n < 4; n++) crowd.push(await send("1970-01-31", "2034-05-01", "192.0.2.4"));
    const ctx = staffCtx(await makeCustodian());
    const risky = async () => (await checkList.read(ctx, { limit: 500, risk: "any" })).rows;
    const found = (await risky()).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([young, expiring, ...crowd]));
    expect(found).not.toContain(plain);
    for (const row of await risky()) expect(row).toMatchObject({ isRisky: true });
    // Also once it has expired.
    clock.freeze("2007-04-01T12:00:00Z");
    expect((await risky()).map(({ id }) => id)).toContain(expiring);
    const all = (await checkList.read(ctx, { limit: 500 })).rows;
    expect(all.find(({ id }) => id === plain)).toMatchObject({ isRisky: false });
  });

  it("don't find what is reserved for another custodian by its risk or its document", async () => {
    const [partner, custodian] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", custodian);
    const document = someDocument({ documentCountry: "TK" });
    const { checkId } = await makeSubmitted(await makeAccount(partner), { document });
    await db.identityDuplicate.create({
      data: { checkId, otherId: (await makeSubmitted()).checkId, likeness: "photo", foundAt: clock.now() },
    });
    for (const asked of [{ country: "TK" }, { risk: "any" as const }]) {
      expect(await listed(staffCtx(custodian), asked)).not.toContain(checkId);
      expect(await listed(staffCtx(await makeCustodian()), asked)).toContain(checkId);
    }
  });
});

describe("figures of reviews", () => {
  it("count by day, custodian and reason, with the median and what was on time", async () => {
    clock.freeze("2031-05-10T00:00:00Z");
    const [ada, bo] = [staffCtx(await makeCustodian({ name: "Ada" })), staffCtx(await makeCustodian({ name: "Bo" }))];
    const decide = async (hours: number, ctx: typeof ada, rejected?: "face_differs") => {
      const { checkId } = await makeSubmitted();
      clock.advance(hours * 3_600_000);
      await makeReviewer(checkId, ctx);
      await (rejected
        ? rejectIdentity(ctx, { checkId, reason: rejected, note: "" })
        : approveIdentity(ctx, { checkId }));
    };
    await decide(10, ada);
    clock.freeze("2031-06-15T00:00:00Z");
    await decide(1, ada);
    await decide(30, ada, "face_differs");
    await decide(2, bo);
    const figures = await readReviewFigures(bo);
    expect(figures).toMatchObject({
      now: { decided: 3, rejected: 1, kept: 2, medianMs: 2 * 3_600_000 },
      before: { decided: 1, rejected: 0, kept: 1 },
      custodians: [
        { name: "Ada", decided: 2, rejected: 1, kept: 1 },
        { name: "Bo", decided: 1, rejected: 0, kept: 1 },
      ],
      reasons: [{ id: "face_differs", count: 1 }],
    });
    expect(figures.days).toHaveLength(30);
    expect(figures.days.slice(-2)).toMatchObject([
      { day: new Date("2031-06-15T00:00:00Z"), approved: 1, rejected: 0 },
      { day: new Date("2031-06-16T00:00:00Z"), approved: 1, rejected: 1 },
    ]);
    expect((await readReviewFigures(bo, "America/New_York")).days.slice(-3)).toMatchObject([
      { day: new Date("2031-06-14T04:00:00Z"), approved: 1, rejected: 0 },
      { day: new Date("2031-06-15T04:00:00Z"), approved: 0, rejected: 0 },
      { day: new Date("2031-06-16T04:00:00Z"), approved: 1, rejected: 1 },
    ]);
  });

  it("are only for custodians", async () => {
    await expect(readReviewFigures(staffCtx(await makeUser()))).rejects.toMatchObject({ status: 403 });
  });
});
