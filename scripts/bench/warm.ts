import { totalmem } from "node:os";
import type { Client } from "pg";

/**
 * For a database that is measured as it is after days of service: what is asked of it is in memory. Two thirds of the machine's,
 * because the system may give what it keeps of files back at any moment, and does on some machines.
 */
export const LARGE_BUFFERS = { shared_buffers: `${Math.floor((totalmem() / 2 ** 20) * (2 / 3))}MB` };

/** Reads tables into memory, with their indexes but for those that nothing measured asks. */
export async function warm(client: Client, tables: readonly string[], { but = [] }: { but?: readonly string[] } = {}) {
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_prewarm");
  await client.query(
    `SELECT pg_prewarm(oid) FROM pg_class WHERE NOT relname = ANY ($2)
       AND (oid = ANY ($1::regclass[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::regclass[])))`,
    [tables, but],
  );
}
