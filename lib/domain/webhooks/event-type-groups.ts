import { EVENT_TYPES, type EventType, events } from "./events";

/** The types that one subject sends, with what each tells. */
export type EventTypeGroup = { prefix: string; types: { type: EventType; when: string }[] };

/** The types that an endpoint can ask for, and that deliveries are made of: a test leaves none. */
export const ENDPOINT_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== "test.ping");

/** The types that an endpoint can ask for, by what stands before the dot, in the contract's order. */
export function eventTypeGroups(): EventTypeGroup[] {
  const groups = Map.groupBy(ENDPOINT_EVENT_TYPES, (type) => type.slice(0, type.indexOf(".")));
  return [...groups].map(([prefix, of]) => ({ prefix, types: of.map((type) => ({ type, when: events[type].when })) }));
}
