/** What a key is at a moment. Only `active` and `ending` open the door, and only they count towards the ten. */
export type KeyStatus = "active" | "ending" | "expired" | "revoked";

/** The times that a key's status rests on. */
export type KeyTimes = { expiresAt: Date | null; revokeAt: Date | null; revokedAt: Date | null };

/** A key's status. A planned revocation takes effect at its time, whether or not the job has made it final. */
export function keyStatus({ expiresAt, revokeAt, revokedAt }: KeyTimes, now: Date): KeyStatus {
  if (revokedAt || (revokeAt && revokeAt <= now)) return "revoked";
  if (expiresAt && expiresAt <= now) return "expired";
  return revokeAt ? "ending" : "active";
}

/** Whether a status counts towards the ten active keys. */
export const isLive = (status: KeyStatus): boolean => status === "active" || status === "ending";
