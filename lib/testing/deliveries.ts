import { randomBytes } from "node:crypto";
import { deliveryFacts } from "@/lib/domain/events/reference/delivery-facts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import type { Prisma } from "@/prisma/generated/client";

/** How long a failing delivery takes, from its first attempt to its last. */
export const FAILS_AFTER_MS = deliveryFacts().waitMinutes.reduce((sum, minutes) => sum + minutes, 0) * MINUTE_MS;

type OfEndpoint = { partnerId: string; endpointId: string };

/** Deliveries to an endpoint, created at a time, each of its own event. Returns their ids, oldest first. */
export async function makeDeliveries(
  { partnerId, endpointId }: OfEndpoint,
  {
    count = 1,
    at,
    ...state
  }: { count?: number; at: Date } & Pick<Prisma.WebhookDeliveryCreateManyInput, "status" | "failures" | "settledAt">,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => idAt(at)).toSorted();
  const of = { partnerId, type: "test.ping", createdAt: at };
  await db.webhookEvent.createMany({
    data: ids.map((suffix) => {
      const id = `evt_${suffix}`;
      const body = { id, type: of.type, created: Math.floor(at.getTime() / 1000), data: { message: "x" } };
      return { id, body: new Uint8Array(Buffer.from(JSON.stringify(body))), ...of };
    }),
  });
  const due = state.status === "pending" ? { nextAttemptAt: at } : { settledAt: at };
  await db.webhookDelivery.createMany({
    data: ids.map((id) => ({ id: `del_${id}`, eventId: `evt_${id}`, endpointId, ...of, ...due, ...state })),
  });
  return ids.map((id) => `del_${id}`);
}

/** Deliveries to an endpoint that failed for good just now, each of its own event. Returns the ids, oldest first. */
export function makeFailedDeliveries(of: OfEndpoint, count: number): Promise<string[]> {
  const settledAt = clock.now();
  const at = new Date(settledAt.getTime() - FAILS_AFTER_MS);
  return makeDeliveries(of, { count, at, status: "failed", failures: 5, settledAt });
}

/** A random id as if created at a time. */
function idAt(at: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString("hex")}`);
  return ((BigInt(at.getTime()) << 80n) | random).toString(36).padStart(25, "0");
}
