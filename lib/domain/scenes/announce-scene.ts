import type { Ctx } from "@/lib/domain/core/context";
import { type LedgerLine, record } from "@/lib/domain/core/ledger";
import { emitAll, type NewEvent } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { type addJob, enqueue } from "@/lib/platform/jobs";
import { presentForEvent } from "./present";
import { getScene } from "./queries";

export const FINISH_SCENE = "finish_scene";

/**
 * The job that finishes a scene's creation: the charge, if it was interrupted, and the invitations. A later one replaces an
 * earlier one that hasn't run.
 */
export const finishJob = (sceneId: string, runAt?: Date): Parameters<typeof addJob> => [
  FINISH_SCENE,
  { sceneId },
  { jobKey: `${FINISH_SCENE}:${sceneId}`, runAt },
];

/** Queue `finishJob`. */
export const enqueueFinish = (tx: Tx, sceneId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, ...finishJob(sceneId, runAt));

/** Send `collab_scene.created`, unless it is the scene of a job, and queue the invitations, once. Does nothing to a scene that was announced before. */
export const announceScene = (ctx: Ctx, sceneId: string): Promise<void> =>
  inTransaction(async (tx) => {
    const announcement = await takeAnnouncement(tx, ctx, sceneId);
    if (!announcement) return;
    await emitAll(tx, announcement);
    await enqueueFinish(tx, sceneId);
  });

/**
 * Mark a scene as announced, and return the event to send: none for a job's. Null if it was announced before. A change sends it before its own
 * event, so that a scene whose creation was interrupted is created first. Contract: Events, `collab_scene.created`.
 */
export async function takeAnnouncement(tx: Tx, ctx: Ctx, sceneId: string): Promise<NewEvent[] | null> {
  const { count } = await tx.collabScene.updateMany({
    where: { id: sceneId, announcedAt: null },
    data: { announcedAt: clock.now() },
  });
  if (count === 0) return null;
  const { line, events } = announcementOf(ctx, await getScene(sceneId, tx));
  record(tx, line);
  return events;
}

type Announced = Parameters<typeof presentForEvent>[0] & {
  partnerId: string;
  isJob: boolean;
  uploadSessionId: string | null;
};

/** What announcing a scene writes to the ledger, and the event it sends. */
export function announcementOf(ctx: Ctx, scene: Announced): { line: LedgerLine; events: NewEvent[] } {
  const { id, partnerId, isJob, uploadSessionId } = scene;
  const line = { ctx, action: "collab_scene.announced", subject: { kind: "collab_scene", id } } as const;
  if (isJob) return { line: { ...line, partnerId: null }, events: [] };
  const data = { scene: presentForEvent(scene), uploadSessionId };
  return { line: { ...line, partnerId }, events: [{ type: "collab_scene.created", partnerId, data }] };
}
