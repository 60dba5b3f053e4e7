import { finished } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { pool, sqlState } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { dropPartitionsBefore, makePartitionsAhead, type Partitioned } from "@/lib/platform/partitions";

/** One row of `request_log`, by its columns. */
export type LogRow = {
  id: string;
  at: Date;
  partner_id: string;
  api_key_id: string;
  method: string;
  route: string | null;
  path: string;
  query: string | null;
  status: number;
  status_class: number;
  code: string | null;
  field: string | null;
  duration_ms: number;
  ip: string | null;
  user_agent: string | null;
  request_headers: Readonly<Record<string, string>>;
  request_body: string | null;
  response_headers: Readonly<Record<string, string>>;
  response_body: string | null;
};

const COLUMNS = [
  "id",
  "at",
  "partner_id",
  "api_key_id",
  "method",
  "route",
  "path",
  "query",
  "status",
  "status_class",
  "code",
  "field",
  "duration_ms",
  "ip",
  "user_agent",
  "request_headers",
  "request_body",
  "response_headers",
  "response_body",
] as const satisfies readonly (keyof LogRow)[];

// COPY costs the database the least: no statement to parse, no parameters, many rows at once.
const COPY = `copy request_log (${COLUMNS.join(", ")}) from stdin`;
const NO_PARTITION = "23514";
const ALREADY_THERE = "23505";

/**
 * Writes rows together. Creates missing partitions, and skips rows that exist because an earlier write wasn't
 * confirmed. If the database refuses a row, finds it by halving and leaves it out, so that the others are written.
 * Throws when the database is down.
 */
export async function insertRows(rows: readonly LogRow[]): Promise<void> {
  try {
    await copy(rows);
  } catch (error) {
    const state = sqlState(error);
    if (state === NO_PARTITION && (await createMissingDays(rows))) return insertRows(rows);
    if (!state || !AT_FAULT.test(state)) throw error;
    if (rows.length === 1) {
      if (state !== ALREADY_THERE) log.error({ err: error }, "a request log row could not be written");
      return;
    }
    const middle = rows.length >> 1;
    await insertRows(rows.slice(0, middle));
    await insertRows(rows.slice(middle));
  }
}

// Errors of the data, not the connection: data exceptions, constraint violations, program limits.
const AT_FAULT = /^(?:22|23|54)/;

async function copy(rows: readonly LogRow[]): Promise<void> {
  const client = await pool().connect();
  let broken: Error | undefined;
  // A connection that dies emits an error outside its queries, and another when it returns to the pool.
  const onLost = (error: Error) => {
    broken = error;
  };
  client.on("error", onLost);
  try {
    const stream = client.query(copyFrom(COPY));
    stream.end(rows.map(line).join(""));
    await finished(stream);
  } catch (error) {
    // After an error from the server the connection is usable. After others it may be dead or inside a COPY.
    if (!AT_FAULT.test(sqlState(error) ?? "")) broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    if (!broken) client.off("error", onLost);
    client.release(broken);
  }
}

// PostgreSQL's text format: a line for each row, a tab between columns, \N for null.
function line(row: LogRow): string {
  let text = "";
  for (const column of COLUMNS) text += `${text && "\t"}${field(row[column])}`;
  return `${text}\n`;
}

function field(value: LogRow[keyof LogRow]): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escaped(value);
  return value instanceof Date ? value.toISOString() : escaped(JSON.stringify(value));
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character) : text;

// The daily job creates partitions ahead. This is for when no worker ran for days.
async function createMissingDays(rows: readonly LogRow[]): Promise<boolean> {
  const days = [...new Set(rows.map(({ at }) => at.toISOString().slice(0, 10)))];
  const { rowCount } = await pool().query(
    `select request_log_ensure_day(d) from unnest($1::date[]) d
     where to_regclass('request_log_' || to_char(d, 'YYYYMMDD')) is null`,
    [days],
  );
  return (rowCount ?? 0) > 0;
}

const DAYS_KEPT = 90;

/** A partition a day. */
export const REQUEST_LOG: Partitioned = { table: "request_log", days: 1, ahead: 7 };

/** Creates the log's partitions of the coming days and drops those older than 90 days. Runs daily; safe to repeat. */
export const maintainRequestLog = defineTask("maintain_request_log", z.object({}), async () => {
  await makePartitionsAhead(REQUEST_LOG);
  const dropped = await dropPartitionsBefore(REQUEST_LOG, new Date(clock.now().getTime() - DAYS_KEPT * DAY_MS));
  if (dropped.length > 0) log.info({ dropped }, "old request log partitions dropped");
});
