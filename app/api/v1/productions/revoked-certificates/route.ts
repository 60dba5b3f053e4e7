import { endpoint } from "@/lib/api/endpoint";
import { listRevocations } from "@/lib/domain/productions/certificates";
import { RevocationsQuery, RevocationsResponse } from "@/lib/domain/productions/certificates/schemas";

/** Lists the revoked certificates of the partner's productions. Contract: Revocation list. */
export const GET = endpoint({
  operationId: "listRevokedCertificates",
  tag: "Productions",
  summary: "Sync revoked certificates",
  description:
    "The certificates of your productions that were revoked, oldest first. Read all pages, then save `retrievedAt` and send it as " +
    "`since` next time. Entries of the last minute come again in the next sync, so apply each by its `certificateId`. No revocation is " +
    "ever missed. Sync at least daily.",
  query: RevocationsQuery,
  responses: { 200: RevocationsResponse },
  example: {
    query: { since: "2026-09-05T12:00:00.000Z" },
    response: {
      retrievedAt: "2026-09-06T12:00:00.000Z",
      revocations: [
        {
          certificateId: "03f9c2k7v1m4x8q0z5t6b3n1p",
          productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
          type: "revocation",
          reason: "removal_request:03f9c2k7v1m4x8q0z5t6b3n1i",
          revokedAt: "2026-09-05T18:30:00.000Z",
        },
      ],
      nextCursor: null,
    },
  },
  handle: (ctx, { query }) => listRevocations(ctx, query),
});
