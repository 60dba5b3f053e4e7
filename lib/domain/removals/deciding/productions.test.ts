import { expect, it } from "vitest";
import { markTakenDown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner, makeUser, personCtx, portalCtx, systemCtx } from "@/lib/testing/factories";
import { clocksOf, eventsFor, itemOf, requestOfProduction, someCustodian, statusOf } from "@/lib/testing/removal-cases";
import { readRemoval } from "@/lib/testing/removals";
import { attachItem } from "./add-items";
import { confirmItem } from "./confirm-item";
import { rejectItem } from "./reject-item";
import { reopenItems, withdrawItems } from "./return-items";

const reason = "It shows you, and you never agreed.";

it("a production is closed at the filing, revoked by ten confirmations at once, and complete once each partner took it down", async () => {
  const { partners, productionId, email, removal, itemId } = await requestOfProduction();
  const [first, second] = partners;
  for (const partner of partners) {
    expect(await eventsFor(partner, "production.takedown_requested")).toEqual([
      {
        productionId,
        removalRequestId: removal.id,
        legalBasis: "NCII_TAKE_IT_DOWN",
        performerEmailHash: sha256Hex(email),
        requestedAt: removal.requestedAt.toISOString(),
        removalDeadline: removal.deadlineAt.toISOString(),
      },
    ]);
  }
  await markTakenDown(portalCtx(first), { productionId });
  const ctx = await someCustodian();
  await Promise.all(Array.from({ length: 10 }, () => confirmItem(ctx, { itemId, reason })));
  const certificates = await db.certificate.findMany({ where: { productionId } });
  expect(certificates).toMatchObject([{ status: "REVOKED", reason: `removal_request:${removal.id}` }]);
  const { producer } = await db.production.findUniqueOrThrow({
    where: { id: productionId },
    select: { producer: { select: { user: { select: { email: true } } } } },
  });
  const told = await mailsTo(producer.user.email);
  expect(told.map(({ template, url }) => [template, new URL(url).pathname])).toEqual([
    ["certificate_revoked", `/producer/productions/${productionId}`],
  ]);
  expect(JSON.stringify(told)).not.toContain(removal.id);
  // Partners got the event at the filing, and their clocks are mailed.
  expect(await mailsTo(first.users.owner.email)).toEqual([]);
  await markTakenDown(keyCtx(second), { productionId });
  expect(await db.production.findUnique({ where: { id: productionId } })).toMatchObject({
    status: "takedown_complete",
  });
  expect((await clocksOf(removal)).map(({ outcome }) => outcome)).toEqual(["taken_down", "taken_down"]);
  for (const partner of partners) expect(await eventsFor(partner, "production.takedown_requested")).toHaveLength(1);
});

it("a production is as before after a rejection by two custodians, and asked for again by an appeal, which a third one decides", async () => {
  clock.freeze("2026-12-01T12:00:00.000Z");
  const { partners, productionId, removal, itemId } = await requestOfProduction();
  const [one, two, three] = [await someCustodian(), await someCustodian(), await someCustodian()];
  const no = "The release that you signed covers it.";
  const first = [await rejectItem(one, { itemId, reason: "x" }), await rejectItem(one, { itemId, reason: "y" })];
  expect(first).toEqual([{ outcome: "proposed" }, { outcome: "proposed" }]);
  expect(await rejectItem(two, { itemId, reason: no })).toEqual({ outcome: "rejected" });
  expect(itemOf(await readRemoval(removal), { id: productionId })).toMatchObject({
    status: "rejected",
    reason: no,
    proposedReason: "x",
  });
  expect(await db.production.findUnique({ where: { id: productionId } })).toMatchObject({ status: "documented" });
  expect((await clocksOf(removal)).map(({ outcome }) => outcome)).toEqual(["no_longer_asked", "no_longer_asked"]);
  await expect(confirmItem(three, { itemId, reason })).rejects.toMatchObject({ code: "item_decided" });

  clock.advance(DAY_MS);
  const appeal = () => inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
  expect((await Promise.all([appeal(), appeal()])).sort()).toEqual([false, true]);
  const { deadlineAt } = await readRemoval(removal);
  expect(deadlineAt).toEqual(new Date("2026-12-04T12:00:00.000Z"));
  const asked = await eventsFor(partners[0], "production.takedown_requested");
  expect(asked.map(({ removalDeadline }) => removalDeadline)).toEqual([
    removal.deadlineAt.toISOString(),
    deadlineAt.toISOString(),
  ]);
  expect((await clocksOf(removal)).filter(({ closedAt }) => !closedAt)).toMatchObject([{ deadlineAt }, { deadlineAt }]);
  for (const decide of [confirmItem, rejectItem]) {
    for (const before of [one, two]) {
      await expect(decide(before, { itemId, reason })).rejects.toMatchObject({ code: "second_custodian" });
    }
  }
  // The third one's proposal is all that the others can sign.
  expect(await rejectItem(three, { itemId, reason: no })).toEqual({ outcome: "proposed" });
  await expect(confirmItem(one, { itemId, reason })).rejects.toMatchObject({ code: "second_custodian" });
  expect(await confirmItem(three, { itemId, reason })).toEqual({ outcome: "confirmed" });
  expect(await statusOf(removal)).toBe("decided");
  await expect(inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id))).resolves.toBe(false);
});

it("an appeal about intimate images is rejected by three custodians in all: a third one proposes, and an earlier one signs", async () => {
  const { removal, itemId } = await requestOfProduction();
  const [one, two, three] = [await someCustodian(), await someCustodian(), await someCustodian()];
  for (const ctx of [one, two]) await rejectItem(ctx, { itemId, reason });
  await inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
  await rejectItem(three, { itemId, reason });
  const both = await Promise.allSettled([
    rejectItem(one, { itemId, reason: null }),
    rejectItem(two, { itemId, reason: null }),
  ]);
  expect(both.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await statusOf(removal)).toBe("decided");
});

it("an appeal about anything else is rejected by one custodian, who is another one", async () => {
  const { removal, itemId } = await requestOfProduction({ legalBasis: "DMCA" });
  const [one, two] = [await someCustodian(), await someCustodian()];
  await rejectItem(one, { itemId, reason });
  await inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
  await expect(rejectItem(one, { itemId, reason })).rejects.toMatchObject({ code: "second_custodian" });
  expect(await rejectItem(two, { itemId, reason })).toEqual({ outcome: "rejected" });
});

it("a production is as before when the claimant withdraws, and what was confirmed stays", async () => {
  const { partners, productionId, removal } = await requestOfProduction();
  const depiction = await makeDepiction(await makePartner());
  const ctx = await someCustodian();
  await attachItem(ctx, { requestId: removal.id, recordId: depiction.id });
  const { id: itemId } = itemOf(await readRemoval(removal), depiction);
  await confirmItem(ctx, { itemId, reason });
  const withdraw = () => inTransaction((tx) => withdrawItems(tx, systemCtx(), removal.id));
  expect((await Promise.all([withdraw(), withdraw()])).sort()).toEqual([false, true]);
  const now = await readRemoval(removal);
  expect(now.status).toBe("withdrawn");
  expect(itemOf(now, { id: productionId }).status).toBe("withdrawn");
  expect(itemOf(now, depiction)).toMatchObject({ status: "confirmed", takedowns: [{ closedAt: null }] });
  expect(await db.production.findUnique({ where: { id: productionId } })).toMatchObject({ status: "documented" });
  expect(await eventsOf(partners[0])).not.toContainEqual(expect.objectContaining({ type: "content_log.deleted" }));
  await expect(confirmItem(ctx, { itemId, reason })).rejects.toMatchObject({ code: "request_withdrawn" });
});

it("a production's history doesn't tell a claimant with an account, or a withdrawal from a rejection", async () => {
  const [rejected, withdrawn] = [await requestOfProduction({ legalBasis: "OTHER" }), await requestOfProduction()];
  await rejectItem(await someCustodian(), { itemId: rejected.itemId, reason });
  await inTransaction(async (tx) => withdrawItems(tx, personCtx(await makeUser()), withdrawn.removal.id));
  const told = async ({ partners: [partner], productionId, removal }: typeof rejected) => {
    const clocks = (await clocksOf(removal)).filter(({ partnerId }) => partnerId === partner.id);
    const lines = await Promise.all([productionId, ...clocks.map(({ id }) => id)].map(linesOn));
    return lines
      .flat()
      .filter(({ action }) => action.includes("takedown"))
      .map(({ action, actorKind, actorId }) => [action, actorKind, actorId]);
  };
  const lines = await told(rejected);
  expect(lines).toEqual([
    ["production.takedown_requested", "system", "removals"],
    ["production.takedown_rejected", "system", "removals"],
    ["takedown.opened", "system", "removals"],
    ["takedown.closed", "system", "removals"],
  ]);
  expect(await told(withdrawn)).toEqual(lines);
});
