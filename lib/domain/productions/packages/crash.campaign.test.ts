import { expect, it, vi } from "vitest";
import { queueSeal } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { ageLocks } from "@/lib/testing/queue";
import { runJobs } from "@/lib/testing/run-jobs";
import { objectsOf, packageRow, productionEventsOf } from "@/lib/testing/sealed-packages";
import { ownerClient, untilWaiting } from "@/lib/testing/sql";
import { sweepPackageObjectTask } from "./package-objects";

// Kills the worker while it seals a production, and lets another one finish.

const SOON = { timeout: 240_000, interval: 20 };
const worker = mortalWorker();

const isSealed = async (id: string) => (await packageRow(id)).sealedAt !== null;

/** Holds a lock until the result is called. */
async function holding(sql: string): Promise<() => Promise<void>> {
  const client = await ownerClient();
  await client.query("BEGIN");
  await client.query(sql);
  return () => client.end();
}

const DEATHS: Record<string, (productionId: string) => string> = {
  "while it reads the records": () => "LOCK TABLE production_depictions IN ACCESS EXCLUSIVE MODE",
  "before it records the package": (id) => `SELECT 1 FROM productions WHERE id = '${id}' FOR UPDATE`,
};

it.each(Object.keys(DEATHS))("makes one package, killed %s", async (where) => {
  const { production, partner } = await makeSealable();
  const { packageId } = await openSeal(production);
  const release = await holding(DEATHS[where]?.(production.id) ?? "");
  await inTransaction((tx) => queueSeal(tx, { packageId }));
  await worker.start();
  await untilWaiting(1);
  await worker.kill();
  await release();
  expect(await isSealed(packageId)).toBe(false);
  await ageLocks();
  await worker.start();
  await vi.waitFor(async () => expect(await isSealed(packageId)).toBe(true), SOON);
  await worker.kill();
  expect(await productionEventsOf(partner)).toHaveLength(1);
  expect(await db.certificate.count({ where: { productionId: production.id } })).toBe(1);

  clock.advance(7 * HOUR_MS);
  await runJobs(sweepPackageObjectTask);
  clock.reset();
  expect(await objectsOf(packageId)).toEqual([(await packageRow(packageId)).storageKey]);
});
