import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SOURCES } from "@/scripts/build";

test("what the pages are made of is all there, the folder of public files and Next's configuration with it", () => {
  expect(SOURCES.filter((source) => !existsSync(source))).toEqual([]);
  expect(SOURCES).toContain("public");
  expect(SOURCES).toEqual(expect.arrayContaining(readdirSync(".").filter((file) => /^next\.config\./.test(file))));
});
