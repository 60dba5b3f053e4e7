import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { REFUSALS_KEPT_DAYS } from "./labels";
import { selectedIds } from "./plan-change";
import type { ChangeKind, Selection } from "./schemas";

/** The started change, or with `isNew` false the id of a running one, in which case nothing was started. */
export type ChangeStart = { changeId: string; isNew: boolean };

/**
 * Starts a job that deactivates or reactivates many creators, with the same verb as for one. The selection is fixed
 * here, so creators who match later aren't included. A partner has one change at a time, and a running one is requeued
 * in case its job failed. Throws `Forbidden`, `Conflict` `nobody_selected` and `too_many`.
 */
export async function startChange(
  ctx: Ctx<PortalUserActor>,
  { kind, selection }: { kind: ChangeKind; selection: Selection },
): Promise<ChangeStart> {
  const { partnerId, userId } = ctx.actor;
  const ids = await selectedIds(ctx, selection);
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_records" });
    const underWay = await tx.rosterChange.findFirst({ where: { partnerId, finishedAt: null }, select: { id: true } });
    if (underWay) {
      await queueChange(tx, underWay.id);
      return { changeId: underWay.id, isNew: false };
    }
    if (ids.length === 0)
      throw new Conflict("nobody_selected", "None of the selected creators match anymore. Reload the list.");
    const changeId = newId();
    const about = { id: changeId, partnerId, kind, total: ids.length };
    await tx.rosterChange.create({
      data: { ...about, startedById: userId, requestId: ctx.requestId, startedAt: clock.now() },
    });
    await tx.$executeRaw`
      INSERT INTO roster_change_items (change_id, account_id) SELECT ${changeId}, unnest(${ids}::text[])`;
    await queueChange(tx, changeId);
    const subject = { kind: "roster_change", id: changeId } as const;
    record(tx, { ctx, action: "roster_change.started", subject, detail: { kind, total: ids.length } });
    return { changeId, isNew: true };
  });
}

/** The job's name is here so that queueing it doesn't import its code. */
export const CHANGE_JOB = "change_roster";

// A change takes minutes, so all other jobs go first.
const PRIORITY = 10;

/**
 * Queues the job, or restarts one that waits for a retry or failed. A second run beside a running one finds nothing to
 * do.
 */
const queueChange = (tx: Tx, changeId: string): Promise<void> =>
  enqueue(tx, CHANGE_JOB, { changeId }, { jobKey: `${CHANGE_JOB} ${changeId}`, priority: PRIORITY });

const QUEUED_AGAIN_MS = DAY_MS;
// A change may include every creator, too many rows to delete in one transaction.
const BATCH = 10_000;

/**
 * Deletes old lists of refused creators, but not their counts. Requeues changes older than a day: a worker killed at
 * its last attempt leaves one that nothing would finish.
 */
export async function sweepChanges(): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - REFUSALS_KEPT_DAYS * DAY_MS);
  const some = () => db.$executeRaw`
    DELETE FROM roster_change_items WHERE ctid = ANY (ARRAY(
      SELECT i.ctid FROM roster_changes c JOIN roster_change_items i ON i.change_id = c.id
      WHERE c.finished_at < ${before} LIMIT ${BATCH}))`;
  while ((await some()) === BATCH);
  const stuck = await db.rosterChange.findMany({
    where: { finishedAt: null, startedAt: { lt: new Date(now - QUEUED_AGAIN_MS) } },
    select: { id: true },
  });
  for (const { id } of stuck) await inTransaction((tx) => queueChange(tx, id));
}

export const sweepChangesTask = defineTask("sweep_roster_changes", z.unknown(), sweepChanges);

export const sweepChangesSchedule: Schedule = { task: sweepChangesTask, cron: "10 5 * * *" };
