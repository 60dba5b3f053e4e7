import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";
import { step } from "@/scripts/progress.mjs";
import { run, unlessStopped } from "@/scripts/stoppable-run";

/** The result of a check. `failures` describes failed tests whose output has scrolled away by the end of the run. */
export type Tally = { passed: number; failed: number; failures?: readonly string[] };

const STATIC_CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ["Types", ["tsc", "--noEmit", "--project", "."]],
  ["Lint and format", ["biome", "ci", "--error-on-warnings", "."]],
  [
    "Dependency rules",
    [
      "depcruise",
      "app",
      "clients",
      "components",
      "lib",
      "pages",
      "peers",
      "prisma",
      "scripts",
      "instrumentation-client.ts",
      "proxy.ts",
      "server.ts",
      "worker.ts",
    ],
  ],
  [
    "Directions between folders",
    ["depcruise", "--config", ".dependency-cruiser.folders.cjs", "lib", "peers", "prisma"],
  ],
  ["Migrations", ["squawk", "prisma/migrations/*/migration.sql"]],
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
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullable() }),
      ),
    }),
  ),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** What runs: `npm test`, `npm run test:long`, or both. The long journeys include those of the desks. */
export type Part = "usual" | "long" | "any";

const PROJECTS: Record<"tests" | "journeys", Record<Part, readonly string[]>> = {
  tests: { usual: ["together", "apart"], long: ["campaigns"], any: [] },
  journeys: { usual: ["desks", "desks-phone"], long: ["desktop", "phone"], any: ["desktop", "phone"] },
};
const projectsOf = (what: keyof typeof PROJECTS, part: Part) => PROJECTS[what][part].map((name) => `--project=${name}`);

/** Named files may all be of the other part. */
const named = (words: readonly string[], orNone: string) => (words.length > 0 ? [...words, orNone] : []);

/** Runs vitest and counts its tests. A file that cannot run counts as a failure. */
export async function unitTests(
  part: Part,
  { variables = {}, words = [] }: { variables?: Readonly<Record<string, string>>; words?: readonly string[] },
): Promise<Tally> {
  const report = `.data/test/vitest-${part}.json`;
  const output = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const command = ["vitest", "run", ...output, ...projectsOf("tests", part), ...named(words, "--passWithNoTests")];
  const found = await reportOf(command, variables, report, VitestReport);
  if (!found.report) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = found.report;
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 || found.code !== 0 ? 1 : 0);
  return { passed: numPassedTests, failed, failures: describeFailures(found.report) };
}

function describeFailures({ testResults }: z.infer<typeof VitestReport>): string[] {
  return testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const tests = file.assertionResults.filter(({ status }) => status === "failed");
    if (tests.length === 0) return file.status === "failed" ? [`${path}\n${file.message}`] : [];
    return tests.map(({ fullName, failureMessages }) =>
      [`${path} > ${fullName}`, ...(failureMessages ?? [])].join("\n"),
    );
  });
}

/** Runs the browser journeys and counts them. One that passes only on retry counts as failed. */
export async function journeys(part: Part, words: readonly string[] = []): Promise<Tally> {
  const report = `.data/test/journeys-${part}.json`;
  const command = [
    "playwright",
    "test",
    "--reporter=list,json",
    ...projectsOf("journeys", part),
    ...named(words, "--pass-with-no-tests"),
  ];
  const found = await reportOf(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, report, PlaywrightReport);
  if (!found.report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = found.report.stats;
  return { passed: expected, failed: Math.max(unexpected + flaky, found.code === 0 ? 0 : 1) };
}

/** Prints the failed unit tests, then the totals as the last line and sets the exit code. */
export function conclude(tallies: readonly Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  for (const failure of tallies.flatMap(({ failures = [] }) => failures)) process.stdout.write(`\n${failure}\n`);
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
