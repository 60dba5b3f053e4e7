import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

/**
 * Deletes an endpoint: nothing is sent to it any more, and its secrets are erased. What was sent stays in the list of
 * deliveries. Throws `NotFound`, `Forbidden`.
 */
export async function deleteEndpoint(ctx: Ctx<PortalUserActor>, { endpointId }: { endpointId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, url } = await lockEndpoint(tx, ctx, endpointId);
    const deletedAt = clock.now();
    await tx.webhookEndpoint.update({ where: { id }, data: { deletedAt } });
    await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
    await tx.webhookDelivery.updateMany({
      where: { endpointId: id, status: "pending" },
      data: { status: "failed", nextAttemptAt: null, settledAt: deletedAt },
    });
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.deleted", subject, partnerId, detail: { url } });
  });
}
