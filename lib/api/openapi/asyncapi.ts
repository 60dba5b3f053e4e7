import { SERVICE_NAME } from "@/lib/platform/brand";
import { isPublicAddress } from "@/lib/platform/env";
import { Components, type JsonSchema } from "./components";
import { DELIVERY_HEADERS, envelopeOf, type WebhookDeclaration } from "./webhooks";

const DESCRIPTION = `The events that we POST to the endpoints you register in the partner portal, one event a request. A delivery may
arrive more than once and out of order: deduplicate on \`id\`. Ignore fields and types that you don't know. The event feed of the API has
the same bodies.`;

/** The AsyncAPI 3 document of our webhooks: what we send, seen from our side. From the same declarations as the OpenAPI document. */
export function asyncApiDocument(declarations: readonly WebhookDeclaration[], baseUrl: string): JsonSchema {
  const components = new Components();
  const named = declarations.map((declaration) => ({ name: nameOf(declaration.type), declaration }));
  return {
    asyncapi: "3.0.0",
    info: {
      title: `${SERVICE_NAME} events`,
      version: "1.0.0",
      description: DESCRIPTION,
      contact: { name: SERVICE_NAME, ...(isPublicAddress(baseUrl) && { url: baseUrl }) },
      license: { name: "Proprietary" },
      tags: [{ name: "Webhooks", description: "Signed deliveries of events." }],
      externalDocs: { url: `${baseUrl}/docs/webhooks`, description: "How to verify a delivery." },
    },
    defaultContentType: "application/json",
    servers: {
      yours: {
        host: "{host}",
        protocol: "https",
        description: "Your own server.",
        variables: { host: { default: "platform.example.com", description: "The host of the URL that you register." } },
      },
    },
    channels: {
      endpoint: {
        // The URL is the partner's, so we don't know it.
        address: null,
        servers: [{ $ref: "#/servers/yours" }],
        title: "Your endpoint",
        description: "A URL that you register in the partner portal, for all event types or some.",
        messages: Object.fromEntries(named.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      deliverEvent: {
        action: "send",
        channel: { $ref: "#/channels/endpoint" },
        title: "Deliver an event",
        summary: "We POST one event.",
        description:
          "Verify the signature, then answer with a 2xx status within 30 seconds. We retry after anything else.",
        messages: named.map(({ name }) => ({ $ref: `#/channels/endpoint/messages/${name}` })),
      },
    },
    components: {
      messages: Object.fromEntries(named.map(({ name, declaration }) => [name, messageOf(declaration, components)])),
      schemas: { DeliveryHeaders: deliveryHeaders(), ...components.schemas },
    },
  };
}

function messageOf(declaration: WebhookDeclaration, components: Components): JsonSchema {
  const { type, when, example } = declaration;
  return {
    name: type,
    title: type,
    summary: when,
    contentType: "application/json",
    headers: { $ref: "#/components/schemas/DeliveryHeaders" },
    payload: components.add(envelopeOf(declaration), "output"),
    examples: [{ name: type, payload: example }],
  };
}

const deliveryHeaders = (): JsonSchema => ({
  type: "object",
  required: DELIVERY_HEADERS.map(([name]) => name),
  properties: Object.fromEntries(
    DELIVERY_HEADERS.map(([name, description, example]) => [
      name,
      { type: "string", description, examples: [example] },
    ]),
  ),
});

// Keys of components take no dot.
const nameOf = (type: string): string => type.replaceAll(".", "_");
