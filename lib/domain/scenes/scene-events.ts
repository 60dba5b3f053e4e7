import type { Ctx } from "@/lib/domain/core/context";
import { type LedgerLine, record } from "@/lib/domain/core/ledger";
import { emitAll, type NewEvent } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { type addJob, enqueue } from "@/lib/platform/jobs";
import type { RefusalReason } from "./labels";
import { presentForEvent } from "./present";
import { getScene } from "./queries";
import type { LockedScene } from "./states";

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
  const { id, partnerId, isJob } = scene;
  const line = { ctx, action: "collab_scene.announced", subject: { kind: "collab_scene", id } } as const;
  if (isJob) return { line: { ...line, partnerId: null }, events: [] };
  return { line: { ...line, partnerId }, events: [createdEvent(scene)] };
}

/** The scene exists and its invitations were sent. */
export const createdEvent = ({ partnerId, uploadSessionId, ...scene }: Omit<Announced, "isJob">): NewEvent => ({
  type: "collab_scene.created",
  partnerId,
  data: { scene: presentForEvent(scene), uploadSessionId },
});

// What a partner is sent about a scene. The scene of a verification job sends none of a scene's events, only the job's own.
// Contract: Events; Verification jobs.

type Scene = Pick<LockedScene, "id" | "partnerId" | "uploadSessionId" | "job">;
type Signer = { email: string; registeredHere: boolean };

/** A performer signed. Tells a job's partner; a scene's partner learns only of consent. */
export const signedEvents = ({ partnerId, job }: Scene, { email }: Pick<Signer, "email">): NewEvent[] =>
  job
    ? [
        {
          type: "performer.forms_signed",
          partnerId,
          data: { verification: job, performer: { email, status: "forms_signed" } },
        },
      ]
    : [];

/** A performer's release is signed and their ID verified. */
export function consentedEvent(scene: Scene, signer: Signer, at: Date): NewEvent {
  const { id, partnerId, job } = scene;
  const { email } = signer;
  if (job) {
    const data = { verification: job, performer: { email, status: "id_verified" as const } };
    return { type: "performer.id_verified", partnerId, data };
  }
  const performer = { email, consentedAt: at.toISOString() };
  const data = { scene: { id }, performer, ...sessionFor(scene, signer) };
  return { type: "collab_scene.performer_consented", partnerId, data };
}

/** The last performer consented. A job's partner counts its performers itself. */
export function greenlitEvents(scene: Scene, last: Signer, at: Date): NewEvent[] {
  const { id, partnerId, job } = scene;
  if (job) return [];
  const greenlit = { id, status: "greenlit" as const, greenlitAt: at.toISOString() };
  return [{ type: "collab_scene.greenlit", partnerId, data: { scene: greenlit, ...sessionFor(scene, last) } }];
}

/** The session's key is absent when the signer registered behind the mailed link. Contract: Events. */
const sessionFor = ({ uploadSessionId }: Scene, { registeredHere }: Signer) =>
  registeredHere ? {} : { uploadSessionId };

/** A performer refused, which blocks the scene. */
export function refusedEvents(
  { id, partnerId, job }: Scene,
  performer: { email: string; reason: RefusalReason },
): NewEvent[] {
  if (job) return [];
  const data = { scene: { id, status: "blocked" as const }, performer };
  return [{ type: "collab_scene.performer_refused", partnerId, data }];
}

/** The time to sign is over. */
export function expiredEvents({ id, partnerId, job }: Scene, unsignedPerformers: string[]): NewEvent[] {
  if (job) return [];
  const scene = { id, status: "blocked" as const, reason: "sla_breach" as const };
  return [{ type: "collab_scene.blocked", partnerId, data: { scene, unsignedPerformers } }];
}

/** The partner canceled. */
export function cancelledEvent({ id, partnerId, job }: Scene): NewEvent {
  const status = "cancelled" as const;
  return job
    ? { type: "verification.cancelled", partnerId, data: { verification: { ...job, status } } }
    : { type: "collab_scene.cancelled", partnerId, data: { scene: { id, status } } };
}
