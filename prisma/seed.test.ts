import { expect, it } from "vitest";
import { verifyLedger } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";
import { asOwner } from "@/lib/testing/sql";
import { CREATORS, seedDemo } from "./seed";

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
  expect(await db.user.findUniqueOrThrow({ where: { email: demo.custodianEmail } })).toMatchObject({
    staffRole: "custodian",
  });
  const waiting = await db.identityCheck.findFirstOrThrow({
    where: { status: "submitted", account: { partnerId: demo.partnerId } },
    include: { photos: true },
  });
  expect(waiting.photos.map((photo) => photo.kind).sort()).toEqual(["document_back", "document_front", "person"]);

  const scenesOf = async () =>
    db.collabScene.findMany({
      where: { partnerId: demo.partnerId },
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

  const lines = await db.ledgerEntry.count();
  expect(await seedDemo()).toEqual(demo);
  expect(await db.ledgerEntry.count()).toBe(lines);

  // As if the first run had been killed at the end: everything exists.
  await asOwner(`
    ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only;
    UPDATE ledger_entries SET action = 'demo.undone' WHERE action = 'demo.seeded'`);
  expect(await seedDemo()).toEqual(demo);
  expect(await accountsOf(demo.partnerId)).toEqual(accounts);
  expect(await scenesOf()).toEqual(scenes);
  expect(await db.ledgerEntry.count()).toBe(lines + 1);

  await asOwner(`
    UPDATE ledger_entries SET action = 'demo.seeded' WHERE action = 'demo.undone';
    ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only`);
  expect((await verifyLedger()).ok).toBe(true);
  expect(CREATORS).toHaveLength(accounts.length);
});
