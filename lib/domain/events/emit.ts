import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import { type EventType, objectsOf, type Payload } from "./events";

/** A new event and the partner it belongs to. */
export type NewEvent<T extends EventType = EventType> = { type: T; partnerId: string; data: Payload<T> };

/**
 * Writes an event, and a delivery for each subscribed endpoint, in the transaction of its change: neither exists without the
 * other. Fixes the body's exact bytes, which every attempt sends unchanged. Contract: Events, envelope `{ id, type, created,
 * data }`.
 */
export const emit = <T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> => emitAll(tx, [event]);

/** Like `emit`, for several at once, in their order. */
export async function emitAll<T extends EventType>(tx: Tx, events: readonly NewEvent<T>[]): Promise<void> {
  if (events.length === 0) return;
  await tx.$queryRaw`SELECT 1 FROM (SELECT emit_events(${JSON.stringify(eventRows(events))}::json)) AS emitted`;
}

/** An event in the format of the database function `emit_events`. */
export type EventRow = { id: string; partner_id: string; type: EventType; body: string; objects: string[]; at: string };

/** The input of `emit_events`, for a statement that makes a change and emits its event in one. */
export function eventRows<T extends EventType>(events: readonly NewEvent<T>[]): EventRow[] {
  const now = clock.now();
  const created = Math.floor(now.getTime() / 1000);
  return events.map(({ type, partnerId, data }) => {
    const id = newEventId();
    return {
      id,
      partner_id: partnerId,
      type,
      body: JSON.stringify({ id, type, created, data }),
      objects: objectsOf(data),
      at: now.toISOString(),
    };
  });
}
