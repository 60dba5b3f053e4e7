import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { authorize } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rows, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { REFUSALS_KEPT_DAYS } from "./labels";
import { rosterList } from "./list-roster";
import type { ChangeKind, Selection } from "./schemas";

/**
 * What a bulk change would do now, in numbers. It uses only what the partner may know: statuses, reasons, its own
 * deactivations, and who pays where the API says so.
 */
export type ChangePlan = {
  total: number;
  /** Creators it would change. */
  changes: number;
  /** Of these: active now. For a reactivation: verified, so active immediately. */
  active: number;
  /** Of these: removed from the next platform invoice, or added to it. */
  invoiced: number;
  /** Already in that state. */
  already: number;
  /** Refused: they pay for their own subscription. */
  creatorPays: number;
  /** Refused: suspended for another reason, which a reactivation doesn't clear. */
  otherwise: number;
  /** Refused: never deactivated, and not active. */
  neverSuspended: number;
};

// In the order the verbs decide: the partner's deactivation, then who pays, then the status.
const OUTCOMES: Record<ChangeKind, string> = {
  deactivate: `CASE WHEN held THEN 'already' WHEN funded_by = 'creator' THEN 'creatorPays' ELSE 'changes' END`,
  reactivate: `CASE
    WHEN held AND (suspend_reason <> 'partner_deactivated' OR unpaid) THEN 'otherwise'
    WHEN held THEN 'changes'
    WHEN funded_by = 'creator' THEN 'creatorPays'
    WHEN status = 'active' OR status = 'subscribed_pending_id' AND reinstated_at IS NOT NULL THEN 'already'
    WHEN status = 'suspended' THEN 'otherwise'
    ELSE 'neverSuspended' END`,
};

const EMPTY_PLAN: ChangePlan = {
  total: 0,
  changes: 0,
  active: 0,
  invoiced: 0,
  already: 0,
  creatorPays: 0,
  otherwise: 0,
  neverSuspended: 0,
};

/** Counts what a deactivation or reactivation of these creators would do. Throws `Conflict` `too_many`. */
export async function planChange(
  ctx: Ctx<PortalUserActor>,
  { kind, selection }: { kind: ChangeKind; selection: Selection },
): Promise<ChangePlan> {
  const ids = await selectedIds(ctx, selection);
  const found = await rows<{ outcome: keyof ChangePlan; count: number; active: number; invoiced: number }>(
    Prisma.sql`SELECT outcome, count(*)::int AS count,
       count(*) FILTER (WHERE was_active)::int AS active,
       count(*) FILTER (WHERE was_active AND funded_by = 'platform')::int AS invoiced
     FROM (
       SELECT ${Prisma.raw(OUTCOMES[kind])} AS outcome, funded_by,
         ${Prisma.raw(kind === "deactivate" ? "status = 'active'" : "verified_at IS NOT NULL")} AS was_active
       FROM (
         SELECT a.*, p.platform_fee_lapsed_at IS NOT NULL AND a.funded_by = 'platform' AS unpaid,
           EXISTS (SELECT FROM account_holds h WHERE h.account_id = a.id AND h.kind = 'partner' AND h.lifted_at IS NULL) AS held
         FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
         WHERE a.partner_id = ${ctx.actor.partnerId} AND a.id = ANY(${ids})
       ) AS selected
     ) AS planned GROUP BY outcome`,
  );
  const plan = { ...EMPTY_PLAN, total: ids.length };
  for (const { outcome, count, active, invoiced } of found) {
    plan[outcome] = count;
    if (outcome === "changes") Object.assign(plan, { active, invoiced });
  }
  return plan;
}

/** How many creators one change may include. */
const SELECTED_MOST = 100_000;

/**
 * The account ids of a selection, sorted. Other partners' accounts are ignored. Throws `Conflict` `too_many` above
 * 100,000.
 */
export async function selectedIds(ctx: Ctx<PortalUserActor>, selection: Selection): Promise<string[]> {
  const met = await rosterList.where(ctx, "filters" in selection ? selection.filters : {});
  const picked =
    "filters" in selection ? Prisma.empty : Prisma.sql`AND id = ANY (${selection.accountIds.filter(isId)}::text[])`;
  const found = await rows<{ id: string }>(
    Prisma.sql`SELECT id FROM solo_accounts WHERE ${met} ${picked} ORDER BY id LIMIT ${SELECTED_MOST + 1}`,
  );
  if (found.length > SELECTED_MOST) {
    const most = SELECTED_MOST.toLocaleString("en");
    throw new Conflict("too_many", `More than ${most} creators match. Narrow the filters and change them in parts.`);
  }
  return found.map(({ id }) => id);
}

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
      INSERT INTO roster_change_items (change_id, partner_id, account_id) SELECT ${changeId}, ${partnerId}, unnest(${ids}::text[])`;
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
