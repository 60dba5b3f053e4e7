import { afterAll, beforeAll, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { portalCtx } from "@/lib/testing/factories";
import { beginImport, IMPORT_HEAD, importSetUp, importText, readImport, runImport } from "@/lib/testing/imports";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { sweepImportsTask } from "./discard-import";
import { deleteReports } from "./finish-import";
import { importChecked } from "./start-import";

const MANY = 25_000;
const TABLES = ["content_import_handles", "content_import_findings"];

// A file of 500 MB has millions of rows. This refuses transactions that would take too long.
beforeAll(async () => {
  await asOwner(`
    CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM gone) > 10000 THEN RAISE EXCEPTION 'too many rows at once'; END IF;
      RETURN NULL;
    END $$`);
  for (const table of TABLES) {
    await asOwner(`CREATE TRIGGER refuse_many AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`);
  }
});
afterAll(async () => {
  clock.reset();
  await asOwner("DROP FUNCTION refuse_many CASCADE");
});

const addFindings = (importId: string) => db.$executeRaw`
  INSERT INTO content_import_findings (import_id, line, outcome, reason)
  SELECT ${importId}, n, 'refused', 'x' FROM generate_series(1000, ${999 + MANY}::int) AS n`;

it("cleans up an import of any length in batches", async () => {
  const { partner, lines } = await importSetUp();
  const importId = await beginImport(partner, [IMPORT_HEAD, ...lines(1)].join("\n"));
  await db.$executeRaw`
    INSERT INTO content_import_handles (import_id, handle, line)
    SELECT ${importId}, sha256(n::text::bytea), n FROM generate_series(1000, ${999 + MANY}::int) AS n`;
  await runImport(importId);
  expect((await readImport(partner, importId)).state).toMatchObject({ status: "done", logged: 1 });
  expect(await db.contentImportHandle.count({ where: { importId } })).toBe(0);
});

it("deletes a check's findings before the import, and old reports, in batches", async () => {
  const { partner, lines } = await importSetUp();
  const { importId } = await importText(partner, [IMPORT_HEAD, ...lines(1)].join("\n"), { dryRun: true });
  await addFindings(importId);
  await importChecked(portalCtx(partner), { importId });
  await runImport(importId);
  const findings = () => db.contentImportFinding.count({ where: { importId } });
  expect((await readImport(partner, importId)).state).toMatchObject({ status: "done", dryRun: false, logged: 1 });
  expect(await findings()).toBe(0);
  await addFindings(importId);
  clock.advance(91 * DAY_MS);
  // A stopping worker leaves some.
  const before = new Date(clock.now().getTime() - 90 * DAY_MS);
  await expect(deleteReports(before, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(await findings()).toBeGreaterThan(0);
  await sweepImportsTask.run({}, firstRun);
  expect(await findings()).toBe(0);
});
