/** Contract: Certificate states. */
export const CERTIFICATE_STATUSES = ["CURRENT", "SUPERSEDED", "REVOKED"] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Why a certificate isn't valid, in the order in which the reasons count. Contract: Verifying a certificate with us. */
export const VERIFY_REASONS = [
  "invalid_signature",
  "production_mismatch",
  "unknown_certificate",
  "certificate_revoked",
  "certificate_superseded",
  "certificate_expired",
] as const;
export type VerifyReason = (typeof VERIFY_REASONS)[number];

/** The kinds of entries in the list of revocations. */
export const LISTED_TYPES = ["revocation", "supersession"] as const;
