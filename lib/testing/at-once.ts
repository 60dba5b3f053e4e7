import { pool } from "@/lib/platform/db";
import { ownerClient } from "./owner";

/**
 * Begins two changes, the second when the first has done everything but commit: the ledger, which each writes to last, is
 * held until both wait, for it or for each other.
 */
export async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const holder = await ownerClient();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT 1 FROM ledger_heads FOR UPDATE");
    const begun = [first()];
    await untilWaiting(1);
    begun.push(second());
    await untilWaiting(2);
    await holder.query("ROLLBACK");
    await Promise.all(begun);
  } finally {
    await holder.end();
  }
}

async function untilWaiting(wanted: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await pool().query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length >= wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${wanted} changes were to wait for a lock, and did not`);
}
