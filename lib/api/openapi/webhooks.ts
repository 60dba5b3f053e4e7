import { z } from "zod";
import type { Components, JsonSchema } from "./components";

/** One event type that webhooks deliver: when we send it, its data, and an example body. */
export type WebhookDeclaration = { type: string; when: string; data: z.ZodType; example: unknown };

/** The tag of webhooks. */
export const WEBHOOKS_TAG = "Webhooks";

/** The headers of each delivery. The reference prints the same text. */
export const DELIVERY_HEADERS = [
  ["X-SVC-Event", "The event type.", "solo_account.verified"],
  [
    "X-SVC-Delivery",
    "The delivery's opaque id: one for each event and endpoint, the same on every attempt.",
    "del_03f9c2k7v1m4x8q0z5t6b3n1z",
  ],
  [
    "X-SVC-Signature",
    "When we signed this attempt, in Unix seconds, and one signature for each active secret of the endpoint.",
    "t=1788609600,v1=7646f481cb599bfc1c0f78a91dbc616102d4397766aa58c66a6ac89c3981b5f4",
  ],
  ["webhook-id", "The event id, for Standard Webhooks verifiers.", "evt_03f9c2k7v1m4x8q0z5t6b3n1a"],
  ["webhook-timestamp", "When we signed this attempt, in Unix seconds.", "1788609600"],
  [
    "webhook-signature",
    "One Standard Webhooks signature for each active secret, separated by spaces.",
    "v1,tXfuS6aLjtfSNTVrn12AMbjbXWmf6fRo967sJDxBuv0=",
  ],
] as const;

/** The OpenAPI document's webhooks, by event type. */
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

/** The whole body of an event type. */
export const envelopeOf = ({ type, data }: WebhookDeclaration) =>
  z.object({
    id: z.string().meta({ description: "Unique for each event. Use it to deduplicate." }),
    type: z.literal(type),
    created: z.int().meta({ description: "When it happened, in Unix seconds." }),
    data,
    rehearsal: z.literal(true).optional().meta({ description: "Only in events that you rehearse in the portal." }),
  });

function webhookOf(declaration: WebhookDeclaration, components: Components): JsonSchema {
  const { type, when, example } = declaration;
  return {
    operationId: type,
    tags: [WEBHOOKS_TAG],
    summary: type,
    description: when,
    // Signed instead of authenticated by a key.
    security: [],
    parameters: DELIVERY_HEADERS.map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { "application/json": { schema: components.add(envelopeOf(declaration), "output"), example } },
    },
    responses: {
      "2XX": { description: "Received. We retry after any other answer, or none in time." },
    },
  };
}
