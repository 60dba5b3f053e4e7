import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isDeliveryId } from "@/lib/platform/ids";
import { queueAgain, wakeSender } from "./delivery-states";
import { lockEndpoint } from "./endpoints";

/**
 * Sends a delivery again, before all that waits for its endpoint and on the schedule anew, under the same ids: one that
 * failed, one that waits for its next attempt, or one that arrived and is wanted once more. An attempt that is under way does
 * not settle it: another follows. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function resendDelivery(ctx: Ctx<PortalUserActor>, { deliveryId }: { deliveryId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!isDeliveryId(deliveryId)) throw new NotFound();
    const delivery = await tx.webhookDelivery.findUnique({ where: { id: deliveryId }, select: { endpointId: true } });
    if (!delivery) throw new NotFound();
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, delivery.endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    // Before all that waits there, also behind a replay of a whole outage: a person waits for this one.
    await tx.$executeRaw`${queueAgain(Prisma.sql`(
      SELECT ${deliveryId} AS id, least(${clock.now()}::timestamptz, min(next_attempt_at) - interval '1 millisecond') AS due
      FROM webhook_deliveries WHERE endpoint_id = ${id} AND status = 'pending')`)}`;
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.delivery_resent", subject, partnerId, detail: { deliveryId } });
  });
}
