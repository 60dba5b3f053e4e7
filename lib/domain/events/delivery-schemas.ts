import { z } from "zod";
import { dateTimeIn, dateTimeOut } from "@/lib/platform/wire";

/** `pending` is waiting for its first or next attempt. `failed` has no attempts left. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The endpoint of a delivery. */
export type PortalReceiver = {
  id: string;
  url: string;
  description: string | null;
  status: "enabled" | "paused" | "deleted";
};

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
