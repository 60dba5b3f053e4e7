import { CHECK_BODY_LIMIT } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { checkCertificate } from "@/lib/domain/productions/certificates";
import {
  ProductionParams,
  VerifyCertificateBody,
  VerifyCertificateResponse,
} from "@/lib/domain/productions/certificates/schemas";

/** Checks a stored certificate. Contract: Verifying a certificate with us. */
export const POST = endpoint({
  operationId: "verifyCertificate",
  tag: "Productions",
  isRead: true,
  summary: "Verify a certificate",
  description:
    "Says whether a certificate that you stored is valid now, and if not, why. You can verify the signature and the expiry yourself, " +
    "with the public key set. Only this call and the list of revocations say whether it was revoked.",
  params: ProductionParams,
  body: VerifyCertificateBody,
  bodyLimit: CHECK_BODY_LIMIT,
  responses: { 200: VerifyCertificateResponse },
  example: {
    params: { productionId: "03f9c2k7v1m4x8q0z5t6b3n1h" },
    body: { certificate: "eyJhbGciOiJSUzI1NiIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl" },
    response: {
      valid: false,
      status: "SUPERSEDED",
      reason: "certificate_superseded",
      productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
      certificateId: "03f9c2k7v1m4x8q0z5t6b3n1p",
      expiresAt: "2026-09-10T12:00:00.000Z",
      replacementCertificateId: "03f9c2k7v1m4x8q0z5t6b3n1q",
    },
  },
  handle: (ctx, { params, body }) => checkCertificate(ctx, params.productionId, body),
});
