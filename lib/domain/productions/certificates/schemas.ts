import { z } from "zod";
import { dateTimeIn, dateTimeOut, opaqueId } from "@/lib/platform/wire";
import { CERTIFICATE_STATUSES, LISTED_TYPES, VERIFY_REASONS } from "./labels";

const CURSOR_MAX = 1024;

export const productionId = opaqueId.describe("The production's id. Events and certificates name it.");
export const ProductionParams = z.object({ productionId });

const certificateId = z
  .string()
  .meta({ description: "The certificate's id: the `jti` of its JWT.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1p"] });

export const certificateStatus = z.enum(CERTIFICATE_STATUSES).meta({
  description:
    "`CURRENT`: the one that applies. `SUPERSEDED`: a newer one replaced it; the content stays up. `REVOKED`: the content must come down.",
  examples: ["CURRENT"],
});

const reason = z.string().meta({
  description: "`removal_request:<id>`, `annual_renewal` or `unspecified`.",
  examples: ["unspecified"],
});

/** Contract: Certificate states. */
export const CertificatesResponse = z
  .object({
    productionId,
    certificates: z
      .array(
        z.object({
          certificateId,
          status: certificateStatus,
          issuedAt: dateTimeOut.describe("When it was issued."),
          expiresAt: dateTimeOut.describe("When it expires."),
          supersededAt: dateTimeOut.nullable().describe("When a newer one replaced it; null if none did."),
          revokedAt: dateTimeOut.nullable().describe("When it was revoked; null if it wasn't."),
          reason: reason.nullable().describe("Why it ended. Null for one that is `CURRENT` or was reissued."),
          jwt: z
            .string()
            .nullable()
            .describe(
              "The signed JWT. Null for a certificate from before 2026-08-15. The one that replaces it has a JWT.",
            ),
        }),
      )
      .meta({ description: "Newest first. Empty before the production is documented." }),
  })
  .meta({ id: "CertificatesResponse" });

export const VerifyCertificateBody = z
  .object({
    certificate: z
      .string()
      .min(1)
      .meta({
        description: "The JWT that you stored.",
        examples: ["eyJhbGciOiJSUzI1NiIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl"],
      }),
  })
  .meta({ id: "VerifyCertificateBody" });

/** Contract: Verifying a certificate with us. */
export const VerifyCertificateResponse = z
  .object({
    valid: z.boolean().meta({ description: "Whether the certificate applies now: `reason` is null." }),
    status: certificateStatus.nullable().describe("The certificate's status. Null if it isn't one of this production."),
    reason: z
      .enum(VERIFY_REASONS)
      .nullable()
      .meta({
        description:
          "Why it isn't valid, the first that holds. `invalid_signature`: we didn't sign this text. `production_mismatch`: it belongs " +
          "to another production. `unknown_certificate`: we have no record of it. `certificate_revoked`: take the content down. " +
          "`certificate_superseded`: store the replacement; the content stays up. `certificate_expired`: the producer hasn't renewed it.",
        examples: ["certificate_superseded"],
      }),
    productionId,
    certificateId: certificateId.nullable().describe("Null if it isn't a certificate of this production."),
    expiresAt: dateTimeOut.nullable().describe("When it expires. Null if it isn't a certificate of this production."),
    replacementCertificateId: certificateId
      .nullable()
      .describe(
        "For a superseded certificate, the id of the current one. List the production's certificates to get its JWT.",
      ),
  })
  .meta({ id: "VerifyCertificateResponse" });

/** The query of a revocation sync. */
export const RevocationsQuery = z.object({
  since: dateTimeIn
    .optional()
    .describe(
      "The `retrievedAt` of your previous sync. You get what came into your list since then, and may get entries again. Omit it for all entries.",
    ),
  cursor: z.string().max(CURSOR_MAX).optional().meta({
    description: "The `nextCursor` of the previous page, unchanged. `since` doesn't matter then.",
    examples: [],
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(100)
    .meta({ description: "The most entries to return.", examples: [100] }),
});

/** Contract: Revocation list. */
export const RevocationsResponse = z
  .object({
    retrievedAt: dateTimeOut.describe(
      "Send it as `since` in your next sync. It is the same on every page, and a minute behind, so that you miss nothing.",
    ),
    revocations: z
      .array(
        z.object({
          certificateId,
          productionId,
          type: z.enum(LISTED_TYPES).meta({
            description:
              "`revocation`: the content must come down. `supersession`: renewed before 2026-08-15; the content stays up. Later " +
              "renewals add no entry.",
            examples: ["revocation"],
          }),
          reason,
          revokedAt: dateTimeOut.describe("When it was revoked or superseded."),
        }),
      )
      .meta({ description: "Ordered by `revokedAt`, then `certificateId`." }),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description: "Pass it as `cursor` for the next page. Null on the last page. Opaque.",
        examples: ["AtPTr0n3"],
      }),
  })
  .meta({ id: "RevocationsResponse" });

export type Certificates = z.input<typeof CertificatesResponse>;
export type VerifyCertificate = z.output<typeof VerifyCertificateBody>;
export type CertificateCheck = z.input<typeof VerifyCertificateResponse>;
export type RevocationsQuery = z.output<typeof RevocationsQuery>;
export type Revocations = z.input<typeof RevocationsResponse>;

const base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** Contract: Key set. A JWK Set (RFC 7517). */
export const KeySet = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.literal("RSA").describe("The key's type."),
          n: base64Url.describe("The modulus, in base64url."),
          e: base64Url.meta({ description: "The exponent, in base64url.", examples: ["AQAB"] }),
          kid: base64Url.meta({
            description: "The key's thumbprint (RFC 7638). A certificate's header names it.",
            examples: ["NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"],
          }),
          alg: z.literal("RS256").describe("The only algorithm to verify with."),
          use: z.literal("sig").describe("For signatures."),
        }),
      )
      .describe("The keys, newest first."),
  })
  .meta({ id: "KeySet" });
