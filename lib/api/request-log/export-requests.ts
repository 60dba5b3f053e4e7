import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { csvStream } from "@/lib/platform/csv-stream";
import { eachRequest } from "./list-requests";
import type { RequestFilters, RequestSummary } from "./schemas";

const MAX_ROWS = 100_000;
const COLUMNS: [string, (row: RequestSummary) => string | number | null][] = [
  ["request_id", (row) => row.id],
  ["at", (row) => row.at],
  ["method", (row) => row.method],
  ["path", (row) => row.path],
  ["query", (row) => row.query],
  ["status", (row) => row.status],
  ["code", (row) => row.code],
  ["field", (row) => row.field],
  ["duration_ms", (row) => row.durationMs],
  ["key_id", (row) => row.key.id],
  ["key_name", (row) => row.key.name],
];

/** The matching requests as CSV (RFC 4180), streamed page by page. At most 100,000 rows, newest first; no bodies. */
export const exportRequests = (ctx: Ctx<PortalUserActor>, filters: RequestFilters): ReadableStream<Uint8Array> =>
  csvStream(COLUMNS, eachRequest(ctx, filters, MAX_ROWS));
