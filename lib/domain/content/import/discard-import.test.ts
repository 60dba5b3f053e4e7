import { afterEach, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { beginImport, IMPORT_HEAD, importSetUp, importText, readImport } from "@/lib/testing/imports";
import { firstRun } from "@/lib/testing/run-jobs";
import { discardChecked, sweepImportsTask } from "./discard-import";
import { arrivalKey, importKey } from "./import-files";
import { importChecked } from "./start-import";

afterEach(() => clock.reset());

async function setUp() {
  const { partner, lines, rows } = await importSetUp();
  const text = [IMPORT_HEAD, ...lines(2), "x"].join("\n");
  const { importId } = await importText(partner, text, { dryRun: true });
  const hasFile = async () =>
    (await storage().exists(importKey({ partnerId: partner.id, id: importId }))) ||
    storage().exists(arrivalKey({ partnerId: partner.id, id: importId }));
  const discards = () =>
    db.ledgerEntry.findMany({ where: { subjectId: importId, action: "content_import.discarded" } });
  return { partner, text, rows, importId, hasFile, discards };
}

it("throws a checked file away, once, and keeps what the check found", async () => {
  const { partner, importId, rows, hasFile, discards } = await setUp();
  const ctx = portalCtx(partner, "admin");
  await discardChecked(ctx, { importId });
  expect(await hasFile()).toBe(false);
  expect(await readImport(partner, importId)).toMatchObject({ state: { discarded: true }, findings: [{ line: 4 }] });
  await expect(discardChecked(ctx, { importId })).rejects.toMatchObject({ code: "NOT_CHECKED" });
  await expect(importChecked(ctx, { importId })).rejects.toMatchObject({ code: "NOT_CHECKED" });
  expect(await rows()).toEqual([]);
  expect(await discards()).toMatchObject([{ actorId: ctx.actor.userId, partnerId: partner.id }]);
});

it("is not thrown away by who may not, nor when it was not checked", async () => {
  const { partner, text, importId, hasFile, discards } = await setUp();
  await expect(discardChecked(portalCtx(partner, "developer"), { importId })).rejects.toMatchObject({ status: 403 });
  await expect(discardChecked(portalCtx(await makePartner()), { importId })).rejects.toMatchObject({ status: 404 });
  expect([await hasFile(), await discards()]).toEqual([true, []]);
  const waiting = await beginImport(partner, text);
  const { importId: imported } = await importText(partner, text);
  for (const id of [waiting, imported]) {
    await expect(discardChecked(portalCtx(partner), { importId: id })).rejects.toMatchObject({ code: "NOT_CHECKED" });
  }
});

it("is thrown away by itself after a week", async () => {
  const { partner, importId, hasFile, discards } = await setUp();
  clock.advance(7 * DAY_MS - MINUTE_MS);
  await sweepImportsTask.run({}, firstRun);
  expect((await readImport(partner, importId)).state.discarded).toBe(false);
  clock.advance(2 * MINUTE_MS);
  for (let n = 0; n < 2; n++) await sweepImportsTask.run({}, firstRun);
  expect((await readImport(partner, importId)).state.discarded).toBe(true);
  expect(await hasFile()).toBe(false);
  expect(await discards()).toMatchObject([{ actorKind: "system" }]);
});
