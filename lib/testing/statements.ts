import pg from "pg";
import { vi } from "vitest";

// What the transport writes later, for many calls at once, is no work of one call.
const WRITTEN_IN_BATCHES = /request_log|api_keys/;

/**
 * The text of each statement that `work` has the database run, in order: who measures how long a call takes measures these.
 * The values are left out, but for the names of the jobs that were queued. Nothing else may use the database meanwhile.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls
      .flatMap(([sql, values]) => {
        const text = textOf(sql);
        return text.includes("add_job") ? [text, `queued: ${jobIn(sql, values)}`] : [text];
      })
      .filter((text) => !WRITTEN_IN_BATCHES.test(text));
  } finally {
    query.mockRestore();
  }
}

const textOf = (sql: unknown): string => (typeof sql === "string" ? sql : String(Object(sql).text));

function jobIn(sql: unknown, values: unknown): string {
  const given: unknown = Object(sql).values ?? values;
  return Array.isArray(given) ? String(given[0]) : "nothing";
}
