import { describe, expect, it } from "vitest";
import { closeUnderAgeAlert, listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { addDepiction, beginSeal, editProduction, readSealStatement, viewProduction } from "@/lib/domain/productions";
import { releaseSeal } from "@/lib/domain/productions/custody";
import { clock } from "@/lib/platform/clock";
import { db, violates } from "@/lib/platform/db";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { joinPeople, makeProduction, producerCtx } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";
import { packageRow, productionEventsOf, sealPackage } from "@/lib/testing/sealed-packages";
import { asOwner } from "@/lib/testing/sql";
import { sealProductionTask } from "./seal-production";

it("certifies no one who wasn't 18 on the first day, alerts custodians, and tells the producer nothing about it", async () => {
  const { production, performers, partner } = await makeSealable();
  const { id: productionId } = production;
  const ctx = producerCtx(production.producer);
  // A day before the performer's eighteenth birthday.
  await addDepiction(ctx, { productionId, url: "https://example.com/early", date: "2008-01-30" });
  const { packageId } = await openSeal(production);
  await sealPackage(packageId);
  const { failure, sealedAt } = await packageRow(packageId);
  expect(failure).toMatch(/^These records can’t be sealed as they are\./);
  expect([sealedAt, await db.certificate.count({ where: { productionId } })]).toEqual([null, 0]);
  expect(await productionEventsOf(partner)).toEqual([]);
  const [performer] = performers;
  const { alerts } = await listUnderAgeAlerts(staffCtx(await makeCustodian()));
  const about = alerts.filter(({ userId }) => userId === performer?.userId);
  expect(about).toMatchObject([{ why: "in_production", email: performer?.email, scenes: [{}] }]);
  const { timeline } = await viewProduction(ctx, productionId);
  expect(JSON.stringify(timeline)).not.toContain(performer?.email);
});

type Sealable = Awaited<ReturnType<typeof makeSealable>>;

/** Another production of the same producer, with the same people and good days. */
async function anotherOf({ production: { producer }, scene, uploader }: Sealable) {
  const other = await makeProduction({ producer, performers: [] });
  await joinPeople(other.id, scene, uploader);
  return other;
}

/** What the producer's presses and the jobs after them do. */
function sealerOf(ctx: ReturnType<typeof producerCtx>) {
  const seal = async (id: string) => {
    const { shown } = await readSealStatement(ctx, id);
    return beginSeal(ctx, { productionId: id, shown, signedName: "Ada Example" });
  };
  const failureOf = async (packageId: string) => {
    await sealProductionTask.run({ packageId }, firstRun);
    return (await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } })).failure;
  };
  return { seal, failureOf };
}

it("gives one answer to every trial of a day, until a custodian releases the seal", async () => {
  const sealable = await makeSealable();
  const { id: productionId, producer } = sealable.production;
  const ctx = producerCtx(producer);
  const { seal, failureOf } = sealerOf(ctx);
  const [later, pressedBefore] = [await anotherOf(sealable), await anotherOf(sealable)];
  const before = await seal(pressedBefore.id);
  await addDepiction(ctx, { productionId, url: "https://example.com/early", date: "2008-01-30" });
  const message = await failureOf((await seal(productionId)).packageId);
  expect(message).toMatch(/^These records can’t be sealed as they are\./);
  await db.productionDepiction.deleteMany({ where: { productionId, url: "https://example.com/early" } });
  const held = { status: 409, code: "seal_held", message };
  await expect(seal(productionId)).rejects.toMatchObject(held);
  await expect(seal(later.id)).rejects.toMatchObject(held);
  expect(await failureOf(before.packageId)).toBe(message);
  const of = async (id: string) => (await viewProduction(ctx, id)).failure?.isHeld;
  expect([await of(productionId), await of(pressedBefore.id)]).toEqual([true, false]);

  const custodian = staffCtx(await makeCustodian());
  const release = (id: string) => releaseSeal(custodian, { productionId: id, reason: "The day was a typing error" });
  await expect(release(later.id)).rejects.toMatchObject({ code: "not_held" });
  await release(productionId);
  await expect(release(productionId)).rejects.toMatchObject({ code: "not_held" });
  for (const id of [productionId, later.id]) expect(await failureOf((await seal(id)).packageId)).toBeNull();
});

it("compares no earlier day than the producer sealed before, until a custodian releases it", async () => {
  const sealable = await makeSealable();
  const { production, performers } = sealable;
  const ctx = producerCtx(production.producer);
  const { seal, failureOf } = sealerOf(ctx);
  const trial = async (productionId: string, productionDate: string) => {
    await editProduction(ctx, { productionId, title: "Summer at the lake", productionDate });
    return failureOf((await seal(productionId)).packageId);
  };
  const held = "These records can’t be sealed as they are. Our custodian looks into it and will contact you.";
  const [other, later] = [await anotherOf(sealable), await anotherOf(sealable)];
  expect(await trial(production.id, "2020-05-05")).toBeNull();
  expect(await trial(production.id, "2020-05-04")).toBe(held);
  // A day before the performer's eighteenth birthday reads the same.
  expect(await trial(other.id, "2008-01-30")).toBe(held);
  expect(await trial(later.id, "2020-05-06")).toBeNull();
  const { timeline, failure } = await viewProduction(ctx, production.id);
  expect([failure?.isHeld, JSON.stringify(timeline).includes("2020-05-04")]).toEqual([true, false]);

  const custodian = staffCtx(await makeCustodian());
  const release = (id: string) => releaseSeal(custodian, { productionId: id, reason: "The day was a typing error" });
  const { alerts } = await listUnderAgeAlerts(custodian);
  expect(alerts.find(({ userId }) => userId === performers[0]?.userId)).toMatchObject({ why: "day_moved_back" });
  await release(production.id);
  expect(await failureOf((await seal(production.id)).packageId)).toBeNull();
  expect(await trial(production.id, "2020-05-03")).toBe(held);
  // Now the ages are compared.
  await release(other.id);
  expect(await failureOf((await seal(other.id)).packageId)).toBe(held);
  const [alert] = (await listUnderAgeAlerts(custodian)).alerts.filter(({ userId }) => userId === performers[0]?.userId);
  expect(alert).toMatchObject({ why: "in_production", productionId: other.id });
});

it("alerts about each producer's production, and closing one alert leaves the other", async () => {
  const { performers, production, scene, uploader } = await makeSealable();
  const others = await makeProduction({ performers: [] });
  await joinPeople(others.id, scene, uploader);
  for (const { id: productionId, producer } of [production, others]) {
    const { seal, failureOf } = sealerOf(producerCtx(producer));
    await addDepiction(producerCtx(producer), {
      productionId,
      url: "https://example.com/early",
      date: "2008-01-30",
    });
    expect(await failureOf((await seal(productionId)).packageId)).not.toBeNull();
  }
  const custodian = staffCtx(await makeCustodian());
  const alertsNow = async () =>
    (await listUnderAgeAlerts(custodian)).alerts.filter(({ userId }) => userId === performers[0]?.userId);
  const [latest, earlier] = await alertsNow();
  expect([latest?.productionId, earlier?.productionId]).toEqual([others.id, production.id]);
  await closeUnderAgeAlert(custodian, { alertId: latest?.id ?? "", reason: "The day was a typing error" });
  expect(await alertsNow()).toEqual([earlier]);
});

describe("what a seal leaves", () => {
  /** A held production, and one of the same producer that was sealed before. */
  async function heldAndSealed() {
    const sealable = await makeSealable();
    const { id: productionId, producer } = sealable.production;
    const { seal, failureOf } = sealerOf(producerCtx(producer));
    const sealed = await anotherOf(sealable);
    expect(await failureOf((await seal(sealed.id)).packageId)).toBeNull();
    await addDepiction(producerCtx(producer), { productionId, url: "https://example.com/early", date: "2008-01-30" });
    const { packageId } = await seal(productionId);
    await failureOf(packageId);
    return { ...sealable, productionId, packageId, sealed };
  }

  it("is a hold, released once with who, when and why, and a proof of each age", async () => {
    clock.freeze(new Date());
    const { productionId, packageId, sealed, performers } = await heldAndSealed();
    const placed = { packageId, productionId, reason: "day_moved_back", placedAt: clock.now() };
    expect(await db.sealHold.findMany({ where: { productionId } })).toMatchObject([{ ...placed, releasedAt: null }]);
    const proofs = await db.ageProof.findMany({ where: { personId: performers[0]?.userId ?? "" } });
    const firstDay = sealed.productionDate;
    expect(proofs).toMatchObject([{ productionId: sealed.id, firstDay, checkId: expect.any(String) }]);

    const custodians = await Promise.all([1, 2].map(async () => staffCtx(await makeCustodian())));
    const released = await Promise.allSettled(
      custodians.map((ctx) => releaseSeal(ctx, { productionId, reason: "A typing error" })),
    );
    expect(released.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const winner = custodians[released.findIndex(({ status }) => status === "fulfilled")];
    expect(await db.sealHold.findMany({ where: { productionId } })).toMatchObject([
      {
        ...placed,
        releasedAt: clock.now(),
        releasedByKind: "staff",
        releasedById: winner?.actor.userId,
        releaseReason: "A typing error",
      },
    ]);
  });

  it.each([
    ["seal_holds", "seal_holds_stay_true", "UPDATE seal_holds SET reason = 'age_not_proven'"],
    ["seal_holds", "seal_holds_released_whole", "UPDATE seal_holds SET released_at = now()"],
    ["seal_holds", "seal_holds_stay_true", "DELETE FROM seal_holds"],
    ["age_proofs", "facts_stay", "UPDATE age_proofs SET first_day = now()"],
    ["age_proofs", "facts_stay", "DELETE FROM age_proofs"],
  ])("stays in %s (%s): no %s", async (table, guard, sql) => {
    const { productionId, sealed } = await heldAndSealed();
    const id = table === "seal_holds" ? productionId : sealed.id;
    await expect(asOwner(`${sql} WHERE production_id = $1`, [id])).rejects.toSatisfy((error) => violates(error, guard));
  });

  it("is one open hold for a production", async () => {
    const { production, productionId } = await heldAndSealed();
    const { packageId } = await openSeal(production);
    const again = { packageId, productionId, reason: "age_not_proven", placedAt: clock.now() } as const;
    await expect(db.sealHold.create({ data: again })).rejects.toSatisfy((error) =>
      violates(error, "seal_holds_one_open"),
    );
  });
});
