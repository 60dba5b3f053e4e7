import { DAY_MS } from "@/lib/platform/duration";

export const SCENE_STATUSES = ["pending_signatures", "greenlit", "blocked", "cancelled"] as const;
export const PERFORMER_STATUSES = ["pending_consent", "consented", "refused"] as const;
export const REFUSAL_REASONS = ["not_me", "declining", "other"] as const;

/** How many performers a scene can name, beside its uploader. Contract: Collab scenes, create. */
export const PERFORMERS_MAX = 10;
/** The first day of production that we believe. */
export const FIRST_SHOOT_DAY = "1900-01-01";

export type SceneStatus = (typeof SCENE_STATUSES)[number];
export type PerformerStatus = (typeof PERFORMER_STATUSES)[number];
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** How long performers have to sign. Contract: Collab scenes, signing. */
export const SIGNING_MS = 14 * DAY_MS;
/** How long before the end we remind those who have not finished. Contract: Collab scenes, signing. */
export const REMINDER_BEFORE_END_MS = 7 * DAY_MS;

/**
 * A performer's status as a partner sees it. After a signature without a verified ID, it is still `pending_consent`.
 * Contract: Collab scenes, states.
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

/** The reasons to refuse, in the performer's words. The partner gets the code, and reads the label in its portal. */
export const REFUSAL_LABELS: Record<RefusalReason, { label: string; description: string }> = {
  not_me: { label: "That is not me", description: "I am not the person the platform named." },
  declining: { label: "I don’t agree", description: "I do not agree to the release." },
  other: { label: "Another reason", description: "You can add a note on the next page." },
};

/** A reason as every page quotes it, such as “I don’t agree”. */
export const quotedReason = (reason: RefusalReason): string => `“${REFUSAL_LABELS[reason].label}”`;

export const isRefusalReason = (text: string): text is RefusalReason => Object.hasOwn(REFUSAL_LABELS, text);

/** The longest note that a performer can add to a refusal. */
export const NOTE_MAX = 1000;

/** How many publications of other partners, and how many removals, a scene's timeline shows. */
export const ELSEWHERE_SHOWN = 50;

/** The pages whose view is evidence. */
export type ConsentPage =
  | "release, exact texts folded"
  | "release, exact texts open"
  | "sign"
  | "refuse"
  | "refuse_confirm"
  | "withdraw"
  | "status";
