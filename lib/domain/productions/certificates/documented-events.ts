import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { ASK_LINKED } from "@/lib/domain/custody/takedown-clocks";
import { emitAll, type NewEvent } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

/**
 * The events that bring a production's CURRENT certificate to its linked partners, or to one of them. None without a certificate
 * that has a JWT. Contract: Events, `production.documented`.
 */
export async function documentedEvents(
  tx: Pick<Tx, "$queryRaw">,
  { productionId, partnerId }: { productionId: string; partnerId?: string },
): Promise<NewEvent<"production.documented">[]> {
  const found = await rowsIn<{ partnerId: string; performerCount: number; documentedAt: Date; jwt: string }>(tx)`
    SELECT l.partner_id, k.performer_count, p.documented_at, c.jwt
    FROM production_partners l
    JOIN productions p ON p.id = l.production_id
    JOIN certificates c ON c.production_id = p.id AND c.status = 'CURRENT'
    JOIN sealed_packages k ON k.id = c.package_id
    WHERE l.production_id = ${productionId} AND (${partnerId ?? null}::text IS NULL OR l.partner_id = ${partnerId ?? null})
    ORDER BY l.partner_id`;
  return found.map(({ partnerId: to, performerCount, documentedAt, jwt }) => ({
    type: "production.documented",
    partnerId: to,
    data: { productionId, performerCount, documentedAt: documentedAt.toISOString(), certificate: jwt },
  }));
}

/**
 * Link a partner to a production that this transaction has locked, and send it the CURRENT certificate. A job asks it to take the
 * production down if a removal request names it. False if it was linked before.
 */
export async function insertLink(
  tx: Tx,
  ctx: Ctx,
  { productionId, partnerId }: { productionId: string; partnerId: string },
): Promise<boolean> {
  const { count } = await tx.productionPartner.createMany({
    data: { productionId, partnerId, linkedAt: clock.now() },
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await emitAll(tx, await documentedEvents(tx, { productionId, partnerId }));
  const subject = { kind: "production", id: productionId } as const;
  record(tx, { ctx, action: "production.partner_linked", subject, partnerId });
  const requests = await tx.productionTakedown.count({ where: { productionId, rejectedAt: null } });
  if (requests > 0) await enqueue(tx, ASK_LINKED, { productionId });
  return true;
}
