import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeCustodian, makePartner, makeUser, staffCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { asOwner } from "@/lib/testing/sql";
import { enterInspection, inspectionList, inspectionsOf, viewInspection } from "./inspections";

const custodian = async () => staffCtx(await makeCustodian({ name: "Grace" }));

const someInspection = (productionIds: readonly string[]) => ({
  id: newId(),
  agency: "Department of Justice",
  inspector: "J. Doe, badge 4711",
  authority: "28 CFR 75.5",
  inspectedAt: new Date("2026-11-20T15:30:00.000Z"),
  shown: "All three indexes, every release and ID",
  productionIds: [...productionIds],
});

const eventsOf = (productionId: string) =>
  db.webhookEvent.findMany({
    where: { type: "production.records_inspected", objects: { has: productionId } },
    orderBy: { id: "asc" },
  });

describe("an inspection", () => {
  it("is entered once however often its form is sent, and tells each partner linked to each production", async () => {
    const [first, second] = [await makePartner(), await makePartner()];
    const producer = await makeProducer([first, second]);
    const shared = await makeProduction({ producer });
    const own = await makeProduction({ producer, partners: [first] });
    const untouched = await makeProduction({ producer });
    const ctx = await custodian();
    const entered = someInspection([shared.id, own.id, shared.id]);
    const answers = await Promise.all([1, 2, 3].map(() => enterInspection({ ...ctx, requestId: newId() }, entered)));
    expect(new Set(answers.map(({ inspectionId }) => inspectionId))).toEqual(new Set([entered.id]));

    const told = async (id: string) =>
      (await eventsOf(id)).map(({ partnerId, body }) => [partnerId, JSON.parse(Buffer.from(body).toString()).data]);
    const data = { inspectedAt: "2026-11-20T15:30:00.000Z", inspectorAgency: "Department of Justice" };
    const byPartner = [first.id, second.id].toSorted();
    expect(await told(shared.id)).toEqual(byPartner.map((id) => [id, { productionId: shared.id, ...data }]));
    expect(await told(own.id)).toEqual([[first.id, { productionId: own.id, ...data }]]);
    expect(await told(untouched.id)).toEqual([]);

    expect(await inspectionsOf(ctx, shared.id)).toMatchObject([
      { id: entered.id, agency: entered.agency, enteredBy: "Grace", productionCount: 2 },
    ]);
    expect(await inspectionsOf(ctx, untouched.id)).toEqual([]);
    const lines = await db.ledgerEntry.findMany({
      where: { OR: [{ subjectId: entered.id }, { subjectId: { in: [shared.id, own.id] } }] },
      orderBy: { seq: "asc" },
    });
    expect(lines.map(({ action, actorId, partnerId }) => [action, actorId, partnerId])).toEqual(
      ["inspection.entered", "production.records_inspected", "production.records_inspected"].map((action) => [
        action,
        ctx.actor.userId,
        null,
      ]),
    );
    expect(lines.map(({ detail }) => detail).join()).not.toContain("badge");
  });

  it("is refused for an unknown production, a time to come, and without a form, and then nothing is kept", async () => {
    const { id } = await makeProduction();
    const ctx = await custodian();
    const entered = someInspection([id]);
    const later = new Date(clock.now().getTime() + 60_000);
    for (const [wrong, field] of [
      [{ productionIds: [id, newId()] }, "productionIds"],
      [{ productionIds: ["x"] }, "productionIds"],
      [{ inspectedAt: later }, "inspectedAt"],
      [{ id: "x" }, "id"],
    ] as const) {
      const refused = enterInspection(ctx, { ...entered, ...wrong, productionIds: [...(wrong.productionIds ?? [id])] });
      await expect(refused).rejects.toMatchObject({ status: 400, field });
    }
    expect(await db.inspection.count({ where: { id: entered.id } })).toBe(0);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("is entered and seen by custodians only, who are not in the production", async () => {
    const performer = await makeCustodian();
    const production = await makeProduction({ performers: [performer.email] });
    const entered = someInspection([production.id]);
    const producer = await db.user.update({
      where: { id: production.producer.userId },
      data: { staffRole: "custodian" },
    });
    for (const own of [performer, producer]) {
      const refused = enterInspection(staffCtx(own), entered);
      await expect(refused).rejects.toMatchObject({ code: "conflict_of_interest" });
    }
    const stranger = staffCtx(await makeUser());
    await expect(enterInspection(stranger, entered)).rejects.toMatchObject({ status: 403 });
    await expect(inspectionList.read(stranger, {})).rejects.toMatchObject({ status: 403 });
    await expect(viewInspection(stranger, entered.id)).rejects.toMatchObject({ status: 403 });

    const ctx = await custodian();
    await enterInspection(ctx, entered);
    expect(await viewInspection(ctx, entered.id)).toMatchObject({
      shown: entered.shown,
      productions: [{ id: production.id, title: production.title }],
    });
    await expect(viewInspection(staffCtx(performer), entered.id)).rejects.toMatchObject({
      code: "conflict_of_interest",
    });
    expect((await inspectionList.read(ctx, {})).rows).toContainEqual(expect.objectContaining({ id: entered.id }));
    for (const id of [newId(), "x"]) await expect(viewInspection(ctx, id)).rejects.toMatchObject({ status: 404 });
  });

  it("stays as entered", async () => {
    const [{ id }, { id: other }] = [await makeProduction(), await makeProduction()];
    const entered = someInspection([id]);
    await enterInspection(await custodian(), entered);
    for (const sql of [
      "DELETE FROM inspections",
      "DELETE FROM inspection_productions",
      "UPDATE inspections SET shown = 'Nothing'",
      `INSERT INTO inspection_productions VALUES ('${entered.id}', '${other}')`,
      "TRUNCATE inspections, inspection_productions",
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow(/kept as entered|never truncated/);
    }
  });
});
