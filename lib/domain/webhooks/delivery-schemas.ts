import { z } from "zod";
import { dateTimeIn, dateTimeOut } from "@/lib/platform/wire";

/** Where a delivery stands: it waits, for its turn or its next attempt, or it arrived, or it was given up. */
export const DeliveryStatus = z.enum(["pending", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** What deliveries can be narrowed by; the same names stand in the page's address. */
export const DeliveryFilters = z.object({
  status: DeliveryStatus.optional(),
  type: z.string().max(100).optional(),
  endpoint: z.string().max(25).optional(),
  /** One delivery, to follow it. */
  delivery: z.string().max(64).optional(),
  from: dateTimeIn.optional(),
  to: dateTimeIn.optional(),
});
export type DeliveryFilters = z.output<typeof DeliveryFilters>;

export const DeliveryPageQuery = DeliveryFilters.extend({
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Where a delivery goes. */
export const PortalReceiver = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  status: z.enum(["enabled", "paused", "deleted"]),
});

export type PortalReceiver = z.infer<typeof PortalReceiver>;

/** A delivery as the portal lists it. */
export const PortalDelivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  status: DeliveryStatus,
  createdAt: dateTimeOut,
  /** Null unless it is pending. */
  nextAttemptAt: dateTimeOut.nullable(),
  attempts: z.number(),
  lastAttempt: z
    .object({
      at: dateTimeOut,
      durationMs: z.number(),
      responseStatus: z.number().nullable(),
      error: z.string().nullable(),
      succeeded: z.boolean(),
    })
    .nullable(),
  endpoint: PortalReceiver,
});
export type PortalDelivery = z.infer<typeof PortalDelivery>;

/** `newer` and `older` are cursors of the neighbouring pages, null at an end. */
export const DeliveryPage = z.object({
  deliveries: z.array(PortalDelivery),
  newer: z.string().nullable(),
  older: z.string().nullable(),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

/** A replay of what failed, and how far it is. */
export const PortalReplay = z.object({
  id: z.string(),
  since: dateTimeOut,
  total: z.number(),
  done: z.number(),
  startedAt: dateTimeOut,
  startedBy: z.string().nullable(),
  finishedAt: dateTimeOut.nullable(),
  /** It is under way for longer than any should be: it may have stopped, and goes on when it is asked for again. */
  isLate: z.boolean(),
});
export type PortalReplay = z.infer<typeof PortalReplay>;

/** Since when to replay: a length of time back from now, or a moment. */
export const ReplaySince = z.union([z.enum(["1h", "24h", "7d"]), dateTimeIn]);
export type ReplaySince = z.output<typeof ReplaySince>;

/** How many have failed since that moment; and how many wait, which are sent without a replay, as far as they are counted. */
export const FailedCount = z.object({
  count: z.number(),
  since: dateTimeOut,
  waiting: z.number(),
  waitingCut: z.boolean(),
});
export type FailedCount = z.infer<typeof FailedCount>;
