import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import type { EventType, Payload } from "./events";

/**
 * Write an event in the transaction of the change it tells of. The body's exact bytes are fixed here, once, and every
 * delivery sends them unchanged. Contract: Events, envelope `{ id, type, created, data }`.
 */
export async function emit<T extends EventType>(
  tx: Tx,
  event: { type: T; partnerId: string; data: Payload<T> },
): Promise<void> {
  const id = newEventId();
  const createdAt = clock.now();
  const envelope = { id, type: event.type, created: Math.floor(createdAt.getTime() / 1000), data: event.data };
  await tx.webhookEvent.create({
    data: { id, partnerId: event.partnerId, type: event.type, body: Buffer.from(JSON.stringify(envelope)), createdAt },
  });
}
