import { WEBHOOK_ENDPOINT } from "@/app/api/examples";
import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { createEndpointByKey, MAX_ENDPOINTS, readEndpoints } from "@/lib/domain/events";
import { CreatedWebhookEndpoint, EndpointInput, WebhookEndpoints } from "@/lib/domain/events/schemas";

/** The partner's webhook endpoints. An addition to the contract. */
export const GET = endpoint({
  operationId: "readWebhookEndpoints",
  tag: "Webhook endpoints",
  summary: "Read webhook endpoints",
  description: "Returns all of your endpoints, without their secrets.",
  responses: { 200: WebhookEndpoints },
  example: { response: { endpoints: [WEBHOOK_ENDPOINT] } },
  handle: (ctx) => readEndpoints(ctx),
});

/** Registers a webhook endpoint. An addition to the contract. */
export const POST = endpoint({
  operationId: "createWebhookEndpoint",
  tag: "Webhook endpoints",
  summary: "Create a webhook endpoint",
  description:
    "Registers an endpoint, as the portal does. Store the `secret`: it signs what we post, and no later answer has it. Not " +
    "idempotent: a URL that one of your endpoints has is refused, so after a lost answer, read your endpoints and delete the new one.",
  body: EndpointInput,
  responses: { 201: CreatedWebhookEndpoint },
  errors: [{ status: 409, code: "too_many_endpoints", when: `You have ${MAX_ENDPOINTS} endpoints, the maximum.` }],
  example: {
    body: { url: WEBHOOK_ENDPOINT.url, description: "Publishing queue", types: WEBHOOK_ENDPOINT.types },
    response: { ...WEBHOOK_ENDPOINT, secret: "whsec_bm90LWEtc2VjcmV0LW9ubHktYW4tZXhhbXBsZSEhISE=" },
  },
  handle: async (ctx, { body }) => respond(201, await createEndpointByKey(ctx, body)),
});
