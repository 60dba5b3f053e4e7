import { z } from "zod";
import { dateTimeIn, dateTimeOut } from "@/lib/platform/wire";
import { EVENT_TYPES } from "./events";
import { OBJECT_LENGTH_MAX } from "./objects-of";

/** What the event log can be narrowed by; the same names stand in the page's address. */
export const EventLogFilters = z.object({
  type: z.enum(EVENT_TYPES).optional(),
  /** An id or an address in the payload, whole; or the event's own id. */
  object: z.string().trim().max(OBJECT_LENGTH_MAX).optional(),
  from: dateTimeIn.optional(),
  to: dateTimeIn.optional(),
});
export type EventLogFilters = z.output<typeof EventLogFilters>;

export const EventPageQuery = EventLogFilters.extend({
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type EventPageQuery = z.output<typeof EventPageQuery>;

/** An event as the portal lists it. */
export const LoggedEvent = z.object({
  id: z.string(),
  type: z.string(),
  createdAt: dateTimeOut,
  /** The ids and addresses in its payload, in the payload's order. */
  objects: z.array(z.string()),
  /** How many of its deliveries stand where. All zero when no endpoint wanted it. */
  deliveries: z.object({ delivered: z.number(), failed: z.number(), pending: z.number() }),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** `newer` and `older` are cursors of the neighbouring pages, null at an end. */
export const EventPage = z.object({
  events: z.array(LoggedEvent),
  newer: z.string().nullable(),
  older: z.string().nullable(),
});
export type EventPage = z.infer<typeof EventPage>;
