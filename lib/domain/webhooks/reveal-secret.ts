import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import { lockEndpoint } from "./lock-endpoint";
import { openSecret } from "./secret-seal";

/** An endpoint's current signing secret, for somebody who may manage it. Each look is in the ledger. Throws `NotFound`, `Forbidden`. */
export async function revealSecret(
  ctx: Ctx<PortalUserActor>,
  { endpointId }: { endpointId: string },
): Promise<{ secret: string }> {
  return inTransaction(async (tx) => {
    const { id, partnerId } = await lockEndpoint(tx, ctx, endpointId);
    const current = await tx.webhookSecret.findFirstOrThrow({ where: { endpointId: id, retiresAt: null } });
    record(tx, { ctx, action: "webhook_endpoint.secret_viewed", subject: { kind: "webhook_endpoint", id }, partnerId });
    return { secret: openSecret(current) };
  });
}
