import { z } from "zod";
import { EVENT_TYPES } from "./events";

const DESCRIPTION_MAX = 200;
const URL_MAX = 2048;

/** Types that an endpoint can ask for: none named means all. A test goes to whoever presses its button. */
export const EventTypes = z.array(z.enum(EVENT_TYPES).exclude(["test.ping"])).transform((types) => [...new Set(types)]);

/** What somebody enters about an endpoint. Whether the address may be used is a question for the network, asked by the verb. */
export const EndpointInput = z.object({
  url: z.string().trim().min(1, "Enter the URL that events are posted to.").max(URL_MAX, "This URL is too long."),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, `Use at most ${DESCRIPTION_MAX} characters.`)
    .transform((text) => text || null)
    .nullable()
    .default(null),
  types: EventTypes.default([]),
});

export type EndpointInput = z.output<typeof EndpointInput>;
