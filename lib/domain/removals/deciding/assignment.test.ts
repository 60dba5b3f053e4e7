import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import {
  makeCustodian,
  makeDepiction,
  makeMember,
  makePartner,
  makeUser,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { someCustodian } from "@/lib/testing/removal-cases";
import { type MadeRemoval, makeItem, makeRemoval, readRemoval } from "@/lib/testing/removals";
import { viewRequest } from "../custody";
import { attachItem } from "./add-items";
import { custodianOf, listColleagues, openNext, releaseRequests, takeNextRequest, takeRequests } from "./assignment";
import { confirmItem } from "./confirm-item";
import { dismissItem } from "./dismiss-item";
import {
  addRemovalNote,
  askClaimant,
  assignRequest,
  closeRequest,
  reassignRequest,
  releaseRequest,
} from "./handle-request";
import { rejectItem } from "./reject-item";
import { reopenItems } from "./return-items";

const reason = "It shows you.";

// Before those of other tests, also of the tests above, so that these are due first.
let year = 2000;
async function makeQueue(count: number, legalBasis: "DMCA" | "NCII_STATE" = "DMCA"): Promise<MadeRemoval[]> {
  year--;
  const made: MadeRemoval[] = [];
  for (let n = 0; n < count; n++) {
    const requestedAt = new Date(Date.UTC(year, 0, 1, 0, n));
    const { id: depictionId } = await makeDepiction(await makePartner());
    made.push(await makeRemoval({ legalBasis, requestedAt, items: [{ depictionId }] }));
  }
  return made;
}
const worksOn = async ({ id }: { id: string }) =>
  custodianOf(await db.removalRequest.findUniqueOrThrow({ where: { id } }));
const itemIn = ({ items: [item] }: MadeRemoval): string => item?.id ?? "";
const taken = { status: 409, code: "assigned_elsewhere" };

describe("taking the next request", () => {
  it("is only for custodians", async () => {
    const ctx = staffCtx(await makeUser());
    for (const act of [takeNextRequest, takeRequests, releaseRequests, listColleagues]) {
      await expect(act(ctx)).rejects.toMatchObject({ status: 403 });
    }
    await expect(openNext(ctx, { after: "", wasMine: false })).rejects.toMatchObject({ status: 403 });
  });

  it("never gives two who ask at once the same", async () => {
    const waiting = await makeQueue(6);
    const asking = await Promise.all(Array.from({ length: 6 }, someCustodian));
    const got = await Promise.all(asking.map((ctx) => takeNextRequest(ctx)));
    expect([...got].sort()).toEqual(waiting.map(({ id }) => id).sort());
  });

  it("gives the one that is due first, and last those whose claimant was asked", async () => {
    const [first, second, third] = await makeQueue(3);
    if (!first || !second || !third) throw new Error("no queue");
    const [ctx, other] = [await someCustodian(), await someCustodian()];
    await askClaimant(other, { requestId: first.id, text: "Which one?" });
    expect(await takeNextRequest(ctx)).toBe(second.id);
    expect(await takeNextRequest(ctx)).toBe(second.id);
    expect(await takeNextRequest(other)).toBe(third.id);
    expect(await releaseRequests(ctx)).toEqual({ released: 1 });
    expect(await takeNextRequest(other, { after: third.id })).toBe(second.id);
  });

  it("takes five at once, and frees them twenty minutes after the last look", async () => {
    const waiting = await makeQueue(6);
    const [ctx, other] = [await someCustodian(), await someCustodian()];
    expect(await takeRequests(ctx)).toEqual({ taken: 5 });
    clock.advance(15 * MINUTE_MS);
    await viewRequest(ctx, waiting[1]?.id ?? "");
    expect(await takeNextRequest(other)).toBe(waiting[5]?.id);
    clock.advance(6 * MINUTE_MS);
    expect(await worksOn(waiting[1] ?? { id: "" })).toBe(ctx.actor.userId);
    expect(await takeNextRequest(other, { after: waiting[5]?.id ?? "" })).toBe(waiting[0]?.id);
    expect(await takeNextRequest(ctx)).toBe(waiting[1]?.id);
  });

  it("passes over one's own, those reserved for a colleague, and what waits for the second custodian", async () => {
    const [reserved, proposed, free] = await makeQueue(3, "NCII_STATE");
    if (!reserved || !proposed || !free) throw new Error("no queue");
    const person = await makeCustodian();
    const ctx = staffCtx(person);
    const { id: depictionId } = await makeDepiction(await makePartner());
    await makeRemoval({
      email: person.email,
      requestedAt: new Date(Date.UTC(year - 1, 0, 1)),
      items: [{ depictionId }],
    });
    year--;
    await makeMember({ id: reserved.items[0]?.partnerId ?? "" }, "viewer", person);
    await rejectItem(ctx, { itemId: itemIn(proposed), reason });
    expect(await takeNextRequest(ctx)).toBe(free.id);
    const other = await someCustodian();
    expect(await openNext(other, { after: proposed.id, wasMine: false })).toBe(proposed.id);
    expect(await openNext(ctx, { after: proposed.id, wasMine: false })).toBe(free.id);
  });
});

describe("a request that somebody works on", () => {
  it("is decided by nobody else until it is put back", async () => {
    const [removal] = await makeQueue(1);
    if (!removal) throw new Error("no queue");
    const { id: requestId } = removal;
    const itemId = itemIn(removal);
    const { id: depictionId } = await makeDepiction(await makePartner());
    const maybe = await makeItem(removal, { depictionId, status: "suggested", foundBy: "name" });
    const [ctx, other] = [await someCustodian(), await someCustodian()];
    expect(await takeNextRequest(ctx)).toBe(requestId);
    for (const act of [
      () => confirmItem(other, { itemId, reason }),
      () => rejectItem(other, { itemId, reason }),
      () => dismissItem(other, { itemId: maybe.id }),
      () => attachItem(other, { requestId, recordId: depictionId }),
      () => askClaimant(other, { requestId, text: "Which one?" }),
      () => closeRequest(other, { requestId, reason }),
      () => assignRequest(other, { requestId }),
      () => reassignRequest(other, { requestId, to: other.actor.userId, text: "Mine" }),
    ]) {
      await expect(act()).rejects.toMatchObject(taken);
    }
    await addRemovalNote(other, { requestId, text: "I saw it too" });
    expect(await viewRequest(other, requestId)).toMatchObject({
      custodian: { id: ctx.actor.userId },
      notes: [{ text: "I saw it too", to: null }],
    });
    await releaseRequest(other, { requestId });
    expect(await rejectItem(other, { itemId, reason })).toEqual({ outcome: "rejected" });
  });

  it("is taken by one of two who press at once, who alone decides", async () => {
    const [removal] = await makeQueue(1);
    if (!removal) throw new Error("no queue");
    const both = [await someCustodian(), await someCustodian()];
    const took = await Promise.allSettled(both.map((ctx) => assignRequest(ctx, { requestId: removal.id })));
    const [winner, loser] = took[0]?.status === "fulfilled" ? both : both.toReversed();
    if (!winner || !loser) throw new Error("no custodians");
    expect(took.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const decided = await Promise.allSettled([
      rejectItem(loser, { itemId: itemIn(removal), reason }),
      confirmItem(winner, { itemId: itemIn(removal), reason }),
    ]);
    expect(decided.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("is reassigned to a colleague who may decide it, and only by its custodian", async () => {
    const [removal] = await makeQueue(1);
    if (!removal) throw new Error("no queue");
    const { id: requestId } = removal;
    const conflicted = await makeCustodian();
    await makeMember({ id: removal.items[0]?.partnerId ?? "" }, "viewer", conflicted);
    const [ctx, other] = [await someCustodian(), await someCustodian()];
    const handTo = (by: typeof ctx, to: string) => reassignRequest(by, { requestId, to, text: "You know this case" });
    await expect(handTo(ctx, conflicted.id)).rejects.toMatchObject({ status: 400, field: "to" });
    await expect(handTo(ctx, (await makeUser()).id)).rejects.toMatchObject({ status: 400 });
    await handTo(ctx, other.actor.userId);
    await expect(handTo(ctx, ctx.actor.userId)).rejects.toMatchObject(taken);
    clock.freeze(new Date(clock.now().getTime() + 7 * HOUR_MS));
    expect(await worksOn(removal)).toBe(other.actor.userId);
    clock.freeze(new Date(clock.now().getTime() + 2 * HOUR_MS));
    expect(await worksOn(removal)).toBeNull();
    const { notes } = await db.removalRequest.findUniqueOrThrow({ where: { id: requestId }, include: { notes: true } });
    expect(notes).toMatchObject([{ toId: other.actor.userId, authorId: ctx.actor.userId }]);
    expect(Buffer.from(notes[0]?.text ?? []).toString()).not.toContain("You know");
  });

  it("is put back by itself once only a second custodian can go on, and by an appeal", async () => {
    const [removal] = await makeQueue(1, "NCII_STATE");
    const [empty] = await makeQueue(1, "NCII_STATE");
    if (!removal || !empty) throw new Error("no queue");
    const [ctx, other] = [await someCustodian(), await someCustodian()];
    await assignRequest(ctx, { requestId: removal.id });
    expect(await rejectItem(ctx, { itemId: itemIn(removal), reason })).toEqual({ outcome: "proposed" });
    expect(await worksOn(removal)).toBeNull();
    await assignRequest(other, { requestId: removal.id });
    expect(await rejectItem(other, { itemId: itemIn(removal), reason: null })).toEqual({ outcome: "rejected" });
    expect(await worksOn(removal)).toBe(other.actor.userId);
    await inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
    expect(await readRemoval(removal)).toMatchObject({ custodianId: null, assignedUntil: null });
    expect(await openNext(ctx, { after: removal.id, wasMine: false })).not.toBe(removal.id);
    const { id: requestId } = await makeRemoval({ requestedAt: new Date(Date.UTC(year, 0, 2)) });
    await assignRequest(ctx, { requestId });
    expect(await closeRequest(ctx, { requestId, reason })).toEqual({ outcome: "closing_proposed" });
    expect(await worksOn({ id: requestId })).toBeNull();
  });

  it("is free when a version before took it without a time", async () => {
    const [removal] = await makeQueue(1);
    if (!removal) throw new Error("no queue");
    const [before, ctx] = [await someCustodian(), await someCustodian()];
    await db.removalRequest.update({ where: { id: removal.id }, data: { custodianId: before.actor.userId } });
    expect(await takeNextRequest(ctx)).toBe(removal.id);
  });
});
