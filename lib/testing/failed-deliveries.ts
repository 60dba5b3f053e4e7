import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newDeliveryId, newEventId } from "@/lib/platform/ids";

/** Deliveries to an endpoint that were given up just now, each of an event of its own. The ids, the oldest first. */
export async function makeFailedDeliveries(
  { partnerId, endpointId }: { partnerId: string; endpointId: string },
  count: number,
): Promise<string[]> {
  const createdAt = clock.now();
  const type = "test.ping";
  const made = Array.from({ length: count }, () => ({ id: newDeliveryId(), eventId: newEventId() }));
  await db.webhookEvent.createMany({
    data: made.map(({ eventId }) => {
      const created = Math.floor(createdAt.getTime() / 1000);
      const body = new Uint8Array(Buffer.from(JSON.stringify({ id: eventId, type, created, data: { message: "x" } })));
      return { id: eventId, partnerId, type, body, createdAt };
    }),
  });
  const state = { status: "failed", failures: 5, settledAt: createdAt } as const;
  await db.webhookDelivery.createMany({
    data: made.map(({ id, eventId }) => ({ id, eventId, endpointId, partnerId, type, createdAt, ...state })),
  });
  return made.map(({ id }) => id).toSorted();
}
