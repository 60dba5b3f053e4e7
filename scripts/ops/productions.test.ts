import { describe, expect, it } from "vitest";
import { enterInspection, inspectionsOf } from "@/lib/domain/custody/inspections";
import { sealProductionTask } from "@/lib/domain/productions/packages";
import { failSeal } from "@/lib/domain/productions/packages/finish-seal";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn } from "@/lib/testing/effects";
import { makeCustodian, makePartner, makeUser, staffCtx, systemCtx } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";
import { makeSealable, openSeal } from "@/lib/testing/packages";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";

const { answer, failure, ops } = opsCommands();

describe("production", () => {
  it("list shows the productions linked to a partner, newest first, and continues after one", async () => {
    const partner = await makePartner();
    const producer = await makeProducer([partner]);
    const first = await makeProduction({ producer, title: "First" });
    const second = await makeProduction({ producer, title: "Second" });
    await makeProduction();
    const words = ["production", "list", "--partner", partner.id];
    const { productions, next } = await answer(...words);
    expect(productions).toMatchObject([
      { id: second.id },
      {
        id: first.id,
        producerId: producer.id,
        status: "pending_documentation",
        partners: 1,
        certificate: null,
        title: "First",
      },
    ]);
    expect(next).toBeNull();
    expect((await answer(...words, "--after", second.id)).productions).toMatchObject([{ id: first.id }]);
    expect((await answer(...words, "--status", "documented")).productions).toEqual([]);
    expect((await ops(words)).stdout).toContain("pending_documentation");
  });

  it("show has everything about one but IDs, and its inspections", async () => {
    const production = await makeProduction();
    const inspectionId = newId();
    await enterInspection(staffCtx(await makeCustodian({ name: "Grace" })), {
      id: inspectionId,
      agency: "Department of Justice",
      inspector: "J. Doe",
      authority: "28 CFR 75.5",
      inspectedAt: new Date("2026-11-01T15:00:00Z"),
      shown: "All records",
      productionIds: [production.id],
    });
    expect(await answer("production", "show", production.id)).toMatchObject({
      productionId: production.id,
      status: "pending_documentation",
      producer: production.producer.user.email,
      depictions: 1,
      partners: [{ partnerId: production.partners[0]?.id, takenDownAt: null }],
      packages: { rows: [], total: 0 },
      certificates: { rows: [], total: 0 },
      inspections: [{ id: inspectionId, agency: "Department of Justice", enteredBy: "Grace" }],
    });
    const { inspections } = await answer("inspection", "list");
    expect(inspections).toContainEqual(expect.objectContaining({ id: inspectionId, productionCount: 1 }));
  });

  it("release lets one be sealed again, with a reason, and refuses one that isn't held", async () => {
    const production = await makeProduction();
    const { packageId } = await openSeal(production);
    const people = [{ userId: production.producer.userId, checkId: "none" }];
    const hold = { as: "under_age_in_production", people } as const;
    await failSeal(systemCtx(), { packageId, failure: "Held.", problem: "AgeNotProven", hold });
    const words = ["production", "release", production.id, "--reason", "A typing error"];
    expect(await answer(...words)).toEqual({ productionId: production.id, released: true });
    expect(await failure(...words)).toContain("isn’t held");
  });
});

describe("inspection", () => {
  it("enter records one for a custodian, once for each id, and refuses other people and unknown productions", async () => {
    const custodian = await makeCustodian({ name: "Grace" });
    const { id: productionId } = await makeProduction();
    const facts = ["--agency", "DOJ", "--inspector", "J. Doe", "--authority", "28 CFR 75.5", "--shown", "All records"];
    const words = (email: string, id: string, at = "2026-11-01T16:00:00+01:00") => [
      ...["inspection", "enter", "--custodian", email, ...facts, "--inspected-at", at, "--production-ids", id],
    ];
    const { inspectionId } = await answer(...words(custodian.email, productionId));
    const again = await answer(...words(custodian.email, productionId), "--id", String(inspectionId));
    expect(again).toEqual({ inspectionId });
    expect(await inspectionsOf(systemCtx(), productionId)).toMatchObject([
      { id: inspectionId, agency: "DOJ", enteredBy: "Grace", inspectedAt: new Date("2026-11-01T15:00:00Z") },
    ]);
    const [line] = await linesOn(String(inspectionId));
    expect(line).toMatchObject({ action: "inspection.entered", actorKind: "system" });
    expect(line?.detail).toContain(custodian.id);
    const other = await makeUser();
    expect(await failure(...words(other.email, productionId))).toContain(
      `No custodian has the address ${other.email}.`,
    );
    expect(await failure(...words(custodian.email, newId()))).toContain("There is no production");
    expect(await failure(...words(custodian.email, productionId, "yesterday"))).toContain("--inspected-at");
    expect(await inspectionsOf(systemCtx(), productionId)).toHaveLength(1);
  });
});

it("verifies the sealed packages of a production, and fails for a missing one", async () => {
  const { production } = await makeSealable();
  const { packageId } = await openSeal(production);
  await sealProductionTask.run({ packageId }, firstRun);
  const verify = async () => {
    const { code, stdout } = await ops(["--json", "package", "verify", production.id]);
    return { code, ...JSON.parse(stdout) };
  };
  expect(await verify()).toMatchObject({ code: 0, ok: true, packages: [{ packageId, problem: null }] });
  const { storageKey } = await db.sealedPackage.findUniqueOrThrow({ where: { id: packageId } });
  await storage().delete(storageKey ?? "");
  expect(await verify()).toMatchObject({ code: 1, ok: false });
});
