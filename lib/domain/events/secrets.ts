import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { lockEndpoint } from "./endpoints";
import { openSecret, sealSecret } from "./open-secrets";
import { wakeSender } from "./sending/wake";
import { newSecret } from "./sign";

/** Creates an endpoint's current secret. The caller has already retired the previous one. */
export async function issueSecret(
  tx: Tx,
  { id: endpointId, partnerId }: { id: string; partnerId: string },
): Promise<string> {
  const [id, secret] = [newId(), newSecret()];
  const sealed = new Uint8Array(sealSecret(secret, { id, endpointId }));
  await tx.webhookSecret.create({ data: { id, endpointId, partnerId, sealed, createdAt: clock.now() } });
  return secret;
}

/** An endpoint's current signing secret. Each view is in the ledger. Throws `NotFound`, `Forbidden`. */
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

/** How long the previous secret may keep signing, in hours. */
export const OVERLAP_HOURS = { max: 7 * 24, usual: 24 };

/**
 * Gives an endpoint a new signing secret. The previous one keeps signing during the overlap, so that receivers can be updated.
 * An overlap of 0 ends all previous secrets now. Throws `InvalidField` `overlapHours`, `Conflict` `overlap_running` (a second
 * click would end the secret that receivers know), `NotFound`, `Forbidden`.
 */
export async function rotateSecret(
  ctx: Ctx<PortalUserActor>,
  { endpointId, overlapHours }: { endpointId: string; overlapHours: number },
): Promise<{ secret: string }> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS.max)) {
    throw new InvalidField("overlapHours", "Choose an overlap of up to seven days.");
  }
  return inTransaction(async (tx) => {
    const { id, partnerId } = await lockEndpoint(tx, ctx, endpointId);
    const retiresAt = new Date(clock.now().getTime() + overlapHours * HOUR_MS);
    const former = await tx.webhookSecret.count({ where: { endpointId: id, retiresAt: { gt: clock.now() } } });
    if (former > 0 && overlapHours > 0) {
      throw new Conflict("overlap_running", "The previous secret still signs. End that overlap first.");
    }
    await tx.webhookSecret.deleteMany({ where: { endpointId: id, retiresAt: { not: null } } });
    if (overlapHours === 0) await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
    else await tx.webhookSecret.updateMany({ where: { endpointId: id }, data: { retiresAt } });
    const secret = await issueSecret(tx, { id, partnerId });
    // Deliveries that a sender has already read are signed with the new secret too.
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.secret_rotated", subject, partnerId, detail: { overlapHours } });
    return { secret };
  });
}

/** Ends the overlap of a rotation: only the new secret signs from now on. Throws `NotFound`, `Forbidden`. */
export async function endOverlap(ctx: Ctx<PortalUserActor>, { endpointId }: { endpointId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId } = await lockEndpoint(tx, ctx, endpointId);
    const { count } = await tx.webhookSecret.deleteMany({ where: { endpointId: id, retiresAt: { not: null } } });
    if (count === 0) return;
    await wakeSender(tx);
    record(tx, { ctx, action: "webhook_endpoint.overlap_ended", subject: { kind: "webhook_endpoint", id }, partnerId });
  });
}
