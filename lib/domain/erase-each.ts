import { inTransaction, isDatabasesFault, Prisma, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** How many expired rows to read at once. */
export const EXPIRED_AT_ONCE = 100;

/** Why expired records are erased, for the ledger. */
export const RETENTION_IS_OVER = "The seven years of its retention are over";

/** A bound that a database index can serve, with a day to spare for leap days. By the database's clock, like its guards. */
export const EXPIRED_BEFORE = Prisma.sql`now() - interval '7 years' + interval '1 day'`;

type Erasure<Id extends string, Row extends Record<Id, string>> = {
  /** The id that the log gives for a row that could not be erased. */
  id: Id;
  /** The next expired rows after this one, up to `EXPIRED_AT_ONCE`. */
  next: (after: Row | undefined) => Promise<Row[]>;
  erase: (tx: Tx, row: Row) => Promise<void>;
  signal: AbortSignal | undefined;
};

/**
 * Erases expired rows, each in a transaction of its own. A failure is logged, doesn't stop the others, and is retried the next
 * night. Throws when the database is at fault, and when the signal aborts.
 */
export async function eraseEach<Id extends string, Row extends Record<Id, string>>({
  id,
  next,
  erase,
  signal,
}: Erasure<Id, Row>): Promise<void> {
  let after: Row | undefined;
  for (let rows = await next(after); rows.length > 0; rows = await next(after)) {
    for (const row of rows) {
      // The job queue retries an aborted task, which continues with the rest.
      signal?.throwIfAborted();
      await inTransaction((tx) => erase(tx, row)).catch((error: unknown) => {
        if (isDatabasesFault(error)) throw error;
        log.error({ err: error, [id]: row[id] }, "an expired record could not be erased, will be retried");
      });
    }
    after = rows.at(-1);
  }
}
