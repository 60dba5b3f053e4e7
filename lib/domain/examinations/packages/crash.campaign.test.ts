import { expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { confirmAsRead, makeEnteredPackage, makeExaminable } from "@/lib/testing/examinations";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { ageLocks } from "@/lib/testing/queue";
import { runJobs } from "@/lib/testing/run-jobs";
import { ownerClient, untilWaiting } from "@/lib/testing/sql";
import { sweepRecordPackageTask } from ".";

// Kills the worker while it makes a package, and lets another one finish.

const SOON = { timeout: 240_000, interval: 20 };
const worker = mortalWorker();

const rowOf = (id: string) => db.recordPackage.findUniqueOrThrow({ where: { id } });

const DEATHS: Record<string, (packageId: string) => string> = {
  "while it reads the records": () => "LOCK TABLE person_aliases IN ACCESS EXCLUSIVE MODE",
  "before it names the archive": (id) => `SELECT 1 FROM record_packages WHERE id = '${id}' FOR UPDATE`,
};

it.each(Object.keys(DEATHS))("makes one package, killed %s", async (where) => {
  const { production } = await makeExaminable();
  const { id } = await makeEnteredPackage([["production", production.id]]);
  await confirmAsRead(staffCtx(await makeCustodian()), id);
  const client = await ownerClient();
  await client.query("BEGIN");
  await client.query(DEATHS[where]?.(id) ?? "");
  await worker.start();
  await untilWaiting(1);
  await worker.kill();
  await client.end();
  expect((await rowOf(id)).status).toBe("making");
  await ageLocks();
  await worker.start();
  await vi.waitFor(async () => expect((await rowOf(id)).status).toBe("ready"), SOON);
  await worker.kill();

  clock.advance(3 * HOUR_MS);
  await runJobs(sweepRecordPackageTask);
  clock.reset();
  const keys: string[] = [];
  for await (const key of storage().listOlder("record-packages", new Date(Date.now() + DAY_MS))) {
    if (key.includes(id)) keys.push(key);
  }
  expect(keys).toEqual([`${(await rowOf(id)).storagePrefix}/0`]);
});
