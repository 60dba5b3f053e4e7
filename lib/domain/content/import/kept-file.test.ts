import { expect, it, vi } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage/storage";
import { portalCtx } from "@/lib/testing/factories";
import { beginImport, IMPORT_HEAD, importSetUp, readImport, runImport } from "@/lib/testing/imports";
import { arrivalKey, importKey } from "./import-files";
import { importChecked } from "./start-import";

async function setUp(rows: number) {
  const { partner, rows: logged, lines } = await importSetUp();
  const text = [IMPORT_HEAD, ...lines(rows)].join("\n");
  // What the upload's URL does for as long as it holds.
  const putAnother = (id: string) => {
    const other = Buffer.from(text.replaceAll("Post ", "Fake "));
    return storage().put(arrivalKey({ partnerId: partner.id, id }), other, { contentType: "text/csv" });
  };
  const titles = async () => new Set((await logged()).map(({ title }) => title.slice(0, 4)));
  const state = async (id: string) => (await readImport(partner, id)).state;
  return { partner, text, putAnother, titles, state };
}

it("imports what was checked, whatever is put in the place of the file afterwards", async () => {
  const { partner, text, putAnother, titles, state } = await setUp(3);
  const importId = await beginImport(partner, text, { dryRun: true });
  await runImport(importId);
  await putAnother(importId);
  await importChecked(portalCtx(partner), { importId });
  // It is the file that was checked, and its hash is known before it is read once more.
  expect(await state(importId)).toMatchObject({ status: "waiting", rows: null, sha256: sha256Hex(text) });
  await runImport(importId);
  expect(await state(importId)).toMatchObject({ status: "done", logged: 3, sha256: sha256Hex(text) });
  expect(await titles()).toEqual(new Set(["Post"]));
});

it("goes on in the file that it began with", async () => {
  const { partner, text, putAnother, titles, state } = await setUp(700);
  const importId = await beginImport(partner, text);
  const { signal } = new AbortController();
  vi.spyOn(signal, "throwIfAborted")
    .mockReturnValueOnce()
    .mockImplementationOnce(() => {
      throw new Error("stopped");
    });
  await expect(runImport(importId, { signal })).rejects.toThrow("stopped");
  await putAnother(importId);
  await runImport(importId);
  expect(await state(importId)).toMatchObject({ status: "done", logged: 700, sha256: sha256Hex(text) });
  expect(await titles()).toEqual(new Set(["Post"]));
});

it("puts no hash into the ledger of a checked file that is gone before it is read once more", async () => {
  const { partner, text } = await setUp(3);
  const importId = await beginImport(partner, text, { dryRun: true });
  await runImport(importId);
  await importChecked(portalCtx(partner), { importId });
  await storage().delete(importKey({ partnerId: partner.id, id: importId }));
  await runImport(importId);
  const told = await db.ledgerEntry.findMany({
    where: { subjectId: importId, action: "content_import.finished" },
    orderBy: { seq: "asc" },
  });
  const hashes = told.map(({ detail }) => JSON.parse(detail ?? "").sha256);
  expect(hashes).toEqual([sha256Hex(text), null]);
});
