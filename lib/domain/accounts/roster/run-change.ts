import { z } from "zod";
import { deactivateIn, reactivateIn } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { AppError, Forbidden, NotFound } from "@/lib/platform/errors";
import { defineTask } from "@/lib/platform/jobs";
import type { RosterChange } from "@/prisma/generated/client";
import type { StopReason } from "./schemas";
import { CHANGE_JOB } from "./start-change";

/** Small, because the starter's permission is checked before each batch. */
const READ = 25;

/**
 * Runs a bulk change. Each creator has one transaction, which also marks them done, so despite crashes and second runs
 * each is changed, reported and counted once. It stops if its starter left the team or lost the permission, and the
 * remaining creators don't change.
 */
export const changeRosterTask = defineTask(
  CHANGE_JOB,
  z.object({ changeId: z.string() }),
  async ({ changeId }, { signal, lastAttempt }) => {
    const change = await db.rosterChange.findFirst({ where: { id: changeId, finishedAt: null } });
    if (!change) return;
    for (;;) {
      const waiting = await db.rosterChangeItem.findMany({
        where: { changeId, code: null },
        orderBy: { accountId: "asc" },
        take: READ,
        select: { accountId: true },
      });
      if (waiting.length === 0) return finish(change);
      if (!(await mayStill(change))) return finish(change, "starter_may_not");
      for (const { accountId } of waiting) {
        // The job queue retries an aborted task.
        signal?.throwIfAborted();
        await changeOrRefuse(change, accountId, lastAttempt);
      }
    }
  },
);

async function mayStill(change: RosterChange): Promise<boolean> {
  try {
    await assertMay(db, ctxOf(change), { partnerId: change.partnerId, to: "manage_records" });
    return true;
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return false;
    throw error;
  }
}

async function changeOrRefuse(change: RosterChange, accountId: string, lastAttempt: boolean): Promise<void> {
  try {
    await changeOne(change, accountId);
  } catch (error) {
    if (error instanceof AppError) await refuse(change, accountId, error.code ?? "failed");
    else if (lastAttempt) await refuse(change, accountId, "failed");
    else throw error;
  }
}

async function changeOne(change: RosterChange, accountId: string): Promise<void> {
  const { id: changeId, kind } = change;
  const ctx = ctxOf(change);
  await inTransaction(async (tx) => {
    const { count } = await tx.rosterChangeItem.deleteMany({ where: { changeId, accountId, code: null } });
    if (count === 0) return;
    const isChanged =
      kind === "deactivate"
        ? (await deactivateIn(tx, ctx, accountId)).deactivated
        : (await reactivateIn(tx, ctx, accountId)).reactivated;
    const counted = isChanged ? { changed: { increment: 1 } } : { unchanged: { increment: 1 } };
    await tx.rosterChange.update({ where: { id: changeId }, data: counted, select: { id: true } });
  });
}

async function refuse({ id: changeId }: RosterChange, accountId: string, code: string): Promise<void> {
  await inTransaction(async (tx) => {
    const { count } = await tx.rosterChangeItem.updateMany({
      where: { changeId, accountId, code: null },
      data: { code },
    });
    if (count === 0) return;
    await tx.rosterChange.update({
      where: { id: changeId },
      data: { refused: { increment: 1 } },
      select: { id: true },
    });
  });
}

async function finish(change: RosterChange, stoppedFor: StopReason | null = null): Promise<void> {
  await inTransaction(async (tx) => {
    const [finished] = await tx.rosterChange.updateManyAndReturn({
      where: { id: change.id, finishedAt: null },
      data: { finishedAt: clock.now(), stoppedFor },
    });
    if (!finished) return;
    const { id, partnerId, kind, changed, unchanged, refused } = finished;
    const subject = { kind: "roster_change", id } as const;
    const detail = { kind, changed, unchanged, refused, ...(stoppedFor && { stoppedFor }) };
    const ctx: Ctx = stoppedFor
      ? { actor: { kind: "system", name: "change_roster" }, requestId: change.requestId }
      : ctxOf(change);
    record(tx, { ctx, action: "roster_change.finished", subject, partnerId, detail });
    await tx.rosterChangeItem.deleteMany({ where: { changeId: id, code: null } });
  });
}

/** The actor is the change's starter. The role here isn't trusted: permission is read from the database. */
const ctxOf = ({ partnerId, startedById, requestId }: RosterChange): Ctx<PortalUserActor> => ({
  actor: { kind: "portal_user", partnerId, userId: startedById, role: "admin" },
  requestId,
});
