import type { Ctx } from "@/lib/domain/context";
import { authorize } from "@/lib/domain/people";
import type { Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/**
 * An endpoint that is not deleted, locked until the transaction ends, for an actor who may manage it. Throws `NotFound`,
 * `Forbidden`.
 */
export async function lockEndpoint(tx: Tx, ctx: Ctx, endpointId: string) {
  if (!isId(endpointId)) throw new NotFound();
  const endpoint = await tx.webhookEndpoint.findFirst({ where: { id: endpointId, deletedAt: null } });
  if (!endpoint) throw new NotFound();
  await authorize(tx, ctx, { partnerId: endpoint.partnerId, to: "manage_integration" });
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS locked FROM webhook_endpoints WHERE id = ${endpointId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  if (locked.length === 0) throw new NotFound();
  return tx.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
}
