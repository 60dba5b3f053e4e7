import { expect, test } from "vitest";
import { importInWords } from "./import-list";

test("a checked file of which nothing can be imported waits for nobody", () => {
  const checked = { status: "done", dryRun: true, rows: 3, logged: 0, discarded: false } as const;
  expect(importInWords(checked)).toBe("Nothing to import");
  expect(importInWords({ ...checked, logged: 1 })).toBe("Checked");
  expect(importInWords({ ...checked, dryRun: false })).toBe("Imported");
  expect(importInWords({ ...checked, logged: 1, discarded: true })).toBe("Discarded");
  expect(importInWords({ ...checked, status: "running" })).toBe("Checking");
});
