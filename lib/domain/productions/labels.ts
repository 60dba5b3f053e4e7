import { DAY_MS } from "@/lib/platform/duration";

export const PRODUCTION_STATUSES = [
  "pending_documentation",
  "documented",
  "takedown_pending",
  "takedown_complete",
  "revoked",
] as const;
export type ProductionStatus = (typeof PRODUCTION_STATUSES)[number];

/**
 * How far a performer's records are, the best first, as the producer sees it, and the partner that named them. `in_review`: they
 * signed and sent an ID, which isn't verified, whatever we decided about it. `closed`: they can no longer sign, because the scene
 * expired, was canceled or another performer refused.
 */
export const RECORD_STATES = ["id_verified", "in_review", "forms_signed", "pending", "refused", "closed"] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** Whether the performer must still act. */
export const mustAct = (state: RecordState): boolean => state === "pending" || state === "forms_signed";

/** Whether nothing that the performer does completes their records. Their scene must be taken out. */
export const isLost = (state: RecordState): boolean => state === "refused" || state === "closed";

/** How far ahead the day of a production or depiction may be. A later one is a typing error. */
export const AHEAD_MS = 366 * DAY_MS;
export const PRODUCTION_TITLE_MAX = 500;
export const DEPICTION_TITLE_MAX = 500;
/** The longest of a partner's own ids of a production. */
export const CONTENT_ID_MAX = 255;
/** How many scenes, and how many depictions, a production can have. */
export const SCENES_MOST = 200;
export const DEPICTIONS_MOST = 50_000;
/** How many rows a CSV file of depictions can have. */
export const CSV_ROWS_MOST = 10_000;
/** How many records of a content log can be added at once. */
export const LOGGED_ADDED_MOST = 10_000;

/** What documentation needs, in the order of the page. */
export const CHECKLIST = ["details", "producer_name", "performers", "records", "depictions", "depiction_days"] as const;
export type ChecklistName = (typeof CHECKLIST)[number];
