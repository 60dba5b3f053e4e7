/** Only `active` and `ending` keys work, and only they count toward the limit of ten. */
export type KeyStatus = "active" | "ending" | "expired" | "revoked";

/** The times that decide a key's status. */
export type KeyTimes = { expiresAt: Date | null; revokeAt: Date | null; revokedAt: Date | null };

/** A key's status. A scheduled revocation takes effect at its time, even before the job records it. */
export function keyStatus({ expiresAt, revokeAt, revokedAt }: KeyTimes, now: Date): KeyStatus {
  if (revokedAt || (revokeAt && revokeAt <= now)) return "revoked";
  if (expiresAt && expiresAt <= now) return "expired";
  return revokeAt ? "ending" : "active";
}

/** Whether a status counts toward the limit of ten active keys. */
export const isLive = (status: KeyStatus): boolean => status === "active" || status === "ending";
