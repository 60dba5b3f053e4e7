import { randomBytes } from "node:crypto";
import { deliveryFacts } from "@/lib/domain/webhooks/reference/delivery-facts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";

/** How long a delivery that fails takes to fail: from its first attempt to its last. */
export const FAILS_AFTER_MS = deliveryFacts().waitMinutes.reduce((sum, minutes) => sum + minutes, 0) * MINUTE_MS;

/** Deliveries to an endpoint that were given up just now, each of an event of its own. The ids, the oldest first. */
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

/** An id as one made at a moment is, by chance among those of that moment. */
function idAt(at: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
  return ((BigInt(at.getTime()) << 80n) | random).toString(36).padStart(25, "0");
}
