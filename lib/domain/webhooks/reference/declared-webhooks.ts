import { EVENT_TYPES, events } from "@/lib/domain/webhooks/events";
import { exampleBody } from "./vectors";

/** What the reference and the API's description for programs are told of every type of event, in the contract's order. */
export const declaredWebhooks = EVENT_TYPES.map((type) => {
  const { when, data } = events[type];
  return { type, when, data, example: JSON.parse(exampleBody(type)) as unknown };
});
