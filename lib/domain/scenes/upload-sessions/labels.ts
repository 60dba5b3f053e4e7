import { DAY_MS } from "@/lib/platform/duration";

export const UPLOAD_CONTENT_TYPES = ["image", "video", "gallery"] as const;
export const UPLOAD_PATHS = ["solo", "collab"] as const;
export const UPLOAD_SESSION_STATUSES = ["pending", "completed", "expired"] as const;

export type UploadContentType = (typeof UPLOAD_CONTENT_TYPES)[number];
export type UploadPath = (typeof UPLOAD_PATHS)[number];
export type UploadSessionStatus = (typeof UPLOAD_SESSION_STATUSES)[number];

/**
 * How many copies of attestations we mail to a creator each day (UTC) for one platform, which can open its links as often as it
 * wants. Their account lists the others.
 */
export const COPY_MAILS_A_DAY = 10;

/** What each kind of content is called on pages and in copies. */
export const CONTENT_TYPE_WORDS: Record<UploadContentType, string> = {
  image: "Image",
  video: "Video",
  gallery: "Gallery",
};

/** How long the creator has to attest. */
export const SESSION_MS = 7 * DAY_MS;

/** One face is the creator's own. More need the consent of everyone else. Contract: Upload sessions, `detectedFaceCount`. */
export const pathOf = (detectedFaceCount: number): UploadPath => (detectedFaceCount === 1 ? "solo" : "collab");

/** A session's status by the clock, whether or not a job ran. */
export function sessionStatus(
  { completedAt, expiresAt }: { completedAt: Date | null; expiresAt: Date },
  now: Date,
): UploadSessionStatus {
  if (completedAt) return "completed";
  return now < expiresAt ? "pending" : "expired";
}
