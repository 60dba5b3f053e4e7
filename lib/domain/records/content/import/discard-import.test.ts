import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { beginImport, IMPORT_HEAD, importSetUp, importText, readImport } from "@/lib/testing/imports";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { discardChecked, sweepImportsTask } from "./discard-import";
import { arrivalKey, importKey } from "./import-files";
import { importContentTask } from "./run-import";
import { importChecked } from "./start-import";

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

it("discards a checked file once and keeps its findings", async () => {
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

it("isn't discarded without permission or before its check", async () => {
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

it("is discarded automatically after a week", async () => {
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

const root = await ownObjectFolder();

it("deletes checked files after a week and unstarted uploads after a day, but none in use", async () => {
  const { partner, lines } = await importSetUp();
  const text = [IMPORT_HEAD, ...lines(1)].join("\n");
  const kept = (id: string) => importKey({ partnerId: partner.id, id });
  const arrived = (id: string) => arrivalKey({ partnerId: partner.id, id });
  const [checked, waiting, recent] = [
    kept((await importText(partner, text, { dryRun: true })).importId),
    arrived(await beginImport(partner, text)),
    kept((await importText(partner, text, { dryRun: true })).importId),
  ];
  const neverBegun = arrived(newId());
  await storage().put(neverBegun, Buffer.from("x"), { contentType: "text/csv" });
  const ages: [string, number][] = [checked, waiting].map((key) => [key, 7 * DAY_MS + 1000]);
  for (const [key, age] of [...ages, [recent, 7 * DAY_MS - MINUTE_MS], [neverBegun, DAY_MS + 1000]] as const) {
    const then = new Date(Date.now() - age);
    await utimes(join(root, key), then, then);
  }
  await sweepImportsTask.run({}, firstRun);
  const left = await Promise.all([checked, neverBegun, waiting, recent].map((key) => storage().exists(key)));
  expect(left).toEqual([false, false, true, true]);
});

it.each(["file", "checked one"])("stops before the next %s when the worker stops", async (kind) => {
  const { partner, lines } = await importSetUp();
  const { importId } = await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"), { dryRun: true });
  const arrival = arrivalKey({ partnerId: partner.id, id: newId() });
  await storage().put(arrival, Buffer.from("x"), { contentType: "text/csv" });
  const then = new Date(Date.now() - 7 * DAY_MS - 1000);
  await utimes(join(root, arrival), then, then);
  if (kind !== "file") clock.advance(7 * DAY_MS + MINUTE_MS);
  const left = async () => {
    const checked = await db.contentImport.count({ where: { id: importId, discardedAt: null } });
    return { checked, file: await storage().exists(arrival) };
  };
  const stopped = sweepImportsTask.run({}, { ...firstRun, signal: AbortSignal.abort() });
  await expect(stopped).rejects.toThrow("aborted");
  expect(await left()).toEqual({ checked: 1, file: true });
  await sweepImportsTask.run({}, firstRun);
  expect(await left()).toEqual({ checked: kind === "file" ? 1 : 0, file: false });
});

it("requeues an import that has run since yesterday, once", async () => {
  const { partner, rows, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(1)].join("\n"));
  // Its worker was killed at the last attempt, and the queue never retries such a job.
  const key = `import ${importId}`;
  await db.$executeRaw`
    SELECT graphile_worker.permanently_fail_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = ${key}))`;
  const due = () => db.$queryRaw`
    SELECT attempts FROM graphile_worker.jobs WHERE key = ${key} AND attempts < max_attempts`;
  await sweepImportsTask.run({}, firstRun);
  expect(await due()).toEqual([]);
  clock.advance(DAY_MS + MINUTE_MS);
  for (let n = 0; n < 2; n++) await sweepImportsTask.run({}, firstRun);
  expect(await due()).toEqual([{ attempts: 0 }]);
  await runJobs(importContentTask, { importId });
  expect(await rows()).toHaveLength(1);
  await sweepImportsTask.run({}, firstRun);
  expect(await due()).toEqual([]);
});

it("deletes an import's report after 90 days and keeps its counts", async () => {
  const { partner, account } = await importSetUp();
  const { importId } = await importText(partner, [IMPORT_HEAD, `${account.id},nowhere,T,a,`].join("\n"));
  const findings = () => db.contentImportFinding.count({ where: { importId } });
  await sweepImportsTask.run({}, firstRun);
  expect(await findings()).toBe(1);
  clock.advance(90 * DAY_MS + MINUTE_MS);
  await sweepImportsTask.run({}, firstRun);
  expect(await findings()).toBe(0);
  expect(await db.contentImport.findUniqueOrThrow({ where: { id: importId } })).toMatchObject({ refused: 1 });
});
