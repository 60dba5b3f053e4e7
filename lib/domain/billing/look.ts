import { setTimeout as wait } from "node:timers/promises";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";

const TRIES = 5;
const PATIENCE_MS = 4000;
const POLL_MS = 40;

export type Look<Seen> = {
  /** The customer whose state is looked at. */
  customer: string;
  /** Ask the processor. Outside any transaction, and perhaps more than once. */
  read: () => Promise<Seen>;
  /** What is locked before the customer: a person, whom other changes lock first. */
  lockFirst?: (tx: Tx) => Promise<void>;
  /** Write what was seen. Says when to look again without having been told to, or null. */
  write: (tx: Tx, seen: Seen) => Promise<Date | null>;
};

/**
 * Look at the processor and write what is seen, so that nothing older is ever written over something newer: looks are
 * numbered as they begin, and only the one that began last may write. One that was overtaken waits until the later one has
 * written, because that one has seen at least as much; if it never does, this one looks again.
 *
 * Throws what `read` throws, and `PaymentsUnavailable` when it is overtaken again and again.
 */
export async function look<Seen>({ customer, read, lockFirst, write }: Look<Seen>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const number = await begin(customer);
    const seen = await read();
    const written = await inTransaction(async (tx) => {
      await lockFirst?.(tx);
      if (!(await isLast(tx, customer, number))) return false;
      const lookAgainAt = await write(tx, seen);
      const lookedAt = clock.now();
      await tx.paymentCustomer.update({
        where: { id: customer },
        data: { looksWritten: number, lookedAt, lookAgainAt },
      });
      return true;
    });
    if (written || (await writtenSince(customer, number))) return;
  }
  throw new PaymentsUnavailable();
}

async function begin(customer: string): Promise<bigint> {
  const { looksBegun } = await db.paymentCustomer.update({
    where: { id: customer },
    data: { looksBegun: { increment: 1 } },
    select: { looksBegun: true },
  });
  return looksBegun;
}

async function isLast(tx: Tx, customer: string, number: bigint): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ begun: bigint }[]>`
    SELECT looks_begun AS begun FROM payment_customers WHERE id = ${customer} FOR NO KEY UPDATE`;
  return row?.begun === number;
}

async function writtenSince(customer: string, number: bigint): Promise<boolean> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const row = await db.paymentCustomer.findUnique({ where: { id: customer }, select: { looksWritten: true } });
    if (row && row.looksWritten >= number) return true;
    await wait(POLL_MS);
  }
  return false;
}
