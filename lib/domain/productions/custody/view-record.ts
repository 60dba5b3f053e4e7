import { actorId, type Ctx, type StaffActor, type SystemActor } from "@/lib/domain/core/context";
import { custodianHistory, record, recordViewOf } from "@/lib/domain/core/ledger";
import { assertNoConflict, reservedAmong } from "@/lib/domain/custody/conflicts";
import { lockProducerOf, lockProduction } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sealHoldsOn } from "../sealing/begin-seal";
import { certificatesOf, depictionsOf, packagesOf, performerRecordsOf } from "./record-parts";

/**
 * Everything about one production, for a custodian. The ledger records the view for the production and each person in it; partners
 * can't see it. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewProductionRecord(ctx: Ctx<StaffActor>, productionId: string) {
  await assertNoConflict(db, ctx, { production: productionId });
  const production = isId(productionId) ? await read(productionId) : null;
  if (!production) throw new NotFound();
  const { performers, people } = await performerRecordsOf(productionId);
  const subject = { kind: "production", id: productionId } as const;
  await inTransaction((tx) =>
    recordViewOf(
      tx,
      { ctx, action: "production.viewed", subject },
      { action: "person.production_viewed", ids: people },
    ),
  );
  const [depictions, packages, certificates, holds, history] = await Promise.all([
    depictionsOf(productionId),
    packagesOf(productionId),
    certificatesOf(productionId),
    sealHoldsOn(db, productionId),
    custodianHistory({ about: [{ kind: "production", ids: [productionId] }], take: 1000 }),
  ]);
  const reserved = await reservedAmong(db, ctx, { what: "production", ids: holds.map(({ id }) => id) });
  const { producer, createdByPartner, partners, ...facts } = production;
  return {
    ...facts,
    producer: { name: producer.name, email: producer.user.email },
    createdBy: createdByPartner?.name ?? null,
    partners: partners.map(({ partner, ...link }) => ({ ...link, name: partner.name })),
    performers,
    depictions,
    packages,
    certificates,
    /** Another production's title is null if it is reserved for another custodian. */
    holds: holds.map((hold) => ({ ...hold, title: reserved.has(hold.id) ? null : hold.title })),
    history,
  };
}

export type ProductionRecord = Awaited<ReturnType<typeof viewProductionRecord>>;

const read = (id: string) =>
  db.production.findUnique({
    where: { id },
    select: {
      id: true,
      title: true,
      status: true,
      productionDate: true,
      documentedAt: true,
      revision: true,
      contentId: true,
      createdAt: true,
      producer: { select: { name: true, user: { select: { email: true } } } },
      createdByPartner: { select: { name: true } },
      partners: {
        orderBy: [{ linkedAt: "asc" }, { partnerId: "asc" }],
        select: { partnerId: true, linkedAt: true, takenDownAt: true, partner: { select: { name: true } } },
      },
    },
  });

/**
 * Let a production be sealed again after an age wasn't proven or the first day was moved back. Keeps who, when and why. Throws
 * `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `not_held`.
 */
export function releaseSeal(
  ctx: Ctx<StaffActor | SystemActor>,
  { productionId, reason }: { productionId: string; reason: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const { actor } = ctx;
    if (actor.kind === "staff") await assertNoConflict(tx, { ...ctx, actor }, { production: productionId });
    if (!isId(productionId)) throw new NotFound();
    await lockProducerOf(tx, productionId);
    if (!(await lockProduction(tx, productionId))) throw new NotFound();
    const released = {
      releasedAt: clock.now(),
      releasedByKind: actor.kind,
      releasedById: actorId(actor),
      releaseReason: reason,
    };
    const { count } = await tx.sealHold.updateMany({ where: { productionId, releasedAt: null }, data: released });
    if (count === 0) throw new Conflict("not_held", "The seal of this production isn’t held.");
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.seal_released", subject, partnerId: null, reason });
  });
}
