import { expect, it, onTestFinished, vi } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makeMember, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { flipped, hashOf, makeHashed } from "@/lib/testing/picture-hashes";
import { eventsFor, someCustodian, statusOf } from "@/lib/testing/removal-cases";
import { type MadeRemoval, makeItem, makeRemoval, readRemoval } from "@/lib/testing/removals";
import { asOwner, REFUSED, refuseWrites } from "@/lib/testing/sql";
import { viewRequest } from "../custody";
import { type ClusterDecision, decideCluster } from "./decide-cluster";
import { dismissItem } from "./dismiss-item";
import { reopenItems } from "./return-items";

type Options = Parameters<typeof makeRemoval>[0];

/** A request about a record, with so many others that are near copies of one another, suggested or open. */
async function alike(count: number, status: "suggested" | "open", options: Options = {}) {
  const wanted = hashOf("alike", options.legalBasis ?? "", count, status);
  const named = await makeHashed(wanted);
  const removal = await makeRemoval({ ...options, items: status === "suggested" ? [{ depictionId: named.id }] : [] });
  const copies = [];
  for (let n = 0; n < count; n++) {
    const copy = await makeHashed(flipped(wanted, 20 + n));
    const near = { nearDepictionId: named.id, distance: 20 + n, quality: 90, frames: 1, turn: 0 };
    await makeItem(removal, { depictionId: copy.id, status, foundBy: "similar", ...near });
    copies.push(copy);
  }
  const itemIds = (await readRemoval(removal)).items.flatMap(({ id, foundBy }) => (foundBy === "similar" ? id : []));
  const decide = async (decision: ClusterDecision, by = someCustodian()) =>
    decideCluster(await by, { requestId: removal.id, itemIds, decision });
  return { named, removal, copies, itemIds, decide };
}

const statusesOf = async (removal: MadeRemoval, ids: readonly string[]) =>
  (await readRemoval(removal)).items.flatMap(({ id, status }) => (ids.includes(id) ? status : []));
const countOf = async (removal: MadeRemoval, action: string) =>
  (await linesOn(removal.id)).filter((line) => line.action === action).length;

it("attaches or dismisses all at once, as one by one, and a repeat changes nothing", async () => {
  const { removal, itemIds, decide } = await alike(4, "suggested");
  expect(await decide({ act: "attach" })).toEqual({ did: { attached: 4 }, left: [] });
  expect(await decide({ act: "attach" })).toEqual({ did: { before: 4 }, left: [] });
  expect(await statusesOf(removal, itemIds)).toEqual(["open", "open", "open", "open"]);
  expect(await countOf(removal, "removal_request.item_attached")).toBe(4);
  expect(await countOf(removal, "removal_request.matched")).toBe(4);
  const other = await alike(3, "suggested");
  expect(await other.decide({ act: "dismiss" })).toEqual({ did: { dismissed: 3 }, left: [] });
  expect(await other.decide({ act: "dismiss" })).toEqual({ did: { before: 3 }, left: [] });
  expect(await countOf(other.removal, "removal_request.item_dismissed")).toBe(3);
  expect(await db.removalFalseMatch.count({ where: { requestId: other.removal.id } })).toBe(3);
});

it("decides once of two presses at once, and leaves what another custodian decided otherwise", async () => {
  const { removal, itemIds, decide } = await alike(5, "suggested");
  const twice = await Promise.all([decide({ act: "attach" }), decide({ act: "attach" })]);
  expect(twice.map(({ did }) => did).toSorted((a, b) => (b.attached ?? 0) - (a.attached ?? 0))).toEqual([
    { attached: 5 },
    { before: 5 },
  ]);
  expect(await countOf(removal, "removal_request.item_attached")).toBe(5);
  const left = itemIds.map((itemId) => ({ itemId, why: "changed" }));
  expect(await decide({ act: "dismiss" })).toEqual({ did: {}, left });
  const other = await alike(6, "suggested");
  const both = await Promise.all([other.decide({ act: "attach" }), other.decide({ act: "dismiss" })]);
  const won = (await statusesOf(other.removal, other.itemIds))[0] === "open" ? 0 : 1;
  expect(both[won]).toEqual({ did: won === 0 ? { attached: 6 } : { dismissed: 6 }, left: [] });
  expect(both[1 - won]).toEqual({ did: {}, left: other.itemIds.map((itemId) => ({ itemId, why: "changed" })) });
});

it("leaves a record that changed meanwhile, and one that is reserved, and does the others", async () => {
  const { removal, itemIds, decide, copies } = await alike(4, "suggested");
  const [dismissed = "", reserved = "", ...others] = itemIds;
  await dismissItem(await someCustodian(), { itemId: dismissed });
  const me = await makeCustodian();
  await dismissItem(await someCustodian(), { itemId: reserved });
  await makeMember({ id: copies[1]?.partnerId ?? "" }, "viewer", me);
  expect(await decide({ act: "attach" }, Promise.resolve(staffCtx(me)))).toEqual({
    did: { attached: 2 },
    left: [
      { itemId: dismissed, why: "changed" },
      { itemId: reserved, why: "conflict_of_interest" },
    ],
  });
  expect(await statusesOf(removal, others)).toEqual(["open", "open"]);
  expect(await statusesOf(removal, [dismissed, reserved])).toEqual(["dismissed", "dismissed"]);
});

it("confirms all with one reason: an event for each record, and one decision for the claimant", async () => {
  const { removal, copies, decide } = await alike(3, "open", { legalBasis: "DMCA" });
  const decision = { act: "confirm", reason: "It shows you." } as const;
  const outcomes = await Promise.all([decide(decision), decide(decision)]);
  expect(outcomes.map(({ did }) => did.confirmed ?? 0).toSorted()).toEqual([0, 3]);
  for (const { id, partnerId } of copies) {
    expect(await eventsFor({ id: partnerId }, "content_log.deleted")).toMatchObject([{ depictionId: id }]);
  }
  expect((await readRemoval(removal)).items.map(({ reason, takedowns }) => [reason, takedowns.length])).toEqual(
    copies.map(() => ["It shows you.", 1]),
  );
  expect(await countOf(removal, "removal_request.item_confirmed")).toBe(3);
  expect(await countOf(removal, "removal_request.decided")).toBe(1);
  expect(await statusOf(removal)).toBe("decided");
  expect((await mailsTo(removal.email)).length).toBe(1);
});

it("rejects under NCII by two custodians, each record with the reason that was proposed", async () => {
  const { removal, itemIds, decide } = await alike(3, "open");
  const [one, two] = [await someCustodian(), await someCustodian()];
  const none = { act: "reject", reason: null } as const;
  await expect(decide(none, Promise.resolve(one))).rejects.toMatchObject({ code: "reason_missing" });
  const first = { act: "reject", reason: "It shows a lake." } as const;
  expect(await decide(first, Promise.resolve(one))).toEqual({ did: { proposed: 3 }, left: [] });
  expect(await decide(first, Promise.resolve(one))).toEqual({ did: { before: 3 }, left: [] });
  expect(await statusesOf(removal, itemIds)).toEqual(["open", "open", "open"]);
  expect(await decide(none, Promise.resolve(two))).toEqual({ did: { rejected: 3 }, left: [] });
  expect((await readRemoval(removal)).items.map(({ reason }) => reason)).toEqual(itemIds.map(() => "It shows a lake."));
  expect(await countOf(removal, "removal_request.rejection_proposed")).toBe(3);
  // After the appeal, who took part may neither confirm nor propose.
  await inTransaction((tx) => reopenItems(tx, systemCtx(), removal.id));
  const left = itemIds.map((itemId) => ({ itemId, why: "second_custodian" }));
  expect(await decide({ act: "confirm", reason: "It does." }, Promise.resolve(one))).toEqual({ did: {}, left });
  expect(await decide(first, Promise.resolve(two))).toEqual({ did: {}, left });
  expect(await decide({ act: "confirm", reason: "It does." })).toEqual({ did: { confirmed: 3 }, left: [] });
});

it("refuses what the request alone refuses, and records of other requests", async () => {
  const { removal, itemIds, decide } = await alike(2, "suggested");
  const other = await alike(2, "suggested");
  await expect(
    decideCluster(await someCustodian(), {
      requestId: removal.id,
      itemIds: other.itemIds,
      decision: { act: "attach" },
    }),
  ).rejects.toMatchObject({ status: 404 });
  const colleague = await makeCustodian();
  const held = { custodianId: colleague.id, assignedUntil: new Date(Date.now() + HOUR_MS) };
  await db.removalRequest.update({ where: { id: removal.id }, data: held });
  await expect(decide({ act: "attach" })).rejects.toMatchObject({ code: "assigned_elsewhere" });
  await db.removalRequest.update({ where: { id: removal.id }, data: { status: "withdrawn", withdrawnAt: new Date() } });
  await expect(decide({ act: "dismiss" })).rejects.toMatchObject({ code: "request_withdrawn" });
  expect(await statusesOf(removal, itemIds)).toEqual(["suggested", "suggested"]);
});

it("shows which records look alike, suggestions apart from those to decide, the most similar first", async () => {
  const seed = (n: number) => hashOf("shown", n);
  const named = await makeHashed(seed(0));
  const removal = await makeRemoval({ items: [{ depictionId: named.id }] });
  const suggest = async (pdq: string, distance: number, mirrored?: string) => {
    const { id: depictionId } = await makeHashed(pdq, mirrored === undefined ? {} : { mirrored });
    const near = { nearDepictionId: named.id, distance, quality: 80, frames: 1, turn: 5 };
    return (await makeItem(removal, { depictionId, status: "suggested", foundBy: "similar", ...near })).id;
  };
  const far = await suggest(seed(1), 30);
  const chained = await suggest(flipped(seed(1), 40), 12);
  const between = await suggest(flipped(seed(1), 20), 20);
  const turned = await suggest(hashOf("upright"), 25, flipped(seed(1), 3));
  const alone = await suggest(seed(2), 3);
  const byName = await makeItem(removal, {
    depictionId: (await makeDepiction(await makePartner())).id,
    status: "suggested",
    foundBy: "name",
  });
  const { items } = await viewRequest(await someCustodian(), removal.id);
  expect(items.rows.map(({ id, cluster }) => [id, cluster])).toEqual([
    [removal.items[0]?.id, null],
    [alone, null],
    [chained, chained],
    [between, chained],
    [turned, chained],
    [far, chained],
    [byName.id, null],
  ]);
  expect(items.rows[1]).toMatchObject({ turn: 5, isFalseMatch: false, nearIsNamed: null });
  await dismissItem(await someCustodian(), { itemId: between });
  const after = (await viewRequest(await someCustodian(), removal.id)).items.rows;
  // Without the one between, the others are like one another no longer.
  expect(after.map(({ id, cluster }) => [id, cluster]).slice(2)).toEqual([
    [chained, null],
    [turned, turned],
    [far, turned],
    [byName.id, null],
    [between, null],
  ]);
});

const SHOWN = { act: "confirm", reason: "It shows you." } as const;

it("confirms some in each transaction: a fault leaves the rest, which a repeat does", async () => {
  const { removal, itemIds, decide } = await alike(11, "open");
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const allow = await refuseWrites("removal_items", { on: "UPDATE", when: `NEW.id = '${itemIds[9]}'` });
  const left = itemIds.slice(8).map((itemId) => ({ itemId, why: "failed" }));
  expect(await decide(SHOWN)).toEqual({ did: { confirmed: 8 }, left });
  expect(logged.mock.calls).toMatchObject([
    [{ err: { message: expect.stringContaining(REFUSED) } }, expect.any(String)],
  ]);
  await allow();
  expect((await statusesOf(removal, itemIds)).filter((status) => status === "confirmed")).toHaveLength(8);
  expect(await decide(SHOWN)).toEqual({ did: { before: 8, confirmed: 3 }, left: [] });
  expect(await countOf(removal, "removal_request.item_confirmed")).toBe(11);
  expect(await countOf(removal, "removal_request.decided")).toBe(1);
});

it.each([
  ["request_withdrawn", "request_withdrawn", "status = 'withdrawn', withdrawn_at = now()", 0],
  [
    "assigned_elsewhere",
    "assigned_elsewhere",
    "custodian_id = 'COLLEAGUE', assigned_until = now() + interval '1 hour'",
    0,
  ],
  ["not_searched", "failed", "searched_at = NULL", 1],
])("leaves what it didn't reach before the request changed: %s", async (code, why, change, logs) => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const { removal, itemIds, decide } = await alike(10, "open");
  const { id: colleague } = await makeCustodian();
  // At the end of the first transaction, whose lock other changes of the request wait for.
  await asOwner(`
    CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE removal_requests SET ${change.replace("COLLEAGUE", colleague)} WHERE id = NEW.request_id; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER meanwhile AFTER UPDATE ON removal_items DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
      WHEN (NEW.id = '${itemIds[0]}') EXECUTE FUNCTION meanwhile()`);
  onTestFinished(async () => {
    await asOwner("DROP FUNCTION meanwhile CASCADE");
  });
  const left = itemIds.slice(8).map((itemId) => ({ itemId, why }));
  expect(await decide(SHOWN)).toEqual({ did: { confirmed: 8 }, left });
  expect(await statusesOf(removal, itemIds.slice(8))).toEqual(["open", "open"]);
  expect(logged).toHaveBeenCalledTimes(logs);
  await expect(decide(SHOWN)).rejects.toMatchObject({ code });
});
