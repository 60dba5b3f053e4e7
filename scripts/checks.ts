import { existsSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { step } from "@/scripts/progress.mjs";
import { run, unlessStopped } from "@/scripts/stoppable-run";

export type Tally = { passed: number; failed: number };

const STATIC_CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["Types", ["tsc", "--noEmit", "--project", "."]],
  ["Lint and format", ["biome", "ci", "--error-on-warnings", "."]],
  [
    "Dependency rules",
    [
      "depcruise",
      "app",
      "components",
      "lib",
      "pages",
      "peers",
      "prisma",
      "scripts",
      "proxy.ts",
      "server.ts",
      "worker.ts",
    ],
  ],
  [
    "Directions between folders",
    ["depcruise", "--config", ".dependency-cruiser.folders.cjs", "lib", "peers", "prisma"],
  ],
  ["Unused code", ["knip", "--no-config-hints"]],
];

/** Runs the static checks and prints their findings. Each check counts as one. */
export async function staticChecks(): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const [label, command] of STATIC_CHECKS) tallies.push(await asOneCheck(label, () => quietly(command)));
  return tallies;
}

/** Runs `work` as one check. Prints what it throws. */
export async function asOneCheck(label: string, work: () => Promise<unknown>): Promise<Tally> {
  try {
    await step(label, async () => void (await work()));
    return { passed: 1, failed: 0 };
  } catch (error) {
    await unlessStopped();
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Runs vitest and counts its tests. A file that cannot run counts as a failure. */
export async function unitTests(
  variables: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<Tally> {
  const report = ".data/test/vitest.json";
  const command = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...words];
  const found = await reportOf(command, variables, report, VitestReport);
  if (!found.report) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = found.report;
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 || found.code !== 0 ? 1 : 0);
  return { passed: numPassedTests, failed };
}

/** Runs the browser journeys and counts them. One that passes only on retry counts as failed. */
export async function journeys(words: readonly string[] = []): Promise<Tally> {
  const report = ".data/test/journeys.json";
  const command = ["playwright", "test", "--reporter=list,json", ...words];
  const found = await reportOf(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, report, PlaywrightReport);
  if (!found.report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = found.report.stats;
  return { passed: expected, failed: Math.max(unexpected + flaky, found.code === 0 ? 0 : 1) };
}

/** Prints the totals as the last line and sets the exit code. */
export function conclude(tallies: readonly Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function reportOf<T>(
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
  file: string,
  schema: z.ZodType<T>,
): Promise<{ code: number | null; report: T | null }> {
  rmSync(file, { force: true });
  const code = await run(command, "inherit", variables);
  if (!existsSync(file)) return { code, report: null };
  return { code, report: schema.parse(JSON.parse(readFileSync(file, "utf8"))) };
}

async function quietly(command: readonly string[]): Promise<void> {
  let said = "";
  const code = await run(command, "pipe", {}, (text) => {
    said += text;
  });
  if (code !== 0) throw new Error(said.trim() || `${command[0]} ended with ${code}`);
}
