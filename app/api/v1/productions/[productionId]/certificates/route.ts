import { endpoint } from "@/lib/api/endpoint";
import { listCertificates } from "@/lib/domain/productions/certificates";
import { CertificatesResponse, ProductionParams } from "@/lib/domain/productions/certificates/schemas";

/** Lists a production's certificates. Contract: Certificate states. */
export const GET = endpoint({
  operationId: "listCertificates",
  tag: "Productions",
  summary: "List a production’s certificates",
  description:
    "All certificates of a production that is linked to you, newest first, each with its signed JWT. Webhooks send you each new one " +
    "as it is issued.",
  params: ProductionParams,
  responses: { 200: CertificatesResponse },
  example: {
    params: { productionId: "03f9c2k7v1m4x8q0z5t6b3n1h" },
    response: {
      productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
      certificates: [
        {
          certificateId: "03f9c2k7v1m4x8q0z5t6b3n1q",
          status: "CURRENT",
          issuedAt: "2026-09-05T12:00:00.000Z",
          expiresAt: "2027-09-05T12:00:00.000Z",
          supersededAt: null,
          revokedAt: null,
          reason: null,
          jwt: "eyJhbGciOiJSUzI1NiIsImtpZCI6ImV4YW1wbGUifQ.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJl",
        },
        {
          certificateId: "03f9c2k7v1m4x8q0z5t6b3n1p",
          status: "SUPERSEDED",
          issuedAt: "2025-09-10T12:00:00.000Z",
          expiresAt: "2026-09-10T12:00:00.000Z",
          supersededAt: "2026-09-05T12:00:00.000Z",
          revokedAt: null,
          reason: "annual_renewal",
          jwt: null,
        },
      ],
    },
  },
  handle: (ctx, { params }) => listCertificates(ctx, params.productionId),
});
