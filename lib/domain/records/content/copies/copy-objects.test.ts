import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { makeDepiction, makePartner } from "@/lib/testing/factories";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import {
  incomingKey,
  keptKey,
  sweepAbandonedUploadsTask,
  sweepCopyObjectTask,
  sweepLater,
  sweepNow,
} from "./copy-objects";

const root = await ownObjectFolder();
const at = (key: string) => join(root, key);
const put = async (key: string, age = 0) => {
  await storage().put(key, Buffer.from("x"), { contentType: "image/jpeg" });
  const then = new Date(Date.now() - age);
  await utimes(at(key), then, then);
  return key;
};

it("deletes only uploads unconfirmed for a week", async () => {
  const old = await put(incomingKey(newId()), 7 * DAY_MS + 1000);
  const recent = await put(incomingKey(newId()), 7 * DAY_MS - MINUTE_MS);
  const kept = await put(keptKey(newId()), 30 * DAY_MS);
  await sweepAbandonedUploadsTask.run({}, firstRun);
  expect(await Promise.all([old, recent, kept].map((key) => storage().exists(key)))).toEqual([false, true, true]);
});

it("stops before the next upload when the worker stops", async () => {
  const old = await put(incomingKey(newId()), 7 * DAY_MS + 1000);
  const stopped = sweepAbandonedUploadsTask.run({}, { ...firstRun, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow("aborted");
  expect(await storage().exists(old)).toBe(true);
  await sweepAbandonedUploadsTask.run({}, firstRun);
  expect(await storage().exists(old)).toBe(false);
});

it("deletes half-written files of a killed process, not ones being written", async () => {
  await storage().check();
  const [left, arriving] = [newId(), newId()];
  for (const name of [left, arriving]) await writeFile(at(join(".incoming", name)), "x");
  const then = new Date(Date.now() - DAY_MS - 1000);
  await utimes(at(join(".incoming", left)), then, then);
  await sweepAbandonedUploadsTask.run({}, firstRun);
  expect(await readdir(at(".incoming"))).toEqual([arriving]);
});

it("deletes an hour-old copy unless a depiction refers to it", async () => {
  const depictionId = newId();
  const [named, unnamed] = [await put(keptKey(depictionId)), await put(keptKey(depictionId))];
  await inTransaction(async (tx) => {
    for (const key of [named, unnamed]) await sweepLater(tx, key);
  });
  const kept = { copyState: "stored", keptKey: named, keptSha256: Buffer.alloc(32), keptAt: clock.now() } as const;
  await makeDepiction(await makePartner(), kept);
  for (const key of [named, unnamed]) expect(await runJobs(sweepCopyObjectTask, { key })).toBe(0);
  clock.advance(HOUR_MS + 1000);
  for (const key of [named, unnamed]) expect(await runJobs(sweepCopyObjectTask, { key })).toBe(1);
  expect([await storage().exists(named), await storage().exists(unnamed)]).toEqual([true, false]);
  // Nor by an immediate request to delete it.
  await inTransaction((tx) => sweepNow(tx, named));
  await runJobs(sweepCopyObjectTask, { key: named });
  expect(await storage().exists(named)).toBe(true);
});
