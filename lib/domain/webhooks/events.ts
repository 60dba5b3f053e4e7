import type { z } from "zod";
import { collabSceneEvents } from "./payloads/collab-scene";
import { contentLogEvents } from "./payloads/content-log";
import { testEvents, uploadSessionEvents, verificationEvents } from "./payloads/other";
import { productionEvents } from "./payloads/production";
import { soloAccountEvents } from "./payloads/solo-account";

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
