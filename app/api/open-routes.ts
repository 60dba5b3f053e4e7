import type { OpenRoute } from "@/lib/api/openapi/open-route";
import { SourceAddresses } from "@/lib/domain/events/schemas";
import { KeySet } from "@/lib/domain/productions/certificates/schemas";

/** What the API reference documents beside the partner API. `server.ts` serves it at the root. */
export const openRoutes: readonly OpenRoute[] = [
  {
    path: "/.well-known/jwks.json",
    operationId: "getKeySet",
    tag: "Productions",
    summary: "Get the key set",
    description:
      "The public keys that verify certificates, as a JWK Set (RFC 7517). Needs no API key. Before the first certificate it is empty.",
    mediaType: "application/jwk-set+json",
    response: KeySet,
    cacheControl: "Keep it for an hour. An empty set isn't cached: `no-store`.",
    cacheExample: "public, max-age=3600",
  },
  {
    path: "/.well-known/webhook-addresses",
    operationId: "getWebhookAddresses",
    tag: "Events",
    summary: "Get the addresses of webhooks",
    description:
      "The IP addresses that webhooks come from, for your firewall. Needs no API key. A signature says more: verify it in any case.",
    mediaType: "application/json",
    response: SourceAddresses,
    cacheControl: "Keep it for an hour. We publish a new address a week before we send from it.",
    cacheExample: "public, max-age=3600",
  },
];
