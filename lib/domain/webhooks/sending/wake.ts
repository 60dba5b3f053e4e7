import type { Tx } from "@/lib/platform/db";

/** Where senders listen; the database's function `emit_events` notifies there too. */
export const WAKE_CHANNEL = "webhook_deliveries";

/**
 * Tell the senders that something is due, when and if the transaction commits. A notification that nobody hears is no
 * loss: what is due stands in the database, and every sender looks there by itself.
 */
export async function wakeSender(tx: Pick<Tx, "$executeRaw">): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${WAKE_CHANNEL}, '')`;
}
