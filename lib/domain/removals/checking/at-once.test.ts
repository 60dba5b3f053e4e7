import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { storage } from "@/lib/platform/storage/storage";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner } from "@/lib/testing/factories";
import { flipped, hashOf } from "@/lib/testing/picture-hashes";
import { draw } from "@/lib/testing/pictures";
import { JOBS_TABLE } from "@/lib/testing/queue";
import { someCustodian } from "@/lib/testing/removal-cases";
import { makeItem, makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { ownerClient, untilWaiting, waiting } from "@/lib/testing/sql";
import { attachItem } from "../deciding/add-items";
import { confirmItem } from "../deciding/confirm-item";
import { decideCluster } from "../deciding/decide-cluster";
import { matchLaterTask } from "../deciding/match-later";
import { matchLoggedTask } from "../deciding/match-logged";
import { bitsOf } from "../matching/near";
import { fingerprintCopyTask } from "../similar/fingerprint-copy";
import { checkContent } from ".";

// What happens between the first and the last line of a confirmation.

/** Holds what runs at its first write to a table, until something else is done or waits for it. */
async function holdingAt(table: string, run: () => Promise<unknown>, during: () => Promise<unknown>): Promise<void> {
  const holder = await ownerClient();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const begun = [run()];
  await untilWaiting(1);
  let isDone = false;
  begun.push(during().finally(() => (isDone = true)));
  await expect.poll(async () => isDone || (await waiting()) === 2, { timeout: 20_000 }).toBe(true);
  await holder.query("COMMIT");
  await holder.end();
  await Promise.all(begun);
}

async function stored(file: Buffer) {
  const keptKey = `copies/kept/${newId()}`;
  await storage().put(keptKey, file, { contentType: "image/jpeg" });
  const copy = { copyState: "stored", copyMimeType: "image/jpeg", copyBytes: file.length } as const;
  return { ...copy, keptKey, keptSha256: sha256(file), keptAt: clock.now() };
}

/** A custodian's confirmation of a depiction's removal, that only has to be run. */
async function confirmationOf(depictionId: string) {
  await fillSearch();
  const item = await makeItem(await makeRemoval(), { depictionId, foundBy: "custodian" });
  const by = await someCustodian();
  return () => confirmItem(by, { itemId: item.id, reason: "It shows you." });
}

/** How many transactions were, such as of a deadlock before they are retried. */
const rolledBack = async () =>
  (await metrics().transactions.get()).values.find(
    ({ labels, metricName }) => labels.outcome === "rolled back" && metricName?.endsWith("_count"),
  )?.value;

const check = async (about: Parameters<typeof checkContent>[1]) =>
  (await checkContent(keyCtx(await makePartner()), about)).reasons;

it("keeps the hashes of a copy that is hashed meanwhile", async () => {
  const picture = await draw(181);
  const { id: depictionId } = await makeDepiction(await makePartner(), await stored(picture));
  await holdingAt(
    "copy_hashes",
    () => fingerprintCopyTask.run({ depictionId }, firstRun),
    await confirmationOf(depictionId),
  );
  const pdq = (await hashPicture(picture))[0]?.pdq;
  expect(await check({ pdq })).toEqual(["picture"]);
});

it("forgets a false match of a record that is hashed while it becomes part of the request", async () => {
  const picture = await draw(182);
  const { id: depictionId } = await makeDepiction(await makePartner(), await stored(picture));
  const pdq = bitsOf((await hashPicture(picture))[0]?.pdq ?? "");
  const { id: requestId } = await makeRemoval();
  const pair = { depictionId: newId(), part: 0, nearId: newId(), pdq, wanted: flipped(pdq, 20) };
  await db.removalFalseMatch.create({ data: { requestId, ...pair, addedAt: clock.now() } });
  const by = await someCustodian();
  await holdingAt(
    JOBS_TABLE,
    () => fingerprintCopyTask.run({ depictionId }, firstRun),
    () => attachItem(by, { requestId, recordId: depictionId }),
  );
  expect(await db.removalFalseMatch.count({ where: { requestId } })).toBe(0);
});

it.each([0, 1])("attaches the same records to two requests in any order, with %s false matches", async (count) => {
  const partner = await makePartner();
  const records = [await makeDepiction(partner), await makeDepiction(partner)];
  const attach = async (depictions: typeof records) => {
    const removal = await makeRemoval();
    const pair = { depictionId: newId(), part: 0, nearId: newId(), pdq: hashOf("one"), wanted: hashOf("other") };
    const falseMatch = { requestId: removal.id, ...pair, addedAt: clock.now() };
    await db.removalFalseMatch.createMany({ data: Array(count).fill(falseMatch) });
    const itemIds: string[] = [];
    for (const { id: depictionId } of depictions)
      itemIds.push((await makeItem(removal, { depictionId, status: "suggested", foundBy: "similar" })).id);
    const by = await someCustodian();
    return () => decideCluster(by, { requestId: removal.id, itemIds, decision: { act: "attach" } });
  };
  const [one, two] = [await attach(records), await attach(records.toReversed())];
  const before = await rolledBack();
  await holdingAt(JOBS_TABLE, one, two);
  expect(await rolledBack()).toBe(before);
});

it("keeps the file of a copy that is stored meanwhile, or the copy isn't stored", async () => {
  const { keptKey, keptSha256, keptAt, copyState, ...declared } = await stored(await draw(183));
  const pending = { ...declared, copyState: "pending" as const, fileHash: randomBytes(32) };
  const { id } = await makeDepiction(await makePartner(), pending);
  const store = () =>
    db.depiction.updateMany({
      where: { id, copyState: "pending", removedAt: null },
      data: { copyState, keptKey, keptSha256, keptAt },
    });
  await holdingAt("removal_targets", await confirmationOf(id), store);
  const { copyState: state } = await db.depiction.findUniqueOrThrow({ where: { id } });
  const reasons = await check({ fileHash: keptSha256.toString("hex") });
  expect({ state, reasons }).toEqual({ state: "pending", reasons: [] });
});

it("tells of content that is logged meanwhile", async () => {
  const fileHash = randomBytes(32);
  const { id } = await makeDepiction(await makePartner(), { fileHash });
  const partner = await makePartner();
  await holdingAt("removal_decisions", await confirmationOf(id), () => makeDepiction(partner, { fileHash }));
  await runJobs(matchLoggedTask);
  await fillSearch();
  await matchLaterTask.run({}, firstRun);
  await matchLaterTask.run({}, firstRun);
  expect((await eventsOf(partner)).map(({ type }) => type)).toEqual(["content_log.removal_matched"]);
});
