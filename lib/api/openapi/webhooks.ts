import { z } from "zod";
import type { Components, JsonSchema } from "./document";

/** One type of event that webhooks deliver: when it is sent, what it carries, and a whole body as it may arrive. */
export type WebhookDeclaration = { type: string; when: string; data: z.ZodType; example: unknown };

/** The area that webhooks stand in. */
export const WEBHOOKS_TAG = "Webhooks";

/** What each delivery is headed by. The reference prints the same words. */
export const DELIVERY_HEADERS = [
  ["X-SVC-Event", "The type of the event.", "solo_account.verified"],
  [
    "X-SVC-Delivery",
    "The delivery: one for each event and endpoint, the same on every attempt. Opaque.",
    "del_03f9c2k7v1m4x8q0z5t6b3n1z",
  ],
  [
    "X-SVC-Signature",
    "When this attempt was signed, in Unix seconds, and one signature for each live secret of the endpoint.",
    "t=1788609600,v1=7646f481cb599bfc1c0f78a91dbc616102d4397766aa58c66a6ac89c3981b5f4",
  ],
  [
    "webhook-id",
    "The id of the event, for verifiers of the Standard Webhooks family.",
    "evt_03f9c2k7v1m4x8q0z5t6b3n1a",
  ],
  ["webhook-timestamp", "When this attempt was signed, in Unix seconds.", "1788609600"],
  [
    "webhook-signature",
    "One signature of that family for each live secret, separated by blanks.",
    "v1,tXfuS6aLjtfSNTVrn12AMbjbXWmf6fRo967sJDxBuv0=",
  ],
] as const;

/** The webhooks of the OpenAPI document, by type of event. */
export function webhooksOf(declarations: readonly WebhookDeclaration[], components: Components): JsonSchema {
  return Object.fromEntries(
    declarations.map((declaration) => [declaration.type, { post: webhookOf(declaration, components) }]),
  );
}

/** The parameters that every webhook refers to, for `components`. */
export function deliveryParameters(): JsonSchema {
  return Object.fromEntries(
    DELIVERY_HEADERS.map(([name, description, example]) => [
      name,
      { name, in: "header", required: true, description, schema: { type: "string" }, example },
    ]),
  );
}

function webhookOf({ type, when, data, example }: WebhookDeclaration, components: Components): JsonSchema {
  const envelope = z.object({
    id: z.string().meta({ description: "Unique for each event: deduplicate on it." }),
    type: z.literal(type),
    created: z.int().meta({ description: "When it happened, in Unix seconds." }),
    data,
  });
  return {
    operationId: type,
    tags: [WEBHOOKS_TAG],
    summary: type,
    description: when,
    // Signed, not authenticated by a key.
    security: [],
    parameters: DELIVERY_HEADERS.map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.add(envelope, "output"), example } },
    },
    responses: {
      "2XX": { description: "Received. Anything else, or no answer in time, is tried again." },
    },
  };
}
