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
 * Run one task per name at a time, over all processes. False if the name is locked. A database connection of its own holds
 * the lock, so the lock ends with the process. Throws `Unavailable` when too many tasks wait.
 */
export const withLock = (name: string, run: () => Promise<void>): Promise<boolean> =>
  payments.run(async () => {
    // Not from the pool: tasks need pool connections, and locks on all of them would deadlock.
    const client = new Client({ connectionString: env().databaseUrl, application_name: "invoice-lock" });
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

/** The lock of an invoice's payment. */
export const invoiceLockName = (invoiceId: string): string => `platform-invoice-${invoiceId}`;

export const INVOICE_JOB = "advance_platform_invoice";

/** Queue the job that advances an invoice, now or at `runAt`. */
export const enqueueInvoice = (tx: Tx, invoiceId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, INVOICE_JOB, { invoiceId }, { jobKey: `platform-invoice-${invoiceId}`, runAt });
