import { expect, it, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { storage } from "@/lib/platform/storage/storage";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { beginImport, IMPORT_HEAD, importSetUp, readImport, runImport } from "@/lib/testing/imports";
import { arrivalKey, importKey, offerImportUpload } from "./import-files";
import { importChecked } from "./start-import";

async function setUp(rows: number) {
  const { partner, rows: logged, lines } = await importSetUp();
  const text = [IMPORT_HEAD, ...lines(rows)].join("\n");
  // Acts as the upload's URL while it is valid.
  const putAnother = (id: string) => {
    const other = Buffer.from(text.replaceAll("Post ", "Fake "));
    return storage().put(arrivalKey({ partnerId: partner.id, id }), other, { contentType: "text/csv" });
  };
  const titles = async () => new Set((await logged()).map(({ title }) => title.slice(0, 4)));
  const state = async (id: string) => (await readImport(partner, id)).state;
  return { partner, text, putAnother, titles, state };
}

it("imports the checked file even if another is uploaded in its place", async () => {
  const { partner, text, putAnother, titles, state } = await setUp(3);
  const importId = await beginImport(partner, text, { dryRun: true });
  await runImport(importId);
  await putAnother(importId);
  await importChecked(portalCtx(partner), { importId });
  // It is the checked file, and its hash is known before it is read again.
  expect(await state(importId)).toMatchObject({ status: "waiting", rows: null, sha256: sha256Hex(text) });
  await runImport(importId);
  expect(await state(importId)).toMatchObject({ status: "done", logged: 3, sha256: sha256Hex(text) });
  expect(await titles()).toEqual(new Set(["Post"]));
});

it("continues with the file it started with", async () => {
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

it("records no hash for a checked file that is gone before the import reads it", async () => {
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

const file = { fileName: "records.csv", bytes: 1 };

const refusal = (wait: string) => ({
  status: 429,
  message: `Your team started 20 uploads in the last hour, which is the limit. Try again in ${wait}.`,
});

it("limits a team's uploads per hour, not another team's, and says when to retry", async () => {
  const [team, other] = [portalCtx(await makePartner()), portalCtx(await makePartner())];
  clock.freeze("2026-05-05T12:00:00Z");
  const offers = await Promise.all(Array.from({ length: 20 }, () => offerImportUpload(team, file)));
  expect(new Set(offers.map(({ importId }) => importId)).size).toBe(20);
  await expect(offerImportUpload(team, file)).rejects.toMatchObject(refusal("60 minutes"));
  clock.advance(59 * MINUTE_MS);
  await expect(offerImportUpload(team, file)).rejects.toMatchObject(refusal("a minute"));
  await offerImportUpload(other, file);
  clock.advance(MINUTE_MS);
  await offerImportUpload(team, file);
});

it("doesn't count files that are rejected", async () => {
  const team = portalCtx(await makePartner());
  for (let n = 0; n < 25; n++) {
    await expect(offerImportUpload(team, { ...file, fileName: "records.pdf" })).rejects.toMatchObject({ status: 400 });
  }
  await offerImportUpload(team, file);
});
