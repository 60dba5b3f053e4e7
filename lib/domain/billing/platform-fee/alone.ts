import { pool, type Tx } from "@/lib/platform/db";

/**
 * Do something while nobody else, in whatever process, does something of the same name. False when somebody does. The lock
 * is that of a database connection: it ends with a process that dies.
 */
export async function alone(name: string, run: () => Promise<void>): Promise<boolean> {
  const client = await pool().connect();
  let clean = false;
  try {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got", [name]);
    if (rows[0]?.got !== true) {
      clean = true;
      return false;
    }
    try {
      await run();
    } finally {
      await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
      clean = true;
    }
    return true;
  } finally {
    // A connection that may still hold the lock is not used again.
    client.release(!clean);
  }
}

/**
 * Wait until nobody does something of that name any more, and keep everybody from beginning until the transaction ends. Call
 * it before the transaction locks anything that they want.
 */
export async function keepAlone(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** The name under which an invoice is brought on its way. */
export const invoiceWork = (invoiceId: string): string => `platform-invoice-${invoiceId}`;
