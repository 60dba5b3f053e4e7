import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("only lib/testing/queue.ts names private tables of graphile-worker, which an update may change", () => {
  const naming = globSync(
    ["{app,components,e2e,lib,pages,peers,prisma,scripts}/**/*.{ts,tsx,mjs,sql}", "*.{ts,tsx,mjs}"],
    { exclude: ["prisma/generated", "lib/testing/queue.test.ts"] },
  ).filter((file) => readFileSync(file, "utf8").includes("_private_"));
  expect(naming).toEqual(["lib/testing/queue.ts"]);
});
