import { Prisma, type Tx } from "@/lib/platform/db";

// The only statements that change the status of a delivery. One waits (`pending`), and is then due at `next_attempt_at`, or
// it is settled: it arrived (`delivered`) or was given up (`failed`). Each is a whole UPDATE of `d`: the caller may add
// RETURNING, and WITH before it. A transaction that changes an endpoint too takes the endpoint before its deliveries, and
// deliveries in the order of their ids: two that want the same ones wait for each other, and do not block each other.

/**
 * Deliveries wait again, with the whole schedule before them, whatever became of them: one that failed, one that arrived and
 * is wanted once more, one that waits already. `which` are rows of `(id, due timestamptz)`. The moment is also the version
 * of a delivery: an attempt under way does not settle one that was queued for another.
 */
export const queueAgain = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = 'pending', failures = 0, next_attempt_at = which.due, settled_at = NULL
  FROM ${which} AS which WHERE d.id = which.id`;

/** Deliveries that wait are given up, though their attempts are not used up. `which` are rows of `(id)`. */
export const giveUp = (which: Prisma.Sql, { at }: { at: Date }): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = 'failed', next_attempt_at = NULL, settled_at = ${at}::timestamptz
  FROM ${which} AS which WHERE d.id = which.id AND d.status = 'pending'`;

/**
 * Deliveries are what their attempts made of them, unless they were changed since they were read: then they stay as they
 * were made. `results` are rows of `(delivery_id, due timestamptz, status, failures, next timestamptz)`: `due` is when a
 * delivery was due as it was read, `next` when it is due again while it waits.
 */
export const applyResults = (results: Prisma.Sql, { at }: { at: Date }): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = r.status, failures = r.failures, next_attempt_at = r.next,
      settled_at = CASE WHEN r.status = 'pending' THEN NULL ELSE ${at}::timestamptz END
  FROM ${results} AS r
  WHERE d.id = r.delivery_id AND d.status = 'pending' AND d.next_attempt_at = r.due`;

/** Where senders listen; the database's function `emit_events` notifies there too. */
export const WAKE_CHANNEL = "webhook_deliveries";

/**
 * Tell the senders that something is due, when and if the transaction commits. A notification that nobody hears is no
 * loss: what is due stands in the database, and every sender looks there by itself.
 */
export async function wakeSender(tx: Pick<Tx, "$executeRaw">): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${WAKE_CHANNEL}, '')`;
}
