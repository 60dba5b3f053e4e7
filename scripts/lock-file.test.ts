import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

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
