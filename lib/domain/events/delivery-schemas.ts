import { z } from "zod";
import { dateTimeIn, dateTimeOut } from "@/lib/platform/wire";

/** `pending` is waiting for its first or next attempt. `failed` has no attempts left. */
export const DeliveryStatus = z.enum(["pending", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** The filters of deliveries, with the same names as in the page's URL. */
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

/** The endpoint of a delivery. */
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

/** `newer` and `older` are cursors of the neighboring pages. Null at either end. */
export const DeliveryPage = z.object({
  rows: z.array(PortalDelivery),
  newer: z.string().nullable(),
  older: z.string().nullable(),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

/** A replay of failed deliveries, with its progress. */
export const PortalReplay = z.object({
  id: z.string(),
  since: dateTimeOut,
  total: z.number(),
  done: z.number(),
  startedAt: dateTimeOut,
  startedBy: z.string().nullable(),
  finishedAt: dateTimeOut.nullable(),
  /** It is taking too long and may have stopped. Asking for a replay again resumes it. */
  isLate: z.boolean(),
});
export type PortalReplay = z.infer<typeof PortalReplay>;

/** The start of a replay: a time span before now, or a time. */
export const ReplaySince = z.union([z.enum(["1h", "24h", "7d"]), dateTimeIn]);
export type ReplaySince = z.output<typeof ReplaySince>;

/**
 * How many deliveries failed since a time, and how many are pending, which need no replay. `waitingCut`: there are
 * more.
 */
export const FailedCount = z.object({
  count: z.number(),
  since: dateTimeOut,
  waiting: z.number(),
  waitingCut: z.boolean(),
});
export type FailedCount = z.infer<typeof FailedCount>;
