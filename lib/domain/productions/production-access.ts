import type { Ctx, PartnerKeyActor, PortalUserActor, ProducerActor, SystemActor } from "@/lib/domain/core/context";
import { assertMay } from "@/lib/domain/parties/people";
import { type LockedProduction, lockProduction } from "@/lib/domain/productions/production-status";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** Who reads a production on pages: its producer, or a member of a linked partner's team. */
export type Reader = Ctx<PortalUserActor | ProducerActor>;
/** Who changes one: its producer, a linked partner's admin or program, or the job that an admin or program started. */
export type Editor = Ctx<PortalUserActor | PartnerKeyActor | ProducerActor | SystemActor>;

type Asker = Editor["actor"];

/** Throws `NotFound` unless the actor is the production's producer or linked to it; the same for an unknown one. */
export async function assertAccess(tx: Pick<Tx, "production">, actor: Asker, productionId: string): Promise<void> {
  const found = isId(productionId) ? await tx.production.count({ where: { id: productionId, ...ownOf(actor) } }) : 0;
  if (found === 0) throw new NotFound();
}

/** Prisma's condition for the productions of an actor. */
export const ownOf = (actor: Asker) => {
  if (actor.kind === "system") return {};
  if (actor.kind === "producer") return { producerId: actor.producerId };
  return { partners: { some: { partnerId: actor.partnerId } } };
};

/**
 * Change what a seal covers, under the production's lock, and count the change. `change` returns null when nothing changed.
 * Lock scenes in `before`, which runs first. Throws `NotFound`, `Forbidden`, `Conflict` `sealing_in_progress`, `production_closed`.
 */
export function changeProduction<T>(
  ctx: Editor,
  productionId: string,
  change: (tx: Tx, production: LockedProduction) => Promise<T | null>,
  before?: (tx: Tx) => Promise<void>,
): Promise<T | null> {
  return inTransaction(async (tx) => {
    await assertMayChange(tx, ctx, productionId);
    await before?.(tx);
    const production = await lockToChange(tx, productionId);
    const result = await change(tx, production);
    if (result !== null) await countChange(tx, productionId);
    return result;
  });
}

/** Throws `NotFound` and `Forbidden`. Ask before the lock, which could wait for, or delay, someone else's production. */
export async function assertMayChange(tx: Tx, ctx: Editor, productionId: string): Promise<void> {
  const { actor } = ctx;
  if ("partnerId" in actor) await assertMay(tx, ctx, { partnerId: actor.partnerId, to: "manage_records" });
  await assertAccess(tx, actor, productionId);
}

/** Locks a production that may be changed now. Throws `Conflict` `sealing_in_progress`, `production_closed`. */
export async function lockToChange(tx: Tx, productionId: string): Promise<LockedProduction> {
  const production = await lockProduction(tx, productionId);
  if (!production) throw new NotFound();
  assertOpen(production);
  if ((await tx.sealedPackage.count({ where: { productionId, sealedAt: null, failure: null } })) > 0) {
    throw new Conflict("sealing_in_progress", "The records are being sealed. Try again in a minute.");
  }
  return production;
}

/** Throws `Conflict` `production_closed` once a production takes no change. */
export function assertOpen({ status }: Pick<LockedProduction, "status">): void {
  if (status !== "pending_documentation" && status !== "documented") {
    throw new Conflict("production_closed", "This production takes no more changes.");
  }
}

/** Counts a change of what a seal covers, so that the next seal knows of it. */
export async function countChange(tx: Tx, productionId: string): Promise<void> {
  await tx.production.update({
    where: { id: productionId },
    data: { revision: { increment: 1 } },
    select: { id: true },
  });
}

/** `assertAccess` outside a transaction, for reads. */
export const assertMayRead = (ctx: Reader, productionId: string): Promise<void> =>
  assertAccess(db, ctx.actor, productionId);
