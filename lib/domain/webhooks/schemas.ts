import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { EVENT_TYPES } from "./events";

const isStorable = (text: string): boolean => findUnstorableText(text) === null;
const UNSTORABLE = "This holds a character that cannot be kept.";

/** How long what is entered about an endpoint may be, in characters. */
export const ENDPOINT_MAX = { url: 2048, description: 200 };

const TYPE_SHOWN = 60;

/** What somebody took for an event type, to be told so: in quotes, and not for ever. */
export const quotedType = (type: unknown): string => JSON.stringify(String(type).slice(0, TYPE_SHOWN));

const EndpointType = z.enum(
  EVENT_TYPES.filter((type) => type !== "test.ping"),
  { error: ({ input }) => `${quotedType(input)} is no event type that an endpoint can ask for.` },
);

/** Types that an endpoint can ask for: none named means all. A test goes to whoever presses its button. */
export const EventTypes = z.array(EndpointType).transform((types) => [...new Set(types)]);

/** What somebody enters about an endpoint. Whether the address may be used is a question for the network, asked by the verb. */
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
