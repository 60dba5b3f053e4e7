import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { issueSecret } from "./issue-secret";
import { lockEndpoint } from "./lock-endpoint";
import { wakeSender } from "./sending/wake";

/** How long the secret before may go on signing, in hours: a week at most. */
export const OVERLAP_HOURS = { max: 7 * 24, usual: 24 };

/**
 * Gives an endpoint a new signing secret. The one before goes on signing beside it for the overlap, so that receivers can
 * be changed meanwhile; with an overlap of 0 it ends at once, and one from a rotation just before too. Throws `InvalidField`
 * `overlapHours`, `Conflict` `overlap_running` (a second click would end the secret that receivers know), `NotFound`, `Forbidden`.
 */
export async function rotateSecret(
  ctx: Ctx<PortalUserActor>,
  { endpointId, overlapHours }: { endpointId: string; overlapHours: number },
): Promise<{ secret: string }> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS.max)) {
    throw new InvalidField("overlapHours", "Choose an overlap between none and seven days.");
  }
  return inTransaction(async (tx) => {
    const { id, partnerId } = await lockEndpoint(tx, ctx, endpointId);
    const retiresAt = new Date(clock.now().getTime() + overlapHours * HOUR_MS);
    const former = await tx.webhookSecret.count({ where: { endpointId: id, retiresAt: { gt: clock.now() } } });
    if (former > 0 && overlapHours > 0) {
      throw new Conflict("overlap_running", "The secret before this one still signs. End that overlap first.");
    }
    await tx.webhookSecret.deleteMany({ where: { endpointId: id, retiresAt: { not: null } } });
    if (overlapHours === 0) await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
    else await tx.webhookSecret.updateMany({ where: { endpointId: id }, data: { retiresAt } });
    const secret = await issueSecret(tx, id);
    // What waits in a sender's hand is signed by what signs from now on.
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.secret_rotated", subject, partnerId, detail: { overlapHours } });
    return { secret };
  });
}
