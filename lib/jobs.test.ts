import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fingerprintVideoTask } from "@/lib/domain/removals";
import { tasks, tasksHere } from "@/lib/jobs";
import { setVariables } from "@/lib/testing/env";

it("know every mail and every task, because an unknown one fails only when it is due", () => {
  const defined = globSync("lib/**/*.{ts,tsx}", { exclude: (path) => path.endsWith(".test.ts") }).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/^export const (\w+) = define(?:Mail|Task)\(/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  const jobs = readFileSync("lib/jobs.ts", "utf8");
  const listed = new Set([...jobs.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name));
  expect(defined.length).toBeGreaterThan(80);
  expect(defined.filter((name) => !listed.has(name))).toEqual([]);
});

it("leave videos to a process that has ffmpeg", async () => {
  setVariables({ FFMPEG_PATH: "/nowhere/ffmpeg" });
  expect(tasks).toContain(fingerprintVideoTask);
  expect(await tasksHere()).toEqual(tasks.filter((task) => task !== fingerprintVideoTask));
});
