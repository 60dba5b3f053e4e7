import type { Route, Tag } from "@/lib/api/declaration";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { isPublicAddress } from "@/lib/platform/env";
import { Components, type JsonSchema } from "./components";
import { type OpenRoute, openOperationOf } from "./open-route";
import { operationOf } from "./operation";
import { deliveryParameters, WEBHOOKS_TAG, type WebhookDeclaration, webhooksOf } from "./webhooks";

const HEADERS = {
  "X-RateLimit-Limit": header("Requests allowed in 60 seconds.", 300),
  "X-RateLimit-Remaining": header("Requests left in the window.", 299),
  "X-RateLimit-Reset": header(
    "Epoch milliseconds at which the oldest counted request leaves the window.",
    1788609600000,
  ),
  "Retry-After": header("Seconds to wait before the next request.", 12),
  "X-Request-Id": header("The id of this call, as the portal's request log shows it.", "03f9c2k7v1m4x8q0z5t6b3n1a"),
  Allow: header("The methods that the path supports.", "GET, HEAD, OPTIONS"),
  "WWW-Authenticate": header("How to authenticate.", "Bearer"),
};

const DESCRIPTION = `Record-keeping for 18 U.S.C. § 2257 and 28 CFR Part 75 as a service: verification of creators and
performers, a log of each depiction, and retention for seven years, with ${SERVICE_NAME} as custodian of records.

Every request below \`/api/v1\` needs a live API key from the partner portal. There is no sandbox. We ignore unknown request fields and treat
\`null\` as left out. Responses may gain fields at any time. Text must not contain NUL characters.`;

/** Descriptions of the areas, in the contract's terms. */
const TAGS: Readonly<Record<Tag | typeof WEBHOOKS_TAG, string>> & Readonly<Record<string, string>> = {
  "Solo accounts": "Provision a creator, read the creator's status, deactivate and reactivate.",
  Content: "Log content depictions, upload a compliance copy, take depictions down.",
  Talent: "Check whether a creator you provisioned is verified.",
  "Collab scenes": "Scenes with several performers: consent by emailed link, releases, syndication.",
  "Upload sessions": "Hosted attestation: the creator attests on our page before you publish.",
  "Verification jobs": "Have performers sign and show an ID for content of yours, without an uploader.",
  Events: "The events that webhooks deliver, to read when you want.",
  "Webhook endpoints": "The endpoints that we post events to, as in the partner portal.",
  [WEBHOOKS_TAG]: "The requests we send to the endpoints that you register in the partner portal or through the API.",
  Productions: "Documentation status, compliance certificates and revocations.",
};

/** The OpenAPI 3.1 document of the partner API, built from what routes and event types declare. `open`: routes without a key. */
export function openApiDocument(
  routes: readonly Route[],
  baseUrl: string,
  declarations: readonly WebhookDeclaration[] = [],
  open: readonly OpenRoute[] = [],
): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const tags = new Set<string>();
  for (const { path, handlers } of routes) {
    const operations: Record<string, JsonSchema> = {};
    for (const [method, { declaration }] of Object.entries(handlers)) {
      tags.add(declaration.tag);
      operations[method.toLowerCase()] = operationOf(declaration, method, components);
    }
    paths[path] = operations;
  }
  for (const route of open) {
    tags.add(route.tag);
    paths[route.path] = { get: openOperationOf(route, components) };
  }
  const webhooks = webhooksOf(declarations, components);
  if (declarations.length > 0) tags.add(WEBHOOKS_TAG);
  return {
    openapi: "3.1.0",
    info: {
      title: `${SERVICE_NAME} API`,
      version: "1.0.0",
      description: DESCRIPTION,
      contact: { name: SERVICE_NAME, ...(isPublicAddress(baseUrl) && { url: baseUrl }) },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    // A saved copy must name its server, but a private address would mislead its readers.
    servers: [{ url: isPublicAddress(baseUrl) ? baseUrl : "/", description: "The service." }],
    security: [{ apiKey: [] }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    ...(declarations.length > 0 && { webhooks }),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "A live API key, `svc_live_…`, from the partner portal.",
        },
      },
      headers: HEADERS,
      ...(declarations.length > 0 && { parameters: deliveryParameters() }),
      schemas: components.schemas,
    },
  };
}

function header(description: string, example: number | string) {
  const type = typeof example === "number" ? "integer" : "string";
  return { description, required: true, schema: { type, examples: [example] } };
}
