import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { itemOf, requestOfDepiction, someCustodian, statusOf } from "@/lib/testing/removal-cases";
import { makeItem, makeRemoval, readRemoval } from "@/lib/testing/removals";
import { openWords } from "../claim";
import { attachItem } from "./add-items";
import { confirmItem } from "./confirm-item";
import { dismissItem } from "./dismiss-item";
import { askClaimant, assignRequest, closeRequest, releaseRequest } from "./handle-request";
import { rejectItem } from "./reject-item";
import { reopenItems } from "./return-items";

const reason = "It shows you, and you never agreed.";

it("a custodian rejects alone what isn't about intimate images", async () => {
  const { itemId, removal, depiction } = await requestOfDepiction({}, { legalBasis: "DMCA" });
  const ctx = await someCustodian();
  const both = await Promise.all([rejectItem(ctx, { itemId, reason }), rejectItem(ctx, { itemId, reason })]);
  expect(both).toEqual([{ outcome: "rejected" }, { outcome: "rejected" }]);
  expect(await db.depiction.findUnique({ where: { id: depiction.id } })).toMatchObject({ removedAt: null });
  expect(await statusOf(removal)).toBe("decided");
});

it("a custodian leaves nothing that was suggested behind: attaches or dismisses it, or ends the request", async () => {
  const { removal, itemId } = await requestOfDepiction();
  const [one, two] = [await makeDepiction(await makePartner()), await makeDepiction(await makePartner())];
  const suggested = await makeItem(removal, { depictionId: one.id, status: "suggested", foundBy: "name" });
  const ctx = await someCustodian();
  await expect(confirmItem(ctx, { itemId: suggested.id, reason })).rejects.toMatchObject({ code: "item_not_attached" });
  await expect(closeRequest(ctx, { requestId: removal.id, reason })).rejects.toMatchObject({ code: "items_open" });
  await confirmItem(ctx, { itemId, reason });
  expect(await statusOf(removal)).toBe("open");
  expect([await dismissItem(ctx, { itemId: suggested.id }), await dismissItem(ctx, { itemId: suggested.id })]).toEqual([
    { dismissed: true },
    { dismissed: false },
  ]);
  expect(await statusOf(removal)).toBe("decided");
  clock.advance(5 * HOUR_MS);
  for (const recordId of [one.id, two.id]) {
    expect(await attachItem(ctx, { requestId: removal.id, recordId })).toEqual({ outcome: "attached" });
    expect(await attachItem(ctx, { requestId: removal.id, recordId })).toEqual({ outcome: "attached_before" });
  }
  const now = await readRemoval(removal);
  expect(now.status).toBe("open");
  expect(now.deadlineAt > removal.deadlineAt).toBe(true);
  expect(itemOf(now, one)).toMatchObject({ status: "open", foundBy: "name" });
  const empty = await makeRemoval({ legalBasis: "OTHER" });
  await askClaimant(ctx, { requestId: empty.id, text: "Where did you see it?" });
  expect((await readRemoval(empty)).askedAt).not.toBeNull();
  await closeRequest(ctx, { requestId: empty.id, reason });
  await closeRequest(ctx, { requestId: empty.id, reason });
  expect(await statusOf(empty)).toBe("decided");
  const messages = await db.removalMessage.findMany({ where: { requestId: empty.id }, orderBy: { id: "asc" } });
  expect(messages.map(openWords)).toEqual(["Where did you see it?", reason]);
  expect((await mailsTo(empty.email)).map(({ props }) => props.news)).toEqual(["asked", "decided"]);
  await expect(askClaimant(ctx, { requestId: empty.id, text: "And?" })).rejects.toMatchObject({
    code: "request_decided",
  });
  await inTransaction((tx) => reopenItems(tx, systemCtx(), empty.id));
  expect(await readRemoval(empty)).toMatchObject({ status: "open", askedAt: null });
});

it("a custodian takes a request on before another one can, and gives it back", async () => {
  const { id: requestId } = await makeRemoval();
  const [one, two] = [await someCustodian(), await someCustodian()];
  const assigned = await Promise.allSettled([assignRequest(one, { requestId }), assignRequest(two, { requestId })]);
  expect(assigned.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await releaseRequest(two, { requestId });
  await releaseRequest(two, { requestId });
  await assignRequest(two, { requestId });
  const { custodianId } = await db.removalRequest.findUniqueOrThrow({ where: { id: requestId } });
  expect(custodianId).toBe(two.actor.userId);
  await expect(assignRequest(staffCtx(await makeCustodian({ staffRole: null })), { requestId })).rejects.toMatchObject({
    status: 403,
  });
});

it("two custodians close a request about intimate images, and another one with one of them after an appeal", async () => {
  const { id: requestId } = await makeRemoval();
  const [one, two, three] = [await someCustodian(), await someCustodian(), await someCustodian()];
  const close = (ctx: typeof one) => closeRequest(ctx, { requestId, reason });
  const proposed = { outcome: "closing_proposed" };
  expect(await Promise.all([close(one), close(one)])).toEqual([proposed, proposed]);
  expect(await statusOf({ id: requestId })).toBe("open");
  const depiction = await makeDepiction(await makePartner());
  const closed = await Promise.all([close(two), close(three)]);
  expect(closed).toEqual([{ outcome: "closed" }, { outcome: "closed" }]);
  const { closedByIds } = await readRemoval({ id: requestId });
  expect(closedByIds).toHaveLength(2);
  await inTransaction((tx) => reopenItems(tx, systemCtx(), requestId));
  const tookPart = ({ actor }: typeof one) => closedByIds.includes(actor.userId);
  const [before, fresh] = [[one, two, three].filter(tookPart), [two, three].filter((ctx) => !tookPart(ctx))];
  for (const ctx of before) await expect(close(ctx)).rejects.toMatchObject({ code: "second_custodian" });
  for (const ctx of fresh) expect(await close(ctx)).toEqual(proposed);
  // A record that is attached ends the proposal.
  await attachItem(one, { requestId, recordId: depiction.id });
  expect(await readRemoval({ id: requestId })).toMatchObject({ closingById: null, closingReason: null });
});

it("one who took part in closing a request signs another custodian's proposal after an appeal", async () => {
  const { id: requestId } = await makeRemoval();
  const [one, two, three] = [await someCustodian(), await someCustodian(), await someCustodian()];
  for (const ctx of [one, two]) await closeRequest(ctx, { requestId, reason });
  await inTransaction((tx) => reopenItems(tx, systemCtx(), requestId));
  expect(await closeRequest(three, { requestId, reason })).toEqual({ outcome: "closing_proposed" });
  expect(await closeRequest(one, { requestId, reason: null })).toEqual({ outcome: "closed" });
});
