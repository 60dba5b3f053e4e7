import { Client } from "pg";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { createTurns } from "@/lib/platform/in-turn";
import { enqueue } from "@/lib/platform/jobs";

const inTurn = createTurns({
  atOnce: 8,
  waitMs: 30_000,
  late: "Too much is being paid at this moment. Try again shortly.",
});

/**
 * Do something while nobody else, in whatever process, does something of the same name. False when somebody does. The lock
 * is that of a database connection: it ends with a process that dies. Throws `Unavailable` where too many others were first.
 */
export const alone = (name: string, run: () => Promise<void>): Promise<boolean> =>
  inTurn(async () => {
    // Not a connection of the pool: what runs needs those, and would wait for ever once each of them held a lock.
    const client = new Client({ connectionString: env().databaseUrl, application_name: "alone" });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got", [name]);
      if (rows[0]?.got !== true) return false;
      await run();
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  });

/**
 * Wait until nobody does something of that name any more, and keep everybody from beginning until the transaction ends. Call
 * it before the transaction locks anything that they want.
 */
export async function keepAlone(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** The name under which an invoice is brought on its way. */
export const invoiceWork = (invoiceId: string): string => `platform-invoice-${invoiceId}`;

// Jobs by their names, so that what queues them need not know what they do.

export const INVOICE_JOB = "advance_platform_invoice";

/** Queue what brings an invoice on: to the processor, to be paid, given up. At once, or from a moment on. */
export const enqueueInvoice = (tx: Tx, invoiceId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, INVOICE_JOB, { invoiceId }, { jobKey: `platform-invoice-${invoiceId}`, runAt });
