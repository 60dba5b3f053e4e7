import type { Tx } from "@/lib/platform/db";

/** Where senders listen. The database function `emit_events` notifies this channel too. */
export const WAKE_CHANNEL = "webhook_deliveries";

/**
 * Notifies the senders that something is due, if the transaction commits. A lost notification only costs time, because every
 * sender also polls the database.
 */
export async function wakeSender(tx: Pick<Tx, "$executeRaw">): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${WAKE_CHANNEL}, '')`;
}
