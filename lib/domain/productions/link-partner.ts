import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { insertLink } from "@/lib/domain/productions/certificates";
import { lockProduction } from "@/lib/domain/productions/production-status";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { assertAccess, assertOpen } from "./production-access";

/**
 * The producer links a partner whose invitation they accepted. A documented production sends it `production.documented` with the
 * current certificate, and one that a removal request names asks it to take it down. False if it was linked before. Throws `NotFound`, `Conflict` `production_closed`.
 */
export async function linkPartner(
  ctx: Ctx<ProducerActor>,
  { productionId, partnerId }: { productionId: string; partnerId: string },
): Promise<{ linked: boolean }> {
  const { producerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertAccess(tx, ctx.actor, productionId);
    const production = await lockProduction(tx, productionId);
    const works = await tx.producerPartner.count({ where: { producerId, partnerId } });
    if (!production || works === 0) throw new NotFound();
    assertOpen(production);
    return { linked: await insertLink(tx, ctx, { productionId, partnerId }) };
  });
}

/** A partner that the producer works with, and whether a production is linked to it. */
export type LinkablePartner = { partnerId: string; name: string; isLinked: boolean };

/** The partners that a producer can link a production to, by name. Throws `NotFound`. */
export async function listLinkablePartners(ctx: Ctx<ProducerActor>, productionId: string): Promise<LinkablePartner[]> {
  const { producerId } = ctx.actor;
  await assertAccess(db, ctx.actor, productionId);
  const rows = await db.producerPartner.findMany({
    where: { producerId },
    select: { partner: { select: { id: true, name: true, productions: { where: { productionId } } } } },
    orderBy: { partner: { name: "asc" } },
  });
  return rows.map(({ partner: { id, name, productions } }) => ({
    partnerId: id,
    name,
    isLinked: productions.length > 0,
  }));
}
