import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

// The API's own texts stay ASCII.
const FILES = globSync([
  "{app,components,pages}/**/*.{ts,tsx}",
  "lib/**/*.tsx",
  "lib/domain/{records/content/import,creators/decisions}/**/*.ts",
  "lib/domain/identity/*.ts",
  "lib/platform/photos.ts",
]).filter((file) => !/\.test\.tsx?$|^app\/(api\/|docs\/error-pages)/.test(file));
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const STRAIGHT = /.{0,20}(?<=[\w}])'(?:s|t|re|ve|ll|d|m)\b.{0,20}|.{0,20}s' [a-z].{0,20}/g;

it("is curly in every text of pages and mails", () => {
  expect(FILES.length).toBeGreaterThan(200);
  const straight = FILES.flatMap((file) => {
    const texts = readFileSync(file, "utf8").replaceAll(COMMENT, "").match(STRAIGHT) ?? [];
    return texts.map((text) => `${file}: ${text.trim()}`);
  });
  expect(straight).toEqual([]);
});
