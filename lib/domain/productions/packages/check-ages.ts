import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { isUnderAge } from "@/lib/domain/identity/id-facts";
import { sealHoldsOn } from "@/lib/domain/productions";
import { lockProducerOf } from "@/lib/domain/productions/production-status";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import type { PackageFacts } from "./contents";
import { AgeNotProven, DayMovedBack, SealHeld } from "./problems";

/**
 * Compares everyone's age with the first day of the production and its depictions. An earlier day than we compared before for this
 * producer waits for a custodian first: a producer who moves a day back, seal by seal, would learn when a performer turned 18.
 * Throws `SealHeld`, `DayMovedBack`, `AgeNotProven`.
 */
export const checkAges = (
  ctx: Ctx<SystemActor>,
  { packageId, production, performers }: Pick<PackageFacts, "packageId" | "production" | "performers">,
): Promise<void> =>
  inTransaction(async (tx) => {
    const { id: productionId } = production;
    // One package of a producer at a time, so that each sees the days of the others.
    await lockProducerOf(tx, productionId);
    if ((await sealHoldsOn(tx, productionId)).length > 0) throw new SealHeld();
    const firstDay = await firstDayOf(tx, production);
    const people = performers.map(({ userId, id: { checkId, birthDate } }) => ({ userId, checkId, birthDate }));
    const proven = await provenDays(tx, { productionId, userIds: people.map(({ userId }) => userId) });
    const movedBack = people.filter(({ userId }) => firstDay < (proven.get(userId) ?? firstDay));
    if (movedBack.length > 0 && !(await wasReleased(tx, packageId))) throw new DayMovedBack(movedBack);
    const young = people.filter(({ birthDate }) => !birthDate || isUnderAge(birthDate, firstDay));
    if (young.length > 0) throw new AgeNotProven(young);
    for (const { userId, checkId } of people.filter((one) => !proven.has(one.userId) || movedBack.includes(one))) {
      const proof = { productionId, personId: userId, firstDay, checkId, provenAt: clock.now() };
      // Somebody may be in it under two addresses.
      await tx.ageProof.createMany({ data: proof, skipDuplicates: true });
      const subject = { kind: "person", id: userId } as const;
      const detail = { check: checkId, productionId, firstDay: firstDay.toISOString() };
      record(tx, { ctx, action: "person.of_age_in_production", subject, partnerId: null, detail });
    }
  });

async function firstDayOf(
  tx: Tx,
  { id: productionId, productionDate }: { id: string; productionDate: Date },
): Promise<Date> {
  const { _min } = await tx.productionDepiction.aggregate({ where: { productionId }, _min: { producedOn: true } });
  const { producedOn } = _min;
  return producedOn && producedOn < productionDate ? producedOn : productionDate;
}

/** The earliest first day on which each person was proven to be 18 in productions of the same producer. */
async function provenDays(
  tx: Tx,
  { productionId, userIds }: { productionId: string; userIds: readonly string[] },
): Promise<Map<string, Date>> {
  const rows = await tx.$queryRaw<{ userId: string; firstDay: Date }[]>`
    SELECT a.person_id AS "userId", min(a.first_day) AS "firstDay"
    FROM age_proofs a JOIN productions other ON other.id = a.production_id
      JOIN productions this ON this.id = ${productionId} AND this.producer_id = other.producer_id
    WHERE a.person_id = ANY (${userIds}) GROUP BY a.person_id`;
  return new Map(rows.map(({ userId, firstDay }) => [userId, firstDay]));
}

/** Whether a custodian released a hold of the same revision. The caller knows that no hold is left. */
async function wasReleased(tx: Tx, packageId: string): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM sealed_packages k JOIN seal_holds h ON h.production_id = k.production_id
      JOIN sealed_packages held ON held.id = h.package_id AND held.revision = k.revision
    WHERE k.id = ${packageId} LIMIT 1`;
  return held.length > 0;
}
