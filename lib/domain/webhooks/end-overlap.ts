import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

/** Ends the overlap of a rotation now: the new secret alone signs from here on. Throws `NotFound`, `Forbidden`. */
export async function endOverlap(ctx: Ctx<PortalUserActor>, { endpointId }: { endpointId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId } = await lockEndpoint(tx, ctx, endpointId);
    const { count } = await tx.webhookSecret.deleteMany({ where: { endpointId: id, retiresAt: { not: null } } });
    if (count === 0) return;
    await wakeSender(tx);
    record(tx, { ctx, action: "webhook_endpoint.overlap_ended", subject: { kind: "webhook_endpoint", id }, partnerId });
  });
}
