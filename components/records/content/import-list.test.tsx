import { expect, test } from "vitest";
import { importStatusText } from "./import-list";

test("a checked file with nothing to import needs no decision", () => {
  const checked = { status: "done", dryRun: true, rows: 3, logged: 0, discarded: false } as const;
  expect(importStatusText(checked)).toBe("Nothing to import");
  expect(importStatusText({ ...checked, logged: 1 })).toBe("Checked");
  expect(importStatusText({ ...checked, dryRun: false })).toBe("Imported");
  expect(importStatusText({ ...checked, logged: 1, discarded: true })).toBe("Discarded");
  expect(importStatusText({ ...checked, status: "running" })).toBe("Checking");
});
