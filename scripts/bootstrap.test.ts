import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { variables } from "@/lib/platform/env-variables";
import { SOURCES } from "@/scripts/pages";
import { firstMoment, step } from "./progress.mjs";

const OWN = performance.timeOrigin;

it.each([
  ["its own start", {}, OWN],
  [
    "the start that its first process told it",
    { VELLUM_PARENT: "7", VELLUM_STARTED: "1764000000000.5" },
    1764000000000.5,
  ],
  ["its own start, when a command above inherited the variables", { VELLUM_PARENT: "6", VELLUM_STARTED: "5" }, OWN],
  ["its own start without a time", { VELLUM_PARENT: "7" }, OWN],
  ["its own start with a time that is none", { VELLUM_PARENT: "7", VELLUM_STARTED: "soon" }, OWN],
])("a command began at %s", (_, variables, began) => expect(firstMoment(variables, 7)).toBe(began));

const Lock = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })),
});

describe("the lock file", () => {
  it("lists the packages of every platform, which `npm ci` requires", () => {
    const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
    const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isReachable(at, name, packages)),
    );
    expect(missing).toEqual([]);
  });
});

// Looks for a package as Node does: in its own node_modules, then in those of each folder above.
function isReachable(at: string, name: string, packages: Readonly<Record<string, unknown>>): boolean {
  for (let place = at; ; place = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0))) {
    if (packages[`${place ? `${place}/` : ""}node_modules/${name}`]) return true;
    if (place === "") return false;
  }
}

it.each(["compose.yaml", "Dockerfile", "deploy/vellum@.service", "docs/several-nodes.md"])(
  "%s sets only variables that exist",
  (file) => {
    const names = [
      ...readFileSync(file, "utf8").matchAll(/(?<![$\w])([A-Z][A-Z0-9]*_[A-Z0-9_]+|ROLE|HOST|PORT)(?=[=:] ?\S)/g),
    ];
    const others = ["POSTGRES_DB", "POSTGRES_PASSWORD"];
    expect(
      names.map(([, name = ""]) => name).filter((name) => !(name in variables.shape || others.includes(name))),
    ).toEqual([]);
  },
);

it("the hash of the pages' sources covers the public folder and Next's configuration", () => {
  expect(SOURCES.filter((source) => !existsSync(source))).toEqual([]);
  expect(SOURCES).toContain("public");
  expect(SOURCES).toEqual(expect.arrayContaining(readdirSync(".").filter((file) => /^next\.config\./.test(file))));
});

it("a long step says without a terminal that it goes on, and how far it is", async () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const done = step("Installing packages", async (tell) => {
    tell("12 of 811");
    await new Promise((resolve) => setTimeout(resolve, 25_000));
  });
  await vi.advanceTimersByTimeAsync(25_000);
  await done;
  write.mockRestore();
  vi.useRealTimers();
  expect(said).toEqual([
    "  Installing packages …\n",
    "  Installing packages … 12 of 811, 10 s\n",
    "  Installing packages … 12 of 811, 20 s\n",
    "✓ Installing packages 25.0 s\n",
  ]);
});
