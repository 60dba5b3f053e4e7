import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import type { EventType, Payload } from "./events";
import { objectsOf } from "./events";

/** What happened, and to whose partner. */
export type Happening<T extends EventType = EventType> = { type: T; partnerId: string; data: Payload<T> };

/**
 * Write an event in the transaction of the change it tells of, and a delivery for each endpoint that wants it: no change
 * without its event, no event without its change. The body's exact bytes are fixed here, once, and every attempt sends
 * them unchanged. Contract: Events, envelope `{ id, type, created, data }`.
 */
export const emit = <T extends EventType>(tx: Tx, event: Happening<T>): Promise<void> => emitAll(tx, [event]);

/** Like `emit`, for several at once, in their order. */
export async function emitAll<T extends EventType>(tx: Tx, events: readonly Happening<T>[]): Promise<void> {
  if (events.length === 0) return;
  await tx.$queryRaw`SELECT 1 FROM (SELECT emit_events(${JSON.stringify(eventRows(events))}::json)) AS emitted`;
}

/** An event as the database's function `emit_events` takes it. */
export type EventRow = { id: string; partner_id: string; type: EventType; body: string; objects: string[]; at: string };

/** What `emit_events` takes, for a statement that makes its change and tells of it in one. */
export function eventRows<T extends EventType>(events: readonly Happening<T>[]): EventRow[] {
  const now = clock.now();
  const created = Math.floor(now.getTime() / 1000);
  // Ids of one millisecond end at random, and events are read in the order of their ids.
  const ids = events.map(newEventId).toSorted();
  return events.map(({ type, partnerId, data }, n) => {
    const id = ids[n] ?? newEventId();
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
