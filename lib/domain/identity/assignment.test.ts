import { describe, expect, it } from "vitest";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { makeAccount, makeCustodian, makeMember, makePartner, makeUser, staffCtx } from "@/lib/testing/factories";
import { approveIdentity, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { assign, assigneeOf, listColleagues, openNext, releaseAll, takeBatch, takeNext, viewCheck } from ".";
import { lockCheck } from "./lock-check";

// Before those of other tests, also of the tests above, so that these checks have waited longest.
let year = 2000;
const sentLongAgo = (checkId: string, second = 0) =>
  db.identityCheck.update({
    where: { id: checkId },
    data: { submittedAt: new Date(Date.UTC(year, 0, 1, 0, 0, second)) },
  });

const makeQueue = async (count: number) => {
  year--;
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { checkId } = await makeSubmitted();
    await sentLongAgo(checkId, n);
    ids.push(checkId);
  }
  return ids;
};
const custodian = async () => staffCtx(await makeCustodian());
const handTo = (ctx: Awaited<ReturnType<typeof custodian>>, checkId: string, to: string) =>
  inTransaction(async (tx) => assign(tx, ctx, await lockCheck(tx, checkId), to));
const assigneeIn = async (id: string) => assigneeOf(await db.identityCheck.findUniqueOrThrow({ where: { id } }));

describe("taking the next check", () => {
  it("is only for custodians", async () => {
    const ctx = staffCtx(await makeUser());
    for (const act of [takeNext, takeBatch, releaseAll, listColleagues]) {
      await expect(act(ctx)).rejects.toMatchObject({ status: 403 });
    }
  });

  it("never gives two who ask at once the same", async () => {
    const waiting = await makeQueue(6);
    const asking = await Promise.all(Array.from({ length: 6 }, custodian));
    const got = await Promise.all(asking.map((ctx) => takeNext(ctx)));
    expect(new Set(got).size).toBe(6);
    expect([...got].sort()).toEqual([...waiting].sort());
  });

  it("gives the oldest, and the same one again until it is decided, passed over or put back", async () => {
    const [first = "", second = "", third = ""] = await makeQueue(3);
    const [ctx, other] = [await custodian(), await custodian()];
    expect(await takeNext(ctx)).toBe(first);
    expect(await takeNext(ctx)).toBe(first);
    expect(await takeNext(other)).toBe(second);
    expect(await takeNext(ctx, { after: first })).toBe(third);
    expect(await releaseAll(ctx)).toEqual({ released: 2 });
    expect(await takeNext(other, { after: second })).toBe(first);
  });

  it("takes five at once, and frees them twenty minutes after the last look", async () => {
    const waiting = await makeQueue(6);
    const [ctx, other] = [await custodian(), await custodian()];
    expect(await takeBatch(ctx)).toEqual({ taken: 5 });
    clock.advance(15 * MINUTE_MS);
    await viewCheck(ctx, { checkId: waiting[1] ?? "", grant: undefined });
    expect(await takeNext(other)).toBe(waiting[5]);
    clock.advance(6 * MINUTE_MS);
    expect(await assigneeIn(waiting[1] ?? "")).toBe(ctx.actor.userId);
    expect(await takeNext(other, { after: waiting[5] ?? "" })).toBe(waiting[0]);
    expect(await takeNext(ctx)).toBe(waiting[1]);
  });

  it("goes on after a decision with another taken one, or with the oldest that nobody works on", async () => {
    const [first = "", second = "", third = ""] = await makeQueue(3);
    const [ctx, other] = [await custodian(), await custodian()];
    await takeNext(ctx);
    expect(await openNext(other, { after: third })).toBe(second);
    expect(await assigneeIn(second)).toBeNull();
    await rejectIdentity(ctx, { checkId: first, reason: "face_differs", note: "" });
    expect(await openNext(ctx, { after: first })).toBe(second);
    expect(await assigneeIn(second)).toBe(ctx.actor.userId);
    expect(await openNext(other, { after: second })).toBe(third);
  });

  it("passes over a custodian's own check and one that is reserved for another", async () => {
    const [partner, person] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", person);
    const [checkId = ""] = await makeQueue(1);
    const own = await makeSubmitted(await makeAccount(undefined, { email: person.email }));
    const reserved = await makeSubmitted(await makeAccount(partner));
    year--;
    for (const { checkId: id } of [own, reserved]) await sentLongAgo(id);
    expect(await takeNext(staffCtx(person))).toBe(checkId);
    await takeBatch(staffCtx(person));
    const other = await custodian();
    await takeNext(other);
    expect(await takeNext(other, { after: (await takeNext(other)) ?? "" })).not.toBeNull();
    expect([await assigneeIn(own.checkId), await assigneeIn(reserved.checkId)]).toEqual([
      other.actor.userId,
      other.actor.userId,
    ]);
  });
});

describe("a check that somebody works on", () => {
  it("is decided by nobody else until it is put back", async () => {
    const [checkId = ""] = await makeQueue(1);
    const [ctx, other] = [await makeReviewer(checkId), await makeReviewer(checkId)];
    expect(await takeNext(ctx)).toBe(checkId);
    const refused = { status: 409, code: "assigned_elsewhere" };
    await expect(approveIdentity(other, { checkId })).rejects.toMatchObject(refused);
    await expect(rejectIdentity(other, { checkId, reason: "face_differs", note: "" })).rejects.toMatchObject(refused);
    expect(await viewCheck(other, { checkId, grant: undefined })).toMatchObject({ assignee: { isMe: false } });
    await releaseAll(ctx);
    await rejectIdentity(other, { checkId, reason: "face_differs", note: "" });
  });

  it("is reassigned to a colleague who may decide it, and only by its custodian", async () => {
    const [partner, conflicted] = [await makePartner(), await makeCustodian()];
    await makeMember(partner, "viewer", conflicted);
    const { checkId } = await makeSubmitted(await makeAccount(partner));
    const [ctx, other] = [await custodian(), await custodian()];
    await expect(handTo(ctx, checkId, conflicted.id)).rejects.toMatchObject({ status: 400 });
    await expect(handTo(ctx, checkId, (await makeUser()).id)).rejects.toMatchObject({ status: 400 });
    await handTo(ctx, checkId, other.actor.userId);
    await expect(handTo(ctx, checkId, ctx.actor.userId)).rejects.toMatchObject({ code: "assigned_elsewhere" });
    expect(await assigneeIn(checkId)).toBe(other.actor.userId);
    clock.freeze(new Date(clock.now().getTime() + 60 * MINUTE_MS));
    expect(await assigneeIn(checkId)).toBe(other.actor.userId);
    expect((await listColleagues(ctx)).map(({ id }) => id)).toContain(other.actor.userId);
  });
});
