import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

type Failed = { endpointId: string; since: Date };

/**
 * Sends all failed deliveries of an endpoint since a moment again, the oldest first, on the schedule anew. How many there
 * were. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function replayFailed(
  ctx: Ctx<PortalUserActor>,
  { endpointId, since }: Failed,
): Promise<{ replayed: number }> {
  return inTransaction(async (tx) => {
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Let it go on first.");
    // Due in the order in which they were made, though all of them are due.
    const replayed = await tx.$executeRaw`
      UPDATE webhook_deliveries SET status = 'pending', failures = 0, next_attempt_at = least(created_at, ${clock.now()}), settled_at = NULL
      WHERE endpoint_id = ${id} AND status = 'failed' AND created_at >= ${since}`;
    if (replayed === 0) return { replayed };
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, {
      ctx,
      action: "webhook_endpoint.replayed",
      subject,
      partnerId,
      detail: { since: since.toISOString(), replayed },
    });
    return { replayed };
  });
}
