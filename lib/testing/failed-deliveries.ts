import { randomBytes } from "node:crypto";
import { deliveryFacts } from "@/lib/domain/webhooks/reference/delivery-facts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";

/** How long a failing delivery takes, from its first attempt to its last. */
export const FAILS_AFTER_MS = deliveryFacts().waitMinutes.reduce((sum, minutes) => sum + minutes, 0) * MINUTE_MS;

/** Deliveries to an endpoint that failed for good just now, each of its own event. Returns the ids, oldest first. */
export async function makeFailedDeliveries(
  { partnerId, endpointId }: { partnerId: string; endpointId: string },
  count: number,
): Promise<string[]> {
  const settledAt = clock.now();
  const createdAt = new Date(settledAt.getTime() - FAILS_AFTER_MS);
  const type = "test.ping";
  const made = Array.from({ length: count }, () => idAt(createdAt)).map((id) => ({
    id: `del_${id}`,
    eventId: `evt_${id}`,
  }));
  await db.webhookEvent.createMany({
    data: made.map(({ eventId }) => {
      const created = Math.floor(createdAt.getTime() / 1000);
      const body = new Uint8Array(Buffer.from(JSON.stringify({ id: eventId, type, created, data: { message: "x" } })));
      return { id: eventId, partnerId, type, body, createdAt };
    }),
  });
  const state = { status: "failed", failures: 5, settledAt } as const;
  await db.webhookDelivery.createMany({
    data: made.map(({ id, eventId }) => ({ id, eventId, endpointId, partnerId, type, createdAt, ...state })),
  });
  return made.map(({ id }) => id).toSorted();
}

/** A random id as if created at a time. */
function idAt(at: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
  return ((BigInt(at.getTime()) << 80n) | random).toString(36).padStart(25, "0");
}
