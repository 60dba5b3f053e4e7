import { pool, sqlState } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { LogRow } from "./row";

const COLUMNS = {
  id: "text",
  at: "timestamptz",
  partner_id: "text",
  api_key_id: "text",
  method: "text",
  route: "text",
  path: "text",
  query: "text",
  status: "smallint",
  status_class: "smallint",
  code: "text",
  field: "text",
  duration_ms: "real",
  ip: "text",
  user_agent: "text",
  request_headers: "jsonb",
  request_body: "text",
  response_headers: "jsonb",
  response_body: "text",
} as const satisfies Record<keyof LogRow, string>;

// One parameter of JSON instead of an array for each column: half the work on our side, the same on the database's.
const INSERT = {
  name: "insert_request_log",
  text: `insert into request_log (${Object.keys(COLUMNS).join(", ")})
         select ${Object.keys(COLUMNS).join(", ")} from json_to_recordset($1::json)
           as r(${Object.entries(COLUMNS)
             .map(([name, type]) => `${name} ${type}`)
             .join(", ")})
         on conflict do nothing`,
};
const NO_PARTITION = "23514";

/**
 * Writes rows in one statement. A day without a partition gets one. A row that the database cannot take is found by
 * halving and left out, so that it does not keep the others from being written. Throws when the database is away.
 */
export async function insertRows(rows: readonly LogRow[]): Promise<void> {
  try {
    await pool().query({ ...INSERT, values: [JSON.stringify(rows)] });
  } catch (error) {
    const state = sqlState(error);
    if (state === NO_PARTITION && (await createMissingDays(rows))) return insertRows(rows);
    // Class 22 and 23, and program limits: the data is at fault, not the connection.
    if (!state || !/^(?:22|23|54)/.test(state)) throw error;
    if (rows.length === 1) {
      log.error({ err: error }, "a request log row could not be written");
      return;
    }
    const middle = rows.length >> 1;
    await insertRows(rows.slice(0, middle));
    await insertRows(rows.slice(middle));
  }
}

// The daily job makes days ahead; this is for a worker that has been away for longer than that.
async function createMissingDays(rows: readonly LogRow[]): Promise<boolean> {
  const days = [...new Set(rows.map(({ at }) => at.toISOString().slice(0, 10)))];
  const { rowCount } = await pool().query(
    `select request_log_ensure_day(d) from unnest($1::date[]) d
     where to_regclass('request_log_' || to_char(d, 'YYYYMMDD')) is null`,
    [days],
  );
  return (rowCount ?? 0) > 0;
}
