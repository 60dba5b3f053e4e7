import { WEBHOOK_ENDPOINT } from "@/app/api/examples";
import { endpoint } from "@/lib/api/endpoint";
import { deleteEndpoint, editEndpointByKey, readEndpoint } from "@/lib/domain/events";
import { DeletedWebhookEndpoint, EndpointChange, EndpointParams, WebhookEndpoint } from "@/lib/domain/events/schemas";

const { endpointId } = WEBHOOK_ENDPOINT;

/** Reads one webhook endpoint. An addition to the contract. */
export const GET = endpoint({
  operationId: "readWebhookEndpoint",
  tag: "Webhook endpoints",
  summary: "Read a webhook endpoint",
  description: "Returns an endpoint, without its secret. Secrets are viewed and rotated in the portal.",
  params: EndpointParams,
  responses: { 200: WebhookEndpoint },
  example: { params: { endpointId }, response: WEBHOOK_ENDPOINT },
  handle: (ctx, { params }) => readEndpoint(ctx, params),
});

/** Changes a webhook endpoint. An addition to the contract. */
export const PATCH = endpoint({
  operationId: "changeWebhookEndpoint",
  tag: "Webhook endpoints",
  summary: "Change a webhook endpoint",
  description:
    "Changes what you send, and leaves the rest as it is. Waiting deliveries go to a new URL, signed with the same secret. What an " +
    "endpoint misses while it is paused stays in the event feed, and its page in the portal offers to send it.",
  params: EndpointParams,
  body: EndpointChange,
  responses: { 200: WebhookEndpoint },
  example: {
    params: { endpointId },
    body: { status: "paused" },
    response: { ...WEBHOOK_ENDPOINT, status: "paused" },
  },
  handle: (ctx, { params, body }) => editEndpointByKey(ctx, { ...params, ...body }),
});

/** Deletes a webhook endpoint. An addition to the contract. */
export const DELETE = endpoint({
  operationId: "deleteWebhookEndpoint",
  tag: "Webhook endpoints",
  summary: "Delete a webhook endpoint",
  description:
    "We stop sending to it at once, and its waiting deliveries fail. Its secrets are erased; past deliveries stay in the portal.",
  params: EndpointParams,
  responses: { 200: DeletedWebhookEndpoint },
  example: { params: { endpointId }, response: { deleted: true, endpointId } },
  handle: async (ctx, { params }) => {
    await deleteEndpoint(ctx, params);
    return { deleted: true as const, ...params };
  },
});
