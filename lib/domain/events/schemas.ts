import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
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
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMIT_MAX)
    .default(50)
    .meta({
      description:
        "The most events to return. A page may have fewer events, and with `types` none, before the " +
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

export type FeedQuery = z.output<typeof FeedQuery>;
export type EventFeed = z.output<typeof EventFeed>;

const isStorable = (text: string): boolean => findUnstorableText(text) === null;
const UNSTORABLE = "This contains a character that can’t be stored.";

/** The longest URL and description of an endpoint, in characters. */
export const ENDPOINT_MAX = { url: 2048, description: 200 };

const TYPE_SHOWN = 60;

/** An invalid event type for an error message, quoted and shortened. */
export const quotedType = (type: unknown): string => JSON.stringify(String(type).slice(0, TYPE_SHOWN));

const EndpointType = z.enum(
  EVENT_TYPES.filter((type) => type !== "test.ping"),
  { error: ({ input }) => `${quotedType(input)} is not an event type for endpoints.` },
);

/** The event types of an endpoint. Empty means all. */
export const EventTypes = z.array(EndpointType).transform((types) => [...new Set(types)]);

/** The input for an endpoint. The verb checks on the network whether the URL may be used. */
export const EndpointInput = z.object({
  url: z
    .string()
    .refine(isStorable, UNSTORABLE)
    .trim()
    .min(1, "Enter the URL that events are posted to.")
    .max(ENDPOINT_MAX.url, "This URL is too long."),
  description: z
    .string()
    .refine(isStorable, UNSTORABLE)
    .trim()
    .max(ENDPOINT_MAX.description, `Use at most ${ENDPOINT_MAX.description} characters.`)
    .transform((text) => text || null)
    .nullable()
    .default(null),
  types: EventTypes.default([]),
});

export type EndpointInput = z.output<typeof EndpointInput>;
