import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const REFERENCE = /Contract:\s+(?:\*\s+)?([^.,;]+)/g;

it("is referred to by its section names only", () => {
  const headings = readFileSync("docs/contract.md", "utf8").matchAll(/^##+ (.+)$/gm);
  const sections = new Set([...headings].map(([, name]) => name));
  const files = globSync("{app,components,lib,pages,prisma,scripts}/**/*.{ts,tsx}", { exclude: ["prisma/generated"] });
  const references = files
    .filter((file) => !file.endsWith("contract.test.ts"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(REFERENCE)].map(([, name = ""]) => ({
        file,
        section: name.replace(/\s+\*\s+/, " "),
      })),
    );
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(({ section }) => !sections.has(section))).toEqual([]);
});
