import { pool, sqlState } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { COLUMNS, type LogRow } from "./row";

const INSERT = {
  name: "insert_request_log",
  text: `insert into request_log (${COLUMNS.map(([name]) => name).join(", ")})
         select * from unnest(${COLUMNS.map(([, type], i) => `$${i + 1}::${type}[]`).join(", ")})
         on conflict do nothing`,
};
const NO_PARTITION = "23514";

/**
 * Writes rows in one statement. A day without a partition gets one. A row that the database cannot take is found by
 * halving and left out, so that it does not keep the others from being written. Throws when the database is away.
 */
export async function insertRows(rows: readonly LogRow[]): Promise<void> {
  try {
    await insert(rows);
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

async function insert(rows: readonly LogRow[]): Promise<void> {
  await pool().query({ ...INSERT, values: COLUMNS.map((_, column) => rows.map((row) => row[column] ?? null)) });
}

// The daily job makes days ahead; this is for a worker that has been away for longer than that.
async function createMissingDays(rows: readonly LogRow[]): Promise<boolean> {
  const days = [...new Set(rows.map((row) => (row[1] instanceof Date ? row[1].toISOString().slice(0, 10) : "")))];
  const { rowCount } = await pool().query(
    `select request_log_ensure_day(d) from unnest($1::date[]) d
     where to_regclass('request_log_' || to_char(d, 'YYYYMMDD')) is null`,
    [days.filter((day) => day !== "")],
  );
  return (rowCount ?? 0) > 0;
}
