import { DOCUMENTED_PRODUCTION } from "@/app/api/examples";
import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { listOfPerformer, registerProduction } from "@/lib/domain/productions";
import {
  CreateProductionBody,
  CreateProductionResponse,
  ProductionsQuery,
  ProductionsResponse,
} from "@/lib/domain/productions/schemas";
import { registerWithJob } from "@/lib/domain/productions/verification-jobs";

/** Registers a production for a producer. An addition to the contract. */
export const POST = endpoint({
  operationId: "createProduction",
  tag: "Productions",
  summary: "Create a production",
  description:
    "Registers a production for a producer who accepted your invitation, and links it to you. The producer documents it on their " +
    "own pages; `production.documented` then brings you the certificate. With `contentId` and `performers`, it also starts a " +
    "verification job for them. Not idempotent: each call creates a production.",
  body: CreateProductionBody,
  responses: { 201: CreateProductionResponse },
  effect: "the production in the portal",
  errors: [
    {
      status: 409,
      code: "producer_not_linked",
      when: "`producerEmail` isn't the address of a producer who accepted your invitation. The same for every other address.",
    },
  ],
  example: {
    body: {
      title: "Summer at the lake",
      productionDate: "2026-09-04T15:00:00.000Z",
      producerEmail: "studio@example.com",
      contentId: "post-1001",
      performers: [{ email: "ada@example.com" }],
    },
    response: {
      productionId: "03f9c2k7v1m4x8q0z5t6b3n1h",
      status: "pending_documentation",
      verificationJobId: "03f9c2k7v1m4x8q0z5t6b3n1j",
    },
  },
  handle: async (ctx, { body: { contentId, performers, requiredConsents, ...registration } }) =>
    respond(
      201,
      contentId !== undefined && performers
        ? await registerWithJob(ctx, { ...registration, contentId, performers, requiredConsents })
        : { ...(await registerProduction(ctx, registration)), verificationJobId: null },
    ),
});

/** The partner's productions that a performer is in. Contract: Productions. */
export const GET = endpoint({
  operationId: "listProductions",
  tag: "Productions",
  summary: "List a performer's productions",
  description:
    "The productions linked to you that a performer appears in, newest first. An unknown address and one that is only in other " +
    "partners' productions get the same empty list.",
  query: ProductionsQuery,
  responses: { 200: ProductionsResponse },
  example: {
    query: { performerEmail: "ada@example.com" },
    response: { productions: [DOCUMENTED_PRODUCTION], nextCursor: null },
  },
  handle: (ctx, { query }) => listOfPerformer(ctx, query),
});
