import type { Ctx, PortalUserActor } from "@/lib/domain/context";
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
export function exportRequests(ctx: Ctx<PortalUserActor>, filters: RequestFilters): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pages = eachRequest(ctx, filters, MAX_ROWS);
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(line(COLUMNS.map(([name]) => name)))),
    async pull(controller) {
      const { value: rows, done } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(rows.map((row) => line(COLUMNS.map(([, read]) => read(row)))).join("")));
    },
    cancel: async () => {
      await pages.return(undefined);
    },
  });
}

function line(cells: (string | number | null)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  // A spreadsheet would run a cell that begins like a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
