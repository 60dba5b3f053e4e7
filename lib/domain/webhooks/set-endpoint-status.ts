import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

/**
 * Pauses an endpoint or lets it go on. While it is paused nothing is sent to it and no delivery is made for new events;
 * what waits is sent when it goes on. Repeating it changes nothing. Throws `NotFound`, `Forbidden`.
 */
export async function setEndpointStatus(
  ctx: Ctx<PortalUserActor>,
  { endpointId, status }: { endpointId: string; status: "enabled" | "paused" },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, status: before } = await lockEndpoint(tx, ctx, endpointId);
    if (before === status) return;
    await tx.webhookEndpoint.update({ where: { id }, data: { status } });
    await wakeSender(tx);
    const action = status === "enabled" ? "webhook_endpoint.enabled" : "webhook_endpoint.paused";
    record(tx, { ctx, action, subject: { kind: "webhook_endpoint", id }, partnerId });
  });
}
