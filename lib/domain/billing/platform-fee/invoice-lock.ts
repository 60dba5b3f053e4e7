import { Client } from "pg";
import { limitConcurrency } from "@/lib/platform/concurrency";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { enqueue } from "@/lib/platform/jobs";

const payments = limitConcurrency("platform payments", {
  total: 8,
  waitMs: 30_000,
  busy: "Too many payments are in progress. Try again shortly.",
});

/**
 * Do something while nobody else, in whatever process, does something of the same name. False when somebody does. The lock
 * is that of a database connection: it ends with a process that dies. Throws `Unavailable` where too many others were first.
 */
export const withLock = (name: string, run: () => Promise<void>): Promise<boolean> =>
  payments.run(async () => {
    // Not a connection of the pool: what runs needs those, and would wait for ever once each of them held a lock.
    const client = new Client({ connectionString: env().databaseUrl, application_name: "withLock" });
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

/** The name under which an invoice is brought on its way. */
export const invoiceLockName = (invoiceId: string): string => `platform-invoice-${invoiceId}`;

// Jobs by their names, so that what queues them need not know what they do.

export const INVOICE_JOB = "advance_platform_invoice";

/** Queue what brings an invoice on: to the processor, to be paid, given up. At once, or from a moment on. */
export const enqueueInvoice = (tx: Tx, invoiceId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, INVOICE_JOB, { invoiceId }, { jobKey: `platform-invoice-${invoiceId}`, runAt });
