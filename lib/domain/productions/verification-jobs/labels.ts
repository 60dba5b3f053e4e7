import type { SceneStatus } from "@/lib/domain/scenes";

export const JOB_STATUSES = ["pending", "completed", "blocked", "cancelled"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** How far a performer is. Never why one refused. */
export const JOB_PERFORMER_STATUSES = ["pending", "forms_signed", "id_verified", "refused"] as const;
export type JobPerformerStatus = (typeof JOB_PERFORMER_STATUSES)[number];

/** The longest of a partner's own ids of a job or its content. */
export const JOB_ID_MAX = 255;

const STATUS_OF = {
  pending_signatures: "pending",
  greenlit: "completed",
  blocked: "blocked",
  cancelled: "cancelled",
} as const satisfies Record<SceneStatus, JobStatus>;

/** A job's status, by that of its scene. Contract: Verification jobs, states. */
export const jobStatus = (status: SceneStatus): JobStatus => STATUS_OF[status];

/** The status of a job's scene, by that of the job. */
export const SCENE_STATUS_OF = {
  pending: "pending_signatures",
  completed: "greenlit",
  blocked: "blocked",
  cancelled: "cancelled",
} as const satisfies Record<JobStatus, SceneStatus>;

type Signing = { signedAt: Date | null; consentedAt: Date | null; refusedAt: Date | null; fallsShort: boolean };

/**
 * A performer's status. Somebody whose ID isn't verified, or who was too young, has only signed. A release that lacks what the job
 * needs looks unsigned: otherwise it would tell what they decided.
 */
export function jobPerformerStatus({ signedAt, consentedAt, refusedAt, fallsShort }: Signing): JobPerformerStatus {
  if (refusedAt) return "refused";
  if (consentedAt) return "id_verified";
  return signedAt && !fallsShort ? "forms_signed" : "pending";
}
