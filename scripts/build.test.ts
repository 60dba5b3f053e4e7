import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SOURCES } from "@/scripts/build";

test("the hash of the pages' sources covers the public folder and Next's configuration", () => {
  expect(SOURCES.filter((source) => !existsSync(source))).toEqual([]);
  expect(SOURCES).toContain("public");
  expect(SOURCES).toEqual(expect.arrayContaining(readdirSync(".").filter((file) => /^next\.config\./.test(file))));
});
