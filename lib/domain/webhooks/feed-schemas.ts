import { z } from "zod";
import { EVENT_TYPES } from "./events";
import { quotedType } from "./schemas";

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

/** What of the feed is asked for. */
export const FeedQuery = z.object({
  after: z
    .string()
    .optional()
    .meta({
      description: "The last `nextCursor`. Left out, the feed begins with the oldest event that is kept.",
      examples: ["1788609600000000"],
    }),
  types: types.optional().meta({
    description: "The event types wanted, separated by commas. Left out, all of them.",
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
        "How many events to answer at most. A page of long ones may hold fewer and, with `types`, one may hold none, before the " +
        "end: go on until `nextCursor` stays the same.",
      examples: [50],
    }),
});

/** An event, as its webhook carries it. */
export const EventEnvelope = z.object({
  id: z
    .string()
    .meta({ description: "Unique for each event: deduplicate on it.", examples: ["evt_03f9c2k7v1m4x8q0z5t6b3n1a"] }),
  type: z.string().meta({
    description: "One of the event types. Treat an unknown one as additive.",
    examples: ["solo_account.verified"],
  }),
  created: z.int().meta({ description: "Unix seconds.", examples: [1788609600] }),
  data: z.record(z.string(), z.unknown()).meta({ description: "The payload of the type." }),
});

export const EventFeed = z.object({
  events: z.array(EventEnvelope).meta({ description: "Oldest first." }),
  nextCursor: z.string().meta({
    description:
      "Where to go on, as `after`, now or whenever you come back. It stays the same when nothing followed, and only then. " +
      "Opaque.",
    examples: ["1788609600000001"],
  }),
});

export type FeedQuery = z.output<typeof FeedQuery>;
export type EventFeed = z.output<typeof EventFeed>;
