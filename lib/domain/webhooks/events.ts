import type { z } from "zod";
import { contentLogEvents, soloAccountEvents } from "./payloads/account-and-content";
import { collabSceneEvents } from "./payloads/collab-scene";
import { testEvents, uploadSessionEvents, verificationEvents } from "./payloads/other";
import { productionEvents } from "./payloads/production";

/**
 * Every type of event, in the contract's order: what it tells and the shape of its payload. What is sent, what the
 * reference says and what the simulator sends are drawn from here. Contract: Events.
 */
export const events = {
  ...soloAccountEvents,
  ...contentLogEvents,
  ...collabSceneEvents,
  ...uploadSessionEvents,
  ...productionEvents,
  ...verificationEvents,
  ...testEvents,
} as const;

export type EventType = keyof typeof events;
export type Payload<T extends EventType> = z.output<(typeof events)[T]["data"]>;

/** The names of all types, in the contract's order. */
export const EVENT_TYPES = Object.keys(events) as [EventType, ...EventType[]];

/** The types that one subject sends, with what each tells. */
export type EventTypeGroup = { prefix: string; types: { type: EventType; when: string }[] };

/** The types that an endpoint can ask for, and that deliveries are made of: a test leaves none. */
export const ENDPOINT_EVENT_TYPES = EVENT_TYPES.filter((type) => type !== "test.ping");

/** The types that an endpoint can ask for, by what stands before the dot, in the contract's order. */
export function eventTypeGroups(): EventTypeGroup[] {
  const groups = Map.groupBy(ENDPOINT_EVENT_TYPES, (type) => type.slice(0, type.indexOf(".")));
  return [...groups].map(([prefix, of]) => ({ prefix, types: of.map((type) => ({ type, when: events[type].when })) }));
}

const NAMED = /(^id|Id|^email|^unsignedPerformers)$/;
/** Longer ones are in no index. */
export const OBJECT_LENGTH_MAX = 512;

/** An id or an address in a payload, and where it stands: `accountId`, `performers.email`. */
export type NamedObject = { name: string; value: string };

/**
 * What a payload is about: each id and address in it, at any depth, once. The event log is searched by them. What is longer
 * than an index takes is left out.
 */
export function namedObjectsOf(data: unknown): NamedObject[] {
  const found = new Map<string, NamedObject>();
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === "string") {
      const fits = value.length > 0 && value.length <= OBJECT_LENGTH_MAX;
      if (fits && NAMED.test(path.at(-1) ?? "") && !found.has(value)) found.set(value, { name: path.join("."), value });
    } else if (Array.isArray(value)) {
      for (const inner of value) walk(inner, path);
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    }
  };
  walk(data, []);
  return [...found.values()];
}

/** The same without their names. */
export const objectsOf = (data: unknown): string[] => namedObjectsOf(data).map(({ value }) => value);
