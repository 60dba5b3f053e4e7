import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isDeliveryId } from "@/lib/platform/ids";
import { queueAgain } from "./delivery-states";
import { lockEndpoint } from "./endpoints";
import { wakeSender } from "./sending/wake";

/**
 * Resends a delivery of any status under the same ids, before all pending deliveries of its endpoint and with all its retries.
 * If an attempt is running, another one follows it. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function resendDelivery(ctx: Ctx<PortalUserActor>, { deliveryId }: { deliveryId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!isDeliveryId(deliveryId)) throw new NotFound();
    const delivery = await tx.webhookDelivery.findUnique({ where: { id: deliveryId }, select: { endpointId: true } });
    if (!delivery) throw new NotFound();
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, delivery.endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    // First in line, even before the replay of a whole outage, because a person is waiting for it.
    await tx.$executeRaw`${queueAgain(Prisma.sql`(
      SELECT ${deliveryId} AS id, least(${clock.now()}::timestamptz, min(next_attempt_at) - interval '1 millisecond') AS due
      FROM webhook_deliveries WHERE endpoint_id = ${id} AND status = 'pending')`)}`;
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.delivery_resent", subject, partnerId, detail: { deliveryId } });
  });
}
