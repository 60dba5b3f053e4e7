import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deleteContent, takeDown } from "@/lib/domain/records/content";
import { fillSearch } from "@/lib/domain/records/search";
import { removePublication } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner, portalCtx } from "@/lib/testing/factories";
import {
  clocksOf,
  eventsFor,
  itemOf,
  requestOfDepiction,
  requestOfPublication,
  someCustodian,
  statusOf,
} from "@/lib/testing/removal-cases";
import { fileRemoval, makeItem, readRemoval } from "@/lib/testing/removals";
import { attachItem } from "./add-items";
import { confirmItem } from "./confirm-item";

const reason = "It shows you, and you never agreed.";

describe("a depiction", () => {
  it("is removed once by ten confirmations at once, and its partner gets one event and one clock", async () => {
    const { partner, depiction, removal, itemId } = await requestOfDepiction();
    const ctx = await someCustodian();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirmItem(ctx, { itemId, reason })));
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(["confirmed"]));
    expect(await eventsFor(partner, "content_log.deleted")).toEqual([
      expect.objectContaining({
        depictionId: depiction.id,
        reason: "removal_request",
        removalRequestId: removal.id,
        legalBasis: "NCII_TAKE_IT_DOWN",
      }),
    ]);
    expect(await db.depiction.findUnique({ where: { id: depiction.id } })).toMatchObject({
      removedByKind: "staff",
      removalRequestId: removal.id,
    });
    expect(await clocksOf(removal)).toMatchObject([
      { partnerId: partner.id, deadlineAt: removal.deadlineAt, closedAt: null },
    ]);
    expect(await statusOf(removal)).toBe("decided");
    const [matched] = await linesOn(removal.id);
    expect(JSON.parse(matched?.detail ?? "")).toMatchObject({ count: 1, itemIds: [removal.items[0]?.id] });
    expect((await linesOn(removal.id)).map(({ action, partnerId }) => [action, partnerId])).toEqual([
      ["removal_request.matched", null],
      ["removal_request.item_confirmed", null],
      ["removal_request.decided", null],
    ]);
    // The custodian's words are for the claimant.
    const lines = (await linesOn(depiction.id)).map((line) => [line.reason, line.detail]);
    expect(JSON.stringify([lines, await eventsOf(partner)])).not.toContain(reason);
    await deleteContent(keyCtx(partner), {
      accountId: depiction.accountId,
      externalContentId: depiction.externalContentId ?? "",
    });
    expect(await clocksOf(removal)).toMatchObject([{ outcome: "taken_down", closedByKind: "partner_key" }]);
  });

  it("that its partner removed before stays as it was, whoever comes first", async () => {
    const { partner, depiction, removal, itemId } = await requestOfDepiction();
    await takeDown(portalCtx(partner), { depictionId: depiction.id, reason: "ours" });
    const ctx = await someCustodian();
    const results = [await confirmItem(ctx, { itemId, reason }), await confirmItem(ctx, { itemId, reason })];
    expect(results).toEqual([{ outcome: "already_removed" }, { outcome: "already_removed" }]);
    expect(await eventsFor(partner, "content_log.deleted")).toEqual([
      expect.not.objectContaining({ reason: expect.anything() }),
    ]);
    expect(await clocksOf(removal)).toEqual([]);
    expect(await statusOf(removal)).toBe("decided");
    for (let round = 0; round < 5; round++) {
      const made = await requestOfDepiction();
      const { accountId, externalContentId } = made.depiction;
      await Promise.all([
        confirmItem(ctx, { itemId: made.itemId, reason }),
        deleteContent(keyCtx(made.partner), { accountId, externalContentId: externalContentId ?? "" }),
      ]);
      expect(await eventsFor(made.partner, "content_log.deleted")).toHaveLength(1);
      expect((await clocksOf(made.removal)).filter(({ closedAt }) => !closedAt)).toEqual([]);
    }
  });

  it("has a clock for each request until its partner removes it, also under a race, and one event", async () => {
    const ctx = await someCustodian();
    for (const productionDate of [new Date(), new Date("2015-01-01")]) {
      const { partner, depiction, removal, itemId } = await requestOfDepiction({ productionDate });
      const urls = [depiction.contentUrl];
      const [again, late] = [await fileRemoval({ urls }), await fileRemoval({ urls })];
      await confirmItem(ctx, { itemId, reason });
      const confirm = (made: typeof again) => confirmItem(ctx, { itemId: itemOf(made, depiction).id, reason });
      expect(await confirm(again)).toEqual({ outcome: "confirmed" });
      expect(await eventsFor(partner, "content_log.deleted")).toHaveLength(1);
      expect(await clocksOf(again)).toMatchObject([{ partnerId: partner.id, closedAt: null }]);
      const { accountId, externalContentId } = depiction;
      if (productionDate.getFullYear() === 2015) continue;
      await Promise.all([
        confirm(late),
        deleteContent(keyCtx(partner), { accountId, externalContentId: externalContentId ?? "" }),
      ]);
      const clocks = [...(await clocksOf(removal)), ...(await clocksOf(again)), ...(await clocksOf(late))];
      expect(clocks.map(({ outcome }) => outcome)).toEqual(clocks.map(() => "taken_down"));
    }
  });

  it("past its seven years is erased, and under a legal hold is marked, with the same event", async () => {
    const ctx = await someCustodian();
    const productionDate = new Date("2015-01-01");
    for (const legalHold of [false, true]) {
      const { partner, depiction, removal, itemId } = await requestOfDepiction({ productionDate, legalHold });
      await confirmItem(ctx, { itemId, reason });
      expect(await db.depiction.count({ where: { id: depiction.id } })).toBe(legalHold ? 1 : 0);
      expect(await eventsFor(partner, "content_log.deleted")).toHaveLength(1);
      expect(await clocksOf(removal)).toHaveLength(1);
    }
  });

  it("brings copies of the same file at every partner into the request once it is confirmed", async () => {
    const file = randomBytes(32);
    const { removal, itemId } = await requestOfDepiction();
    const partner = await makePartner();
    const suggested = await makeDepiction(await makePartner(), { fileHash: file });
    const copy = await makeDepiction(partner, { fileHash: file });
    const shown = await makeDepiction(partner, { fileHash: file });
    await makeItem(removal, { depictionId: shown.id, status: "suggested", foundBy: "name" });
    await fillSearch();
    const ctx = await someCustodian();
    await attachItem(ctx, { requestId: removal.id, recordId: suggested.id });
    await confirmItem(ctx, { itemId, reason });
    expect(await statusOf(removal)).toBe("open");
    await confirmItem(ctx, { itemId: itemOf(await readRemoval(removal), suggested).id, reason });
    const added = itemOf(await readRemoval(removal), copy);
    expect(added).toMatchObject({ status: "open", foundBy: "copy", partnerId: partner.id });
    const named = itemOf(await readRemoval(removal), shown);
    expect(named).toMatchObject({ status: "open", foundBy: "name" });
    expect(await eventsOf(partner)).toEqual([]);
    for (const { id } of [added, named]) await confirmItem(ctx, { itemId: id, reason });
    expect(await statusOf(removal)).toBe("decided");
  });
});

describe("a publication", () => {
  it("is asked for once, of the partner that registered it alone, whose removal ends the clock", async () => {
    const { owner, partner, scene, publication, removal, itemId } = await requestOfPublication();
    const ctx = await someCustodian();
    await Promise.all(Array.from({ length: 10 }, () => confirmItem(ctx, { itemId, reason })));
    expect(await eventsOf(partner)).toMatchObject([
      {
        type: "collab_scene.takedown_requested",
        data: {
          scene: { id: scene.id },
          publication: { id: publication.id, contentUrl: publication.contentUrl },
          removalRequestId: removal.id,
          removalDeadline: removal.deadlineAt.toISOString(),
        },
      },
    ]);
    expect(await eventsOf(owner)).toEqual([]);
    const remove = () => removePublication(keyCtx(partner), { sceneId: scene.id, pubId: publication.id });
    await Promise.all([remove(), remove()]);
    expect(await clocksOf(removal)).toMatchObject([{ partnerId: partner.id, outcome: "taken_down" }]);
  });

  it("that was removed before is closed without an event", async () => {
    const { partner, scene, publication, removal, itemId } = await requestOfPublication();
    await removePublication(keyCtx(partner), { sceneId: scene.id, pubId: publication.id });
    expect(await confirmItem(await someCustodian(), { itemId, reason })).toEqual({ outcome: "already_removed" });
    expect([await eventsOf(partner), await clocksOf(removal)]).toEqual([[], []]);
  });
});
