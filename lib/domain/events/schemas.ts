import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";
import { EVENT_TYPES } from "./events";

const LIMIT_MAX = 200;

const EventTypeName = z.enum(EVENT_TYPES);
const split = (text: string) => text.split(",").map((type) => type.trim());
const unknownOf = (text: string) => split(text).find((type) => !EventTypeName.safeParse(type).success);

const types = z
  .string()
  .refine((text) => unknownOf(text) === undefined, {
    error: ({ input }) => `must be event types, separated by commas; ${quotedType(unknownOf(String(input)))} is none`,
  })
  .transform((text) => split(text).map((type) => EventTypeName.parse(type)));

/** The feed's query. */
export const FeedQuery = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: "The last `nextCursor`. Omit it to start with the oldest event.",
      examples: ["1788609600000000"],
    }),
  types: types.optional().meta({
    description: "Event types, separated by commas. Omit it for all types.",
    examples: ["solo_account.verified,solo_account.suspended"],
  }),
  rehearsals: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Whether to include events that you rehearse in the portal.", examples: ["true"] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMIT_MAX)
    .default(50)
    .meta({
      description:
        "The most events to return. A page may have fewer events, even none, before the " +
        "end: continue until `nextCursor` stays the same.",
      examples: [50],
    }),
});

/** An event, as sent in webhooks. */
export const EventEnvelope = z.object({
  id: z
    .string()
    .meta({ description: "Unique for each event: deduplicate on it.", examples: ["evt_03f9c2k7v1m4x8q0z5t6b3n1a"] }),
  type: z.string().meta({
    description: "One of the event types. Ignore types you don't know.",
    examples: ["solo_account.verified"],
  }),
  created: z.int().meta({ description: "Unix seconds.", examples: [1788609600] }),
  data: z.record(z.string(), z.unknown()).meta({ description: "The payload of the type." }),
  rehearsal: z.literal(true).optional().meta({
    description:
      "Only in events that you rehearse in the portal: nothing happened, and the ids in `data` lead nowhere.",
  }),
});

export const EventFeed = z.object({
  events: z.array(EventEnvelope).meta({ description: "Oldest first." }),
  nextCursor: z.string().meta({
    description:
      "Pass it as `after` to continue, now or later. It stays the same only when there are no more events. " +
      "Opaque.",
    examples: ["1788609600000001"],
  }),
});

/** Where webhooks come from. */
export const SourceAddresses = z
  .object({
    fixed: z.boolean().meta({ description: "False if we send from addresses that change. Then the list is empty." }),
    addresses: z
      .array(z.string())
      .meta({ description: "IP addresses and ranges (CIDR).", examples: [["203.0.113.7", "198.51.100.0/28"]] }),
  })
  .meta({ id: "SourceAddresses" });

export type FeedQuery = z.output<typeof FeedQuery>;
export type EventFeed = z.output<typeof EventFeed>;

const isStorable = (text: string): boolean => findUnstorableText(text) === null;
const UNSTORABLE = "This contains a character that can’t be stored.";

/** The longest URL and description of an endpoint, in characters, and its highest rate. */
export const ENDPOINT_MAX = { url: 2048, description: 200, perSecond: 100 };

const TYPE_SHOWN = 60;

/** An invalid event type for an error message: text quoted and shortened, anything else unnamed. */
const quotedType = (type: unknown): string =>
  typeof type === "string" ? JSON.stringify(type.slice(0, TYPE_SHOWN)) : "This";

const EndpointType = z.enum(
  EVENT_TYPES.filter((type) => type !== "test.ping"),
  { error: ({ input }) => `${quotedType(input)} is not an event type for endpoints.` },
);

/** More than there are, because a list may repeat some. */
const TYPES_MOST = 200;

/** The event types of an endpoint. Empty means all. */
const EventTypes = z
  .array(EndpointType)
  .max(TYPES_MOST)
  .transform((types) => [...new Set(types)]);

const RATE = `Enter a whole number up to ${ENDPOINT_MAX.perSecond}, or 0 for no limit.`;

const endpointFields = {
  url: z
    .string()
    .refine(isStorable, UNSTORABLE)
    .trim()
    .min(1, "Enter the URL that events are posted to.")
    .max(ENDPOINT_MAX.url, "This URL is too long.")
    .meta({
      description: "Where events are posted: https, on a public host.",
      examples: ["https://example.com/webhooks"],
    }),
  description: z
    .string()
    .refine(isStorable, UNSTORABLE)
    .trim()
    .max(ENDPOINT_MAX.description, `Use at most ${ENDPOINT_MAX.description} characters.`)
    .transform((text) => text || null)
    .nullable()
    .meta({ description: "For your team. Empty text for none.", examples: ["Publishing queue"] }),
  types: EventTypes.meta({
    description: "The event types that it gets. Empty for all, including types we add later.",
    examples: [["content_log.deleted", "solo_account.suspended"]],
  }),
  perSecond: z
    .number({ error: RATE })
    .int(RATE)
    .min(0, RATE)
    .max(ENDPOINT_MAX.perSecond, RATE)
    .transform((rate) => rate || null)
    .meta({ description: "How many deliveries it gets per second at most. 0 for no limit.", examples: [10] }),
};

/** The input for an endpoint. The verb checks on the network whether the URL may be used. */
export const EndpointInput = z
  .object({
    ...endpointFields,
    description: endpointFields.description.default(null),
    types: endpointFields.types.default([]),
    perSecond: endpointFields.perSecond.default(null),
  })
  .meta({ id: "CreateWebhookEndpointBody" });

export type EndpointInput = z.output<typeof EndpointInput>;

const status = z
  .enum(["enabled", "paused"])
  .meta({ description: "While it is paused, it is sent nothing, and new events get no delivery." });

/** What changes an endpoint. What is left out stays. */
export const EndpointChange = z
  .object({
    url: endpointFields.url.optional(),
    description: endpointFields.description.optional(),
    types: endpointFields.types.optional(),
    perSecond: endpointFields.perSecond.optional(),
    status: status.optional(),
  })
  .meta({ id: "ChangeWebhookEndpointBody" });

export type EndpointChange = z.output<typeof EndpointChange>;

const endpointId = opaqueId.meta({ description: "The endpoint.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1k"] });

export const EndpointParams = z.object({ endpointId });

/** An endpoint, as the API shows it. */
export const WebhookEndpoint = z
  .object({
    endpointId,
    url: z.string().meta({ description: "Where events are posted." }),
    description: z.string().nullable().meta({ description: "For your team." }),
    types: z.array(z.string()).meta({ description: "The event types that it gets. Empty for all." }),
    perSecond: z
      .int()
      .nullable()
      .meta({ description: "How many deliveries it gets per second at most. Null for no limit." }),
    status,
    failingSince: dateTimeOut.nullable().meta({ description: "Since when every attempt failed. Null if it works." }),
    createdAt: dateTimeOut.meta({ description: "When it was created." }),
  })
  .meta({ id: "WebhookEndpoint" });

export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/** The answer that has the secret, once. */
export const CreatedWebhookEndpoint = WebhookEndpoint.extend({
  secret: z.string().meta({
    description: "The signing secret, `whsec_…`. Only this answer has it; your team can view it in the portal.",
    examples: ["whsec_bm90LWEtc2VjcmV0LW9ubHktYW4tZXhhbXBsZSEhISE="],
  }),
}).meta({ id: "CreatedWebhookEndpoint" });

export const WebhookEndpoints = z.object({
  endpoints: z.array(WebhookEndpoint).meta({ description: "Oldest first." }),
});

export const DeletedWebhookEndpoint = z.object({
  deleted: z.literal(true).meta({ description: "Always true." }),
  endpointId,
});
