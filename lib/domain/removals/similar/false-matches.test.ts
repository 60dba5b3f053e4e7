import { beforeEach, expect, it } from "vitest";
import { queueCopiesOf } from "@/lib/domain/records/copy-fingerprints";
import { fillSearch } from "@/lib/domain/records/search";
import { db } from "@/lib/platform/db";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { linesOn } from "@/lib/testing/effects";
import { makeDepiction, makePartner } from "@/lib/testing/factories";
import { besideFlipped, flipped, hashOf, makeHashed } from "@/lib/testing/picture-hashes";
import { draw } from "@/lib/testing/pictures";
import { clearJobs, payloadsOf } from "@/lib/testing/queue";
import { itemOf, someCustodian } from "@/lib/testing/removal-cases";
import { makeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { storeCopy } from "@/lib/testing/stored-copies";
import { attachItem } from "../deciding/add-items";
import { dismissItem, removeFalseMatch } from "../deciding/dismiss-item";
import { matchLaterTask } from "../deciding/match-later";
import { addTargets } from "../matching/find-matches";
import { bitsOf } from "../matching/near";
import { fingerprintCopyTask } from "./fingerprint-copy";
import { suggestSimilarTask } from "./suggest-similar";

type Made = { id: string };

beforeEach(clearJobs);

const look = (...depictions: readonly Made[]) =>
  suggestSimilarTask.run({ depictionIds: depictions.map(({ id }) => id) }, firstRun);
const suggestedTo = async (removal: Made) =>
  (await readRemoval(removal)).items.flatMap(({ status, depictionId }) => (status === "suggested" ? depictionId : []));
const falseOf = async ({ id: requestId }: Made) =>
  (await db.removalFalseMatch.findMany({ where: { requestId } })).map(({ depictionId }) => depictionId);

/** A request about a record, from which another one was dismissed that resembles it. */
async function dismissed(seed: string, { bits = 20, wanted = hashOf(seed), wrong = flipped(wanted, bits) } = {}) {
  const [named, other] = [await makeHashed(wanted), await makeHashed(wrong)];
  const removal = await makeRemoval({ items: [{ depictionId: named.id }] });
  await look(named);
  const custodian = await someCustodian();
  await dismissItem(custodian, { itemId: itemOf(await readRemoval(removal), other).id });
  expect(await falseOf(removal)).toEqual([other.id]);
  return { wanted, wrong, named, other, removal, custodian };
}

it("suggests no near copies of a dismissed picture to its request again, turned ones neither", async () => {
  const { wanted, wrong, named, other, removal } = await dismissed("again");
  const copy = await makeHashed(flipped(wrong, 6));
  const mirrored = await makeHashed(hashOf("mirrored"), { mirrored: flipped(wrong, 7) });
  const another = await makeHashed(flipped(wanted, 5));
  const elsewhere = await makeRemoval({ items: [{ depictionId: named.id }] });
  await look(copy, mirrored, another);
  await look(named);
  expect(await suggestedTo(removal)).toEqual([another.id]);
  expect((await suggestedTo(elsewhere)).toSorted()).toEqual([other.id, copy.id, mirrored.id, another.id].toSorted());
});

it("leaves them out for near copies of what is wanted, and not for another thing that they are", async () => {
  const { wanted, wrong, removal, custodian } = await dismissed("things");
  const copy = await makeHashed(flipped(wrong, 6));
  const sameThing = await makeHashed(flipped(wanted, 3));
  await attachItem(custodian, { requestId: removal.id, recordId: sameThing.id });
  await look(sameThing, copy);
  expect(await suggestedTo(removal)).toEqual([]);
  const otherThing = await makeHashed(flipped(wrong, 15));
  await attachItem(custodian, { requestId: removal.id, recordId: otherThing.id });
  await look(otherThing);
  expect(await suggestedTo(removal)).toEqual([copy.id]);
});

it.each(["attached", "named by URL"])(
  "forgets it once the record is part of the request, because it is %s",
  async (how) => {
    const { wrong, other, removal, custodian } = await dismissed(how);
    const copy = await makeHashed(flipped(wrong, 6));
    if (how === "attached") await attachItem(custodian, { requestId: removal.id, recordId: other.id });
    else {
      await fillSearch();
      await db.$transaction((tx) => addTargets(tx, removal.id, { urls: [other.contentUrl], named: true }));
      await matchLaterTask.run({}, firstRun);
    }
    expect(itemOf(await readRemoval(removal), other).status).toBe("open");
    expect(await falseOf(removal)).toEqual([]);
    await look(copy);
    expect(await suggestedTo(removal)).toEqual([copy.id]);
  },
);

it("leaves out only what is surely nearer to the dismissed picture than to the wanted one", async () => {
  const { wanted, wrong, named, removal, custodian } = await dismissed("surely", { bits: 4 });
  const same = await makeHashed(besideFlipped(wanted));
  await look(same, await makeHashed(flipped(wrong, 1)));
  expect(await suggestedTo(removal)).toEqual([same.id]);
  // A re-encoded copy of what is wanted isn't a near copy of the dismissed one.
  await attachItem(custodian, { requestId: removal.id, recordId: same.id });
  expect(await falseOf(removal)).toHaveLength(1);
  await look(named);
  expect(await suggestedTo(removal)).toEqual([]);
});

it("compares the two in the turn in which they are nearest", async () => {
  const wanted = hashOf("nearest");
  const [upright, mirrored] = [hashOf("nearest", "upright"), flipped(wanted, 4)];
  const [named, other] = [await makeHashed(wanted), await makeHashed(upright, { mirrored })];
  const removal = await makeRemoval({ items: [{ depictionId: named.id }] });
  await look(other, named);
  await dismissItem(await someCustodian(), { itemId: itemOf(await readRemoval(removal), other).id });
  const same = await makeHashed(besideFlipped(wanted), { mirrored: flipped(upright, 4) });
  const copy = await makeHashed(flipped(upright, 1), { mirrored: flipped(mirrored, 1) });
  await look(same, copy);
  expect(await suggestedTo(removal)).toEqual([same.id]);
});

it("forgets it for a near copy that a custodian attaches", async () => {
  const { wrong, removal, custodian } = await dismissed("near copy");
  const copy = await makeHashed(flipped(wrong, 6));
  await attachItem(custodian, { requestId: removal.id, recordId: copy.id });
  expect(await falseOf(removal)).toEqual([]);
});

it("forgets it for a near copy that is hashed after it was attached, in each request of which it is part", async () => {
  const picture = await draw(91);
  const pdq = bitsOf((await hashPicture(picture))[0]?.pdq ?? "");
  const { named, other, removal, custodian } = await dismissed("late", {
    wanted: flipped(pdq, 20),
    wrong: flipped(pdq, 3),
  });
  const late = await storeCopy(picture, "image/jpeg");
  const left = { depictionId: late.id, foundBy: "similar", status: "dismissed" } as const;
  const elsewhere = await makeRemoval({ items: [{ depictionId: named.id }, left] });
  await look(named);
  await dismissItem(custodian, { itemId: itemOf(await readRemoval(elsewhere), other).id });
  await attachItem(custodian, { requestId: removal.id, recordId: late.id });
  expect(await falseOf(removal)).toEqual([other.id]);
  await fingerprintCopyTask.run({ depictionId: late.id }, firstRun);
  expect(await falseOf(removal)).toEqual([]);
  expect(await falseOf(elsewhere)).toEqual([other.id]);
});

it("searches once for all copies of some pictures, and looks again at each once", async () => {
  const pdq = hashOf("many");
  const partner = await makePartner();
  const copies: Made[] = [];
  while (copies.length < 101) copies.push(await makeDepiction(partner));
  const turned = Array.from({ length: 7 }, (_, turn) => hashOf("many", turn));
  const hash = { partnerId: partner.id, part: 0, pdq: flipped(pdq, 6), turned, quality: 90 };
  await db.copyHash.createMany({ data: copies.map(({ id: depictionId }) => ({ ...hash, depictionId })) });
  await queueCopiesOf(db, [pdq, ...Array.from({ length: 16 }, (_, n) => hashOf("no copies", n))]);
  expect(await runJobs(suggestSimilarTask, { copiesOf: [] })).toBe(2);
  const jobs = await payloadsOf<{ depictionIds: string[] }>(suggestSimilarTask.name);
  const looked = jobs.flatMap(({ payload }) => payload.data.depictionIds);
  expect(looked).toEqual(copies.map(({ id }) => id).toSorted());
});

it("suggests near copies again once a custodian removes the false match", async () => {
  const { wrong, named, other, removal, custodian } = await dismissed("removed");
  const copy = await makeHashed(flipped(wrong, 6));
  const { id: itemId } = itemOf(await readRemoval(removal), other);
  expect(await removeFalseMatch(custodian, { itemId })).toEqual({ removed: true });
  expect(await removeFalseMatch(custodian, { itemId })).toEqual({ removed: false });
  await runJobs(suggestSimilarTask);
  expect(await suggestedTo(removal)).toEqual([copy.id]);
  expect(itemOf(await readRemoval(removal), other).status).toBe("dismissed");
  const lines = (await linesOn(removal.id)).map(({ action }) => action);
  expect(lines.filter((action) => action === "removal_request.false_match_removed")).toHaveLength(1);
  const open = itemOf(await readRemoval(removal), named).id;
  expect(await removeFalseMatch(custodian, { itemId: open })).toEqual({ removed: false });
});
