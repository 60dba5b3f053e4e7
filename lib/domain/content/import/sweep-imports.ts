import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import { discardOld } from "./discard-import";
import { ARRIVALS } from "./finish-import";
import { forgetReports } from "./forget-rows";
import { queueImport } from "./run-import";

// Files of dry runs that nobody went on with, and what a failed deletion left.
const FILES_KEPT_MS = 7 * DAY_MS;
/** Uploads that nobody began to check. */
const ARRIVED_KEPT_MS = DAY_MS;
const REPORTS_KEPT_MS = 90 * DAY_MS;
const QUEUED_AGAIN_MS = DAY_MS;

/**
 * Discards files that were checked a week ago, deletes those that nobody imports any more, and the reports of imports that were
 * over 90 days ago. Asks once more for what is under way since yesterday: a worker that is killed at its last attempt leaves an
 * import that nobody would end.
 */
export const sweepImportsTask = defineTask("sweep_content_imports", z.object({}), async (_, { signal }) => {
  const now = clock.now().getTime();
  await discardOld(new Date(now - FILES_KEPT_MS), signal);
  await sweep("imports", new Date(now - FILES_KEPT_MS), signal);
  await sweep(ARRIVALS, new Date(now - ARRIVED_KEPT_MS), signal);
  const stuck = await db.contentImport.findMany({
    where: { status: { in: ["waiting", "running"] }, createdAt: { lt: new Date(now - QUEUED_AGAIN_MS) } },
    select: { id: true, partnerId: true },
  });
  for (const one of stuck) await queueImport(db, one);
  await forgetReports(new Date(now - REPORTS_KEPT_MS), signal);
});

async function sweep(under: string, before: Date, signal: AbortSignal | undefined): Promise<void> {
  for await (const key of storage().listOlder(under, before)) {
    // The queue tries again what was stopped, and finds what is left.
    signal?.throwIfAborted();
    const id = key.split("/").at(-1) ?? "";
    const underway = await db.contentImport.count({ where: { id, status: { in: ["waiting", "running"] } } });
    if (underway === 0) await storage().delete(key);
  }
}

export const sweepImports: Schedule = { task: sweepImportsTask, cron: "40 4 * * *" };
