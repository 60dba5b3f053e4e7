import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { emitAll } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { REMINDER_BEFORE_END_MS } from "./labels";
import { remindPerformers } from "./mails/mail-performers";
import { enqueueFinish, expiredEvents, takeAnnouncement } from "./scene-events";
import { type LockedScene, lockScene, moveScene } from "./states";

const AT_ONCE = 500;
const LOST_AFTER_MS = 5 * MINUTE_MS;

/**
 * Block every scene whose 14 days are over, those of jobs too. Contract: Collab scenes, states; Events, `collab_scene.blocked`. Returns how many
 * were due. Safe to run late or twice.
 */
export async function expireScenes(ctx: Ctx<SystemActor>): Promise<number> {
  const due = await db.collabScene.findMany({
    where: { status: "pending_signatures", expiresAt: { lte: clock.now() } },
    orderBy: { expiresAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  await forEach(due, ({ id }) => inTransaction((tx) => expireLocked(tx, ctx, id)));
  return due.length;
}

async function expireLocked(tx: Tx, ctx: Ctx, sceneId: string): Promise<void> {
  const scene = await lockScene(tx, sceneId);
  if (scene) await expireIn(tx, ctx, scene);
}

/** Block a scene that this transaction has locked, if its time is over. Returns whether it was. */
export async function expireIn(tx: Tx, ctx: Ctx, scene: LockedScene): Promise<boolean> {
  const { id, partnerId, status, expiresAt } = scene;
  if (status !== "pending_signatures" || clock.now() < expiresAt) return false;
  const announcement = await takeAnnouncement(tx, ctx, id);
  const unsigned = await tx.scenePerformer.findMany({
    where: { sceneId: id, consentedAt: null },
    orderBy: { position: "asc" },
    select: { email: true },
  });
  if (!(await moveScene(tx, ctx, scene, { to: "blocked", block: "expired", partnerId }))) return false;
  const emails = unsigned.map(({ email }) => email);
  await emitAll(tx, [...(announcement ?? []), ...expiredEvents(scene, emails)]);
  return true;
}

/** Remind everyone who hasn't finished after 7 days, once. Contract: Collab scenes, signing. Safe to run late or twice. */
export async function remindScenes(ctx: Ctx<SystemActor>): Promise<void> {
  const now = clock.now();
  const due = await db.collabScene.findMany({
    where: {
      status: "pending_signatures",
      announcedAt: { not: null },
      expiresAt: { gt: now, lte: new Date(now.getTime() + REMINDER_BEFORE_END_MS) },
      performers: { some: { remindedAt: null, consentedAt: null, refusedAt: null } },
    },
    orderBy: { expiresAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  await forEach(due, ({ id }) => remindPerformers(ctx, id));
}

/** Queue the job that finishes a creation again, for every scene whose job was lost. */
async function finishLost(): Promise<void> {
  const lost = await db.collabScene.findMany({
    where: { announcedAt: null, createdAt: { lt: new Date(clock.now().getTime() - LOST_AFTER_MS) } },
    orderBy: { createdAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  await forEach(lost, ({ id }) => inTransaction((tx) => enqueueFinish(tx, id)));
}

/** One failure must not hold up the other scenes; the next run retries it. */
async function forEach(
  scenes: readonly { id: string }[],
  run: (scene: { id: string }) => Promise<void>,
): Promise<void> {
  for (const scene of scenes) {
    await run(scene).catch((err: unknown) => log.error({ err, scene: scene.id }, "a scene could not be advanced"));
  }
}

export const advanceScenesTask = defineTask("advance_scenes", z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: "advance_scenes" }, requestId } as const;
  await expireScenes(ctx);
  await remindScenes(ctx);
  await finishLost();
});

export const advanceScenesSchedule: Schedule = { task: advanceScenesTask, cron: "*/5 * * * *" };
