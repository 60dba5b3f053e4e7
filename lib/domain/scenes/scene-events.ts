import type { NewEvent } from "@/lib/domain/events";
import type { RefusalReason } from "./labels";
import type { LockedScene } from "./states";

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
