import { z } from "zod";
import { dateTimeIn, dateTimeOut } from "@/lib/platform/wire";

/** The filters of the request log. The page's URL uses the same names. */
export const RequestFilters = z.object({
  /** A class ("4xx") or one exact status ("404"). */
  status: z
    .string()
    .regex(/^([2345]xx|[1-5]\d\d)$/)
    .optional(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]).optional(),
  /** The start of a path. */
  path: z.string().max(500).optional(),
  key: z.string().max(25).optional(),
  from: dateTimeIn.optional(),
  to: dateTimeIn.optional(),
  request: z.string().max(64).optional(),
});
export type RequestFilters = z.output<typeof RequestFilters>;

export const RequestPageQuery = RequestFilters.extend({
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const RequestSummary = z.object({
  id: z.string(),
  at: dateTimeOut,
  method: z.string(),
  path: z.string(),
  query: z.string().nullable(),
  status: z.number(),
  code: z.string().nullable(),
  field: z.string().nullable(),
  durationMs: z.number(),
  key: z.object({ id: z.string(), name: z.string(), mode: z.enum(["live", "test"]), prefix: z.string() }),
});
export type RequestSummary = z.infer<typeof RequestSummary>;

/** `newer` and `older` are the cursors of the adjacent pages. Null at either end. */
export const RequestPage = z.object({
  rows: z.array(RequestSummary),
  newer: z.string().nullable(),
  older: z.string().nullable(),
});
export type RequestPage = z.infer<typeof RequestPage>;

export const RequestDetail = RequestSummary.extend({
  route: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string().nullable(),
  responseHeaders: z.record(z.string(), z.string()),
  responseBody: z.string().nullable(),
});
export type RequestDetail = z.infer<typeof RequestDetail>;
