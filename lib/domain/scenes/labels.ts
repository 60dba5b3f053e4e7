import { DAY_MS } from "@/lib/platform/duration";

export const SCENE_STATUSES = ["pending_signatures", "greenlit", "blocked", "cancelled"] as const;
export const PERFORMER_STATUSES = ["pending_consent", "consented", "refused"] as const;
export const REFUSAL_REASONS = ["not_me", "declining", "other"] as const;

export type SceneStatus = (typeof SCENE_STATUSES)[number];
export type PerformerStatus = (typeof PERFORMER_STATUSES)[number];
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** How long performers have to sign. Contract: Limits. */
export const SIGNING_MS = 14 * DAY_MS;
/** How long before the end we remind those who have not finished. Contract: Limits. */
export const REMINDER_BEFORE_END_MS = 7 * DAY_MS;

/**
 * A performer's status as a partner sees it. Who signed but whose ID is not verified yet is still `pending_consent`.
 * Contract: States, Collab scene.
 */
export function performerStatus({
  consentedAt,
  refusedAt,
}: {
  consentedAt: Date | null;
  refusedAt: Date | null;
}): PerformerStatus {
  if (refusedAt) return "refused";
  return consentedAt ? "consented" : "pending_consent";
}

/** The reasons to refuse, in the performer's words. The partner learns only the reason's code. */
export const REFUSAL_LABELS: Record<RefusalReason, { label: string; description: string }> = {
  not_me: { label: "That is not me", description: "I am not the person in this scene." },
  declining: { label: "I don’t agree", description: "I don’t want this scene to be published." },
  other: { label: "Another reason", description: "You can add a note on the next page." },
};

export const isRefusalReason = (text: string): text is RefusalReason => Object.hasOwn(REFUSAL_LABELS, text);

/** The longest note that a performer can add to a refusal. */
export const NOTE_MAX = 1000;
