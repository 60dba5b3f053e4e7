import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// The ledger is written, verified and shown. What decides something reads a table of its own: see decision 052.

/** What shows the ledger to people: histories, timelines, and who looked. */
const HISTORIES = [
  "lib/domain/records/content/history.ts",
  "lib/domain/creators/overview/list-records.ts",
  "lib/domain/accounts/custody/view-account.ts",
  "lib/domain/identity/check-history.ts",
  "lib/domain/productions/packages/contents/history.ts",
  "lib/domain/events/changes/change-lines.ts",
  "lib/domain/productions/custody/record-history.ts",
  "lib/domain/productions/timeline.ts",
  "lib/domain/removals/custody/request-history.ts",
  "lib/domain/removals/portal/view-takedown.ts",
  "lib/domain/accounts/roster/get-creator.ts",
  "lib/domain/scenes/custody/record-history.ts",
  "lib/domain/scenes/portal/scene-history.ts",
  "lib/domain/scenes/releases/pdf/release-facts.ts",
  "lib/domain/scenes/upload-sessions/portal/view-session.ts",
];

/** What names the table for its privileges, its owner and a warm cache. */
const OPERATIONS = ["prisma/migrate.ts", "prisma/privileges.ts", "scripts/bench/database.ts"];

it("is read by histories only, so that nothing decides from it", () => {
  const readers = globSync(["{app,components,lib,pages,peers,prisma,scripts}/**/*.{ts,tsx,mjs}", "*.{ts,tsx,mjs}"], {
    exclude: ["prisma/generated", "lib/domain/core/ledger", "lib/testing"],
  })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /ledger_entries|ledgerEntr(y|ies)/i.test(readFileSync(file, "utf8")));
  expect(readers.toSorted()).toEqual([...HISTORIES, ...OPERATIONS].toSorted());
});
