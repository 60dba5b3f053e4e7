import { expect, it } from "vitest";
import { verifyLedger } from "@/lib/domain/core/ledger";
import { viewProduction } from "@/lib/domain/productions";
import { sealProductionTask } from "@/lib/domain/productions/packages";
import { makeReleaseCopyTask } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { producerCtx } from "@/lib/testing/productions";
import { runJobs } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { CREATORS, seedDemo } from "./seed";
import { PRODUCER } from "./seed-productions";

const accountsOf = async (partnerId: string) =>
  db.soloAccount.findMany({
    where: { partnerId },
    select: { externalUserId: true, status: true, user: { select: { identityChecks: { select: { status: true } } } } },
    orderBy: { externalUserId: "asc" },
  });

it("creates a creator at each stage and a scene in each status once, even if repeated or interrupted", async () => {
  const demo = await seedDemo();
  const accounts = await accountsOf(demo.partnerId);
  expect(accounts.map(({ status, user }) => [status, user?.identityChecks.map((check) => check.status)])).toEqual([
    ["active", ["approved"]],
    ["active", ["approved"]],
    ["suspended", ["approved"]],
    ["pending_id_verification", ["submitted"]],
    ["pending_id_verification", ["submitted"]],
    ["pending_id_verification", ["rejected"]],
    ["pending_id_verification", ["draft"]],
    ["pending_id_verification", []],
  ]);
  expect(await db.partner.findUniqueOrThrow({ where: { id: demo.partnerId } })).toMatchObject({
    plan: "platform_pays",
  });
  const custodians = demo.people.filter(({ role }) => role === "Custodian").map(({ email }) => email);
  expect(custodians).toHaveLength(2);
  for (const email of custodians) {
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ staffRole: "custodian" });
  }
  const [key] = await db.apiKey.findMany({ where: { partnerId: demo.partnerId, mode: "live" } });
  expect(key?.lastUsedAt, "the use of the key that logged its works").not.toBeNull();
  const waiting = await db.identityCheck.findFirstOrThrow({
    where: { status: "submitted", account: { partnerId: demo.partnerId } },
    include: { photos: true },
  });
  expect(waiting.photos.map((photo) => photo.kind).sort()).toEqual(["document_back", "document_front", "person"]);

  const scenesOf = async () =>
    db.collabScene.findMany({
      where: { partnerId: demo.partnerId, isJob: false },
      select: {
        title: true,
        status: true,
        extensions: { select: { id: true } },
        publications: { select: { id: true } },
        fees: { where: { kind: "scene" }, select: { status: true } },
      },
      orderBy: { id: "asc" },
    });
  const scenes = await scenesOf();
  expect(scenes.map(({ status, fees }) => [status, fees[0]?.status])).toEqual([
    ["greenlit", "invoiced"],
    ["blocked", "invoiced"],
    ["cancelled", "invoiced"],
    ["pending_signatures", "invoiced"],
    ["pending_signatures", "invoiced"],
  ]);
  expect(scenes.map(({ extensions, publications }) => [extensions.length, publications.length])).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  const sessions = await db.uploadSession.findMany({
    where: { partnerId: demo.partnerId },
    select: { path: true, completedAt: true, scene: { select: { title: true } } },
    orderBy: { id: "asc" },
  });
  expect(sessions.map(({ path, completedAt, scene }) => [path, completedAt !== null, scene?.title])).toEqual([
    ["solo", true, undefined],
    ["solo", false, undefined],
    ["collab", true, "Weekend in the cabin"],
    ["collab", false, undefined],
  ]);

  const productions = await db.production.findMany({
    where: { createdByPartnerId: demo.partnerId },
    select: {
      id: true,
      title: true,
      status: true,
      packages: { select: { failure: true } },
      certificates: { select: { status: true } },
      performers: { select: { id: true } },
    },
    orderBy: { id: "asc" },
  });
  expect(
    productions.map(({ title, status, packages, certificates }) => [
      ...[title, status, packages.length],
      certificates[0]?.status,
    ]),
  ).toEqual([
    ["Autumn in the city", "pending_documentation", 0, undefined],
    ["Studio portraits", "pending_documentation", 0, undefined],
    ["Portraits on film", "pending_documentation", 1, undefined],
    ["City nights", "documented", 0, "CURRENT"],
    ["Lost weekend", "revoked", 0, "REVOKED"],
  ]);
  const documented = productions.filter(({ certificates }) => certificates.length > 0);
  expect(documented.map(({ performers }) => performers.length > 0)).toEqual([true, true]);
  const { email } = PRODUCER;
  const producer = await db.producer.findFirstOrThrow({ where: { user: { email } } });
  // What the README walks through: one is ready to seal, and another waits for a performer.
  const [open, ready] = await Promise.all(
    productions.slice(0, 2).map(async ({ id }) => (await viewProduction(producerCtx(producer), id)).checklist),
  );
  expect(open?.waitingFor).toMatchObject([{ email: "noor@performers.example.com", state: "pending" }]);
  expect(ready).toMatchObject({ isComplete: true });
  expect(await db.verificationJob.count({ where: { partnerId: demo.partnerId } })).toBe(1);
  const removals = await db.removalRequest.findMany({
    select: { status: true, items: { select: { foundBy: true, status: true } } },
    orderBy: { id: "asc" },
  });
  expect(removals.map(({ status, items }) => [status, items])).toEqual([
    ["open", [{ foundBy: "url", status: "open" }]],
    ["decided", [{ foundBy: "url", status: "confirmed" }]],
  ]);
  expect(await db.takedown.count({ where: { partnerId: demo.partnerId, closedAt: null } })).toBe(1);

  const lines = await db.ledgerEntry.count();
  expect(await seedDemo()).toEqual(demo);
  expect(await db.ledgerEntry.count()).toBe(lines);

  // Jobs make the releases' copies and the demo's certificate once the service runs.
  const signed = { signedAt: { not: null } };
  for (const { id } of await db.scenePerformer.findMany({ where: signed })) {
    await runJobs(makeReleaseCopyTask, { performerId: id });
  }
  const { id: packageId, productionId } = await db.sealedPackage.findFirstOrThrow();
  await runJobs(sealProductionTask, { packageId });
  expect(await db.certificate.count({ where: { productionId, status: "CURRENT" } })).toBe(1);
  const sealed = await db.ledgerEntry.count();

  // As if the first run had been killed at the end: everything exists.
  await asOwner(`
    ALTER TABLE removal_items DISABLE TRIGGER USER;
    UPDATE removal_items SET decided_at = NULL WHERE status = 'confirmed';
    ALTER TABLE removal_items ENABLE TRIGGER USER`);
  expect(await seedDemo()).toEqual(demo);
  expect(await accountsOf(demo.partnerId)).toEqual(accounts);
  expect(await scenesOf()).toEqual(scenes);
  expect(await db.ledgerEntry.count()).toBe(sealed + 1);

  expect((await verifyLedger()).ok).toBe(true);
  expect(CREATORS).toHaveLength(accounts.length);
});
