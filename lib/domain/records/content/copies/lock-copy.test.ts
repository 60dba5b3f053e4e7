import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { sevenYearsAfter } from "@/lib/domain/records/content/retention";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { s3Storage } from "@/lib/platform/storage/s3";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeDepiction, makePartner } from "@/lib/testing/factories";
import { payloadsOf } from "@/lib/testing/queue";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { replaceStorage } from "@/lib/testing/storage-drivers";
import { deleteContent } from "../remove-depiction";
import { confirmCopy } from "./confirm-copy";
import { incomingKey, KEPT, sweepCopyObjectTask } from "./copy-objects";

const peer = await startS3Peer({ objectLock: true });
afterAll(() => peer.close());
beforeEach(() => {
  vi.restoreAllMocks();
  replaceStorage(s3Storage(peer.settings));
});
async function uploaded() {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner, { copyMimeType: "image/png" });
  const body = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), randomBytes(992)]);
  await storage().put(incomingKey(depiction.id), body, { contentType: "image/png" });
  const params = { accountId: depiction.accountId, externalContentId: depiction.externalContentId ?? "" };
  const confirm = () => confirmCopy(keyCtx(partner), params);
  const keptKey = async () => (await db.depiction.findUniqueOrThrow({ where: { id: depiction.id } })).keptKey ?? "";
  const ours = (keys: Iterable<string>) => [...keys].filter((key) => key.startsWith(`${KEPT}/${depiction.id}.`));
  return { partner, depiction, params, confirm, keptKey, ours };
}

/** Lets this many confirmations each make a copy before any of them reads it. */
function readTogether(count: number): void {
  const { scan } = s3Storage(peer.settings);
  let reading = 0;
  vi.spyOn(storage(), "scan").mockImplementation(async (...asked) => {
    reading++;
    await vi.waitFor(() => expect(reading).toBe(count), { timeout: 60_000 });
    return scan(...asked);
  });
}

/** Runs the jobs delayed by an hour for one depiction's objects. */
async function anHourLater({ id }: { id: string }): Promise<void> {
  clock.advance(HOUR_MS + 1000);
  const queued = await payloadsOf<{ key: string }>(sweepCopyObjectTask.name);
  const keys = new Set(queued.map(({ payload }) => payload.data.key));
  for (const key of keys) if (key.startsWith(`${KEPT}/${id}.`)) await runJobs(sweepCopyObjectTask, { key });
}

it("locks one copy of ten concurrent confirmations and leaves no other", async () => {
  const { partner, depiction, confirm, keptKey, ours } = await uploaded();
  readTogether(10);
  await Promise.all(Array.from({ length: 10 }, confirm));
  expect(ours(peer.locked)).toEqual([await keptKey()]);
  await anHourLater(depiction);
  expect(ours(peer.objects.keys())).toEqual([await keptKey()]);
  expect(ours(peer.locked)).toEqual([await keptKey()]);
  expect(peer.objects.get(await keptKey())?.retention).toEqual({
    mode: "COMPLIANCE",
    until: sevenYearsAfter(depiction.productionDate),
  });
  expect(await eventsOf(partner)).toHaveLength(1);
});

it("locks nothing if the content is removed meanwhile", async () => {
  const { partner, depiction, params, confirm, ours } = await uploaded();
  const scan = storage().scan.bind(storage());
  vi.spyOn(storage(), "scan").mockImplementationOnce(async (...asked) => {
    await deleteContent(keyCtx(partner), params);
    return scan(...asked);
  });
  await expect(confirm()).rejects.toMatchObject({ code: "CONTENT_REMOVED" });
  await anHourLater(depiction);
  expect([ours(peer.objects.keys()), ours(peer.locked)]).toEqual([[], []]);
});

it("locks within an hour what a crashed process stored, despite store failures", async () => {
  const { depiction, confirm, keptKey, ours } = await uploaded();
  const retain = vi.spyOn(storage(), "retain").mockRejectedValue(new Error("gone"));
  expect((await confirm()).complianceCopy.state).toBe("stored");
  expect(ours(peer.locked)).toEqual([]);
  clock.advance(HOUR_MS + 1000);
  // The queue retries failures.
  await expect(sweepCopyObjectTask.run({ key: await keptKey() }, firstRun)).rejects.toThrow("gone");
  retain.mockRestore();
  replaceStorage(s3Storage(peer.settings));
  await anHourLater(depiction);
  expect(ours(peer.locked)).toEqual([await keptKey()]);
  expect(peer.objects.get(await keptKey())?.retention?.until).toEqual(sevenYearsAfter(depiction.productionDate));
  expect(ours(peer.objects.keys())).toEqual([await keptKey()]);
});

it("locks the stored copy and deletes the other after a crash before the lock", async () => {
  const { depiction, confirm, keptKey, ours } = await uploaded();
  readTogether(2);
  // One of the two confirmations does nothing more once the record is written. The other ends with an unused copy.
  vi.spyOn(storage(), "retain").mockReturnValueOnce(new Promise(() => {}));
  const answer = await Promise.race([confirm(), confirm()]);
  expect(answer.complianceCopy.state).toBe("stored");
  expect([ours(peer.objects.keys()).length, ours(peer.locked)]).toEqual([2, []]);
  await anHourLater(depiction);
  expect(ours(peer.locked)).toEqual([await keptKey()]);
  expect(ours(peer.objects.keys())).toEqual([await keptKey()]);
});
