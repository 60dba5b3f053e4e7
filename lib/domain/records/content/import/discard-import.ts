import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import { deleteReports, subjectOf } from "./finish-import";
import { ARRIVALS, deleteFiles } from "./import-files";
import { queueImport } from "./run-import";
import { CHECKED, notChecked } from "./start-import";

const MOST_AT_ONCE = 500;

/**
 * Discards a checked file, so it can no longer be imported. The check's findings stay for the report. Throws
 * `NotFound`, `Forbidden`, `Conflict` `NOT_CHECKED` if it isn't waiting for a decision.
 */
export async function discardChecked(ctx: Ctx<PortalUserActor>, { importId }: { importId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  if (!isId(importId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    if ((await tx.contentImport.count({ where: { id: importId, partnerId } })) === 0) throw new NotFound();
    const { count } = await tx.contentImport.updateMany({
      where: { id: importId, partnerId, ...CHECKED },
      data: { discardedAt: clock.now() },
    });
    if (count === 0) throw notChecked();
    record(tx, { ctx, action: "content_import.discarded", ...subjectOf({ id: importId, partnerId }) });
  });
  await deleteFiles({ id: importId, partnerId });
}

/** Discards checked files that finished before this time. Stops between two files when the signal aborts. */
export async function discardOld(before: Date, signal?: AbortSignal): Promise<void> {
  const ctx = { actor: { kind: "system", name: "sweep_content_imports" }, requestId: newId() } as const;
  for (;;) {
    const old = await db.contentImport.findMany({
      where: { ...CHECKED, finishedAt: { lt: before } },
      select: { id: true, partnerId: true },
      take: MOST_AT_ONCE,
    });
    for (const one of old) {
      signal?.throwIfAborted();
      await inTransaction(async (tx) => {
        const data = { discardedAt: clock.now() };
        const { count } = await tx.contentImport.updateMany({ where: { id: one.id, ...CHECKED }, data });
        if (count > 0) record(tx, { ctx, action: "content_import.discarded", ...subjectOf(one) });
      });
      await deleteFiles(one);
    }
    if (old.length < MOST_AT_ONCE) return;
  }
}

// Files of checks that were never imported, and leftovers of failed deletions.
const FILES_KEPT_MS = 7 * DAY_MS;
/** Uploads whose check was never started. */
const ARRIVED_KEPT_MS = DAY_MS;
const REPORTS_KEPT_MS = 90 * DAY_MS;
const QUEUED_AGAIN_MS = DAY_MS;

/**
 * Discards files checked a week ago, and deletes leftover files and 90-day-old reports. Requeues imports older than a
 * day: a worker killed at its last attempt leaves one that nothing would finish.
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
  await deleteReports(new Date(now - REPORTS_KEPT_MS), signal);
});

async function sweep(under: string, before: Date, signal: AbortSignal | undefined): Promise<void> {
  for await (const key of storage().listOlder(under, before)) {
    // The job queue retries an aborted task, which continues with the rest.
    signal?.throwIfAborted();
    const id = key.split("/").at(-1) ?? "";
    const underway = await db.contentImport.count({ where: { id, status: { in: ["waiting", "running"] } } });
    if (underway === 0) await storage().delete(key);
  }
}

export const sweepImports: Schedule = { task: sweepImportsTask, cron: "40 4 * * *" };
