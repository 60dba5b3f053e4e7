import { expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { ObjectMissing } from "@/lib/platform/storage/object-storage";
import { storage } from "@/lib/platform/storage/storage";
import { beginImport, IMPORT_HEAD, importSetUp, readImport, runImport } from "@/lib/testing/imports";
import { importKey } from "./import-files";

it("stops after more than 100,000 refused rows, keeps what it wrote, and says so", async () => {
  const { partner, rows, lines } = await importSetUp();
  const refused = Array.from({ length: 1_499 }, () => "x");
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(1), ...refused, ...lines(2)].join("\n"));
  // As if much was already done: the first batch reaches exactly 100,000, which is still allowed.
  await db.contentImport.update({ where: { id: importId }, data: { refused: 99_501 } });
  await runImport(importId);
  const { state } = await readImport(partner, importId);
  expect(state).toMatchObject({ status: "failed", logged: 1, refused: 100_500 });
  expect(state.problem).toBe("More than 100,000 rows were refused. Fix the rows in the report and re-import.");
  expect(await rows()).toHaveLength(1);
  expect(await storage().exists(importKey({ partnerId: partner.id, id: importId }))).toBe(false);
});

it("reports a storage failure only at its last attempt, and says that nothing is lost", async () => {
  const { partner, rows, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(3)].join("\n"));
  const get = vi.spyOn(storage(), "get").mockRejectedValue(new Error("the store is not there"));
  await expect(runImport(importId, { attempt: 24 })).rejects.toThrow("the store is not there");
  expect((await readImport(partner, importId)).state).toMatchObject({ status: "running", problem: null });
  await runImport(importId, { attempt: 25, lastAttempt: true });
  get.mockRestore();
  const { state } = await readImport(partner, importId);
  expect(state).toMatchObject({ status: "failed", logged: 0 });
  expect(state.problem).toContain("failed on our side. Start it again");
  expect(await rows()).toEqual([]);
  const told = await db.ledgerEntry.findMany({ where: { subjectId: importId } });
  expect(told.map(({ action, detail }) => [action, JSON.parse(detail ?? "").failed])).toEqual([
    ["content_import.finished", true],
  ]);
  // A finished import stays finished.
  await runImport(importId);
  expect((await readImport(partner, importId)).state).toEqual(state);
});

it("reports a file's own problem at any attempt", async () => {
  const { partner, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(3)].join("\n"));
  vi.spyOn(storage(), "get").mockRejectedValueOnce(new ObjectMissing("gone"));
  await runImport(importId);
  expect((await readImport(partner, importId)).state.problem).toBe("The file was deleted. Upload it again.");
});

it("runs a partner's imports one after another, and those of two partners concurrently", async () => {
  const [one, other] = [await importSetUp(), await importSetUp()];
  const queued = [];
  for (const { partner, lines } of [one, one, other]) {
    queued.push(await beginImport(partner, [IMPORT_HEAD, ...lines(1)].join("\n")));
  }
  const jobs = await db.$queryRaw<{ key: string; queueName: string | null }[]>`
    SELECT key, queue_name AS "queueName" FROM graphile_worker.jobs WHERE task_identifier = 'import_content' AND key IS NOT NULL`;
  const [first, second, third] = queued.map((id) => jobs.find(({ key }) => key.endsWith(id))?.queueName);
  expect(first).toBe(`imports ${one.partner.id}`);
  expect(second).toBe(first);
  expect(third).toBe(`imports ${other.partner.id}`);
});
