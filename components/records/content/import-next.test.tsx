import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ImportState } from "@/lib/domain/records/content/import/schemas";
import { importStatusText } from "./import-list";
import { ImportConsequences, ImportNext } from "./import-next";

const failed: ImportState = {
  id: "i",
  fileName: "records.csv",
  fileBytes: 10,
  status: "failed",
  dryRun: false,
  rows: 9,
  sha256: null,
  logged: 1,
  unchanged: 0,
  differing: 0,
  takenDown: 0,
  repeated: 0,
  refused: 0,
  discarded: false,
  problem: "The import failed on our side.",
  by: "Ada",
  createdAt: "2026-09-05T12:00:00.000Z",
  startedAt: null,
  finishedAt: null,
};
const shown = (more: Partial<ImportState> = {}) =>
  renderToStaticMarkup(
    <ImportNext state={{ ...failed, ...more }} start={async () => ({})} discard={async () => ({})} />,
  );

test("a failed import says how many records it wrote", () => {
  expect(shown()).toContain("The import failed");
  expect(shown()).toContain("1 record imported before the failure.");
  expect(shown({ logged: 0 })).not.toContain("before the failure");
  expect(shown({ dryRun: true })).toContain("The check failed");
  expect(shown({ dryRun: true })).not.toContain("before the failure");
});

test("the import dialog says how many rows it skips, whatever the reason", () => {
  const said = (more: Partial<ImportState>) =>
    renderToStaticMarkup(<ImportConsequences state={{ ...failed, dryRun: true, rows: 16, ...more }} />);
  const some = said({ logged: 7, refused: 6, repeated: 1, takenDown: 1, differing: 1 });
  expect(some).toContain("They are kept");
  expect(some).toContain("9 rows will be skipped");
  const one = said({ unchanged: 3, differing: 1 });
  expect(one).toContain("It is kept");
  expect(one).toContain("1 row will be skipped");
  expect(said({ unchanged: 3 })).not.toContain("skipped");
});

test("a checked file can be imported or discarded, a discarded one neither", () => {
  const checked = { status: "done", dryRun: true, problem: null } as const;
  expect(shown(checked)).toContain("Import 1 record");
  expect(shown(checked)).toContain("Discard");
  expect(shown({ ...checked, logged: 0 })).toContain("Discard");
  const discarded = shown({ ...checked, discarded: true });
  expect(discarded).toContain("Discarded");
  expect(discarded).not.toContain("Import 1 record");
  expect(discarded).not.toContain("seven days");
});

test("a checked file with nothing to import needs no decision", () => {
  const checked = { status: "done", dryRun: true, rows: 3, logged: 0, discarded: false } as const;
  expect(importStatusText(checked)).toBe("Nothing to import");
  expect(importStatusText({ ...checked, logged: 1 })).toBe("Checked");
  expect(importStatusText({ ...checked, dryRun: false })).toBe("Imported");
  expect(importStatusText({ ...checked, logged: 1, discarded: true })).toBe("Discarded");
  expect(importStatusText({ ...checked, status: "running" })).toBe("Checking");
});
