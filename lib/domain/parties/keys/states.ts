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

type KeyEnds = { mode: "live" | "test"; prefix: string; tail: string };

/**
 * A key as lists show it: the characters that we keep of its random part, and a dot for each character of the checksum at its
 * end, so it can be compared with the key itself from either end.
 */
export const shownKey = ({ tail, ...key }: KeyEnds): string => `${keyStart(key)}…${tail}••••••`;

/** The start of a key, for where space is short. */
export const keyStart = ({ mode, prefix }: Omit<KeyEnds, "tail">): string => `svc_${mode}_${prefix}`;
