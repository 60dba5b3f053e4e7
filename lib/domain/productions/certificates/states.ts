import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";

/** How long verifiers may keep a copy of the key set. */
export const KEY_SET_MAX_AGE_MS = HOUR_MS;

/** How long a new key is in the key set before it signs. Verifiers that fetch the set once a day know the key by then. */
export const PUBLISHED_AHEAD_MS = 2 * DAY_MS;

/** All but `withdrawn` keys are in the key set. Only the `signing` one signs. */
export type CertificateKeyStatus = "upcoming" | "signing" | "retired" | "withdrawn";

/** The times that decide a key's status. `retiresAt` is null until a newer key is made. */
export type CertificateKeyTimes = { signsFrom: Date; retiresAt: Date | null };

/** A key's status by the clock. */
export function certificateKeyStatus(times: CertificateKeyTimes, now: Date): CertificateKeyStatus {
  const { signsFrom, retiresAt } = times;
  if (now < signsFrom) return "upcoming";
  if (!retiresAt || now < retiresAt) return "signing";
  const until = publishedUntil(times);
  return until && now < until ? "retired" : "withdrawn";
}

/**
 * When a key leaves the key set: after the last certificate it could sign has expired. A day later, because a certificate of
 * February 29 expires on March 1, later than one signed the next midnight. Null while no newer key exists.
 */
export const publishedUntil = ({ retiresAt }: CertificateKeyTimes): Date | null =>
  retiresAt && new Date(expiryOf(retiresAt).getTime() + DAY_MS);

/** When a certificate expires: a year after it was issued. */
export function expiryOf(issuedAt: Date): Date {
  const expiresAt = new Date(issuedAt);
  expiresAt.setUTCFullYear(issuedAt.getUTCFullYear() + 1);
  return expiresAt;
}

/** How many days before a certificate ends we remind its producer. */
export const REMINDED_DAYS = [30, 14, 7, 1] as const;

/** From when on a certificate can be renewed: 30 days before it ends. */
export const renewableFrom = (expiresAt: Date): Date => new Date(expiresAt.getTime() - REMINDED_DAYS[0] * DAY_MS);
