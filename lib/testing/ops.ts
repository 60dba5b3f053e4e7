import { spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect } from "vitest";
import { currentVariables } from "./env";

// The bundle is inside the tree so that it finds installed packages.
const folder = resolve(`.data/test/ops-${process.pid}`);
const program = `${folder}/ops.mjs`;

type Outcome = { code: number | null; stdout: string; stderr: string };

/**
 * The ops commands as a separate program, as people and scripts run them. Bundles it for a test file, which may write to
 * `folder`.
 */
export function opsProgram() {
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await build({
      entryPoints: ["scripts/ops.ts"],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      jsx: "automatic",
      logLevel: "error",
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    folder,
    start,
    ...checked((words: string[], variables?: Record<string, string>) => start(words, variables).done),
  };
}

/** The ops commands in this process, because a program takes a second to start. */
export function opsCommands() {
  return checked(async (words: string[]) => {
    const { runCommand } = await import("@/scripts/ops/program");
    const outcome: Outcome = { code: null, stdout: "", stderr: "" };
    outcome.code = await runCommand(words, {
      stdout: (text) => (outcome.stdout += text),
      stderr: (text) => (outcome.stderr += text),
    });
    return outcome;
  });
}

/** A running command. `done` resolves when it ends. */
function start(words: string[], variables: Record<string, string> = {}) {
  // With logs on, anything but the result on stdout would show.
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...currentVariables(), LOG_LEVEL: "debug", ...variables },
  });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    outcome.stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    outcome.stderr += chunk;
  });
  const done = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...outcome, code }));
  });
  return { child, outcome, done };
}

function checked<Ops extends (words: string[]) => Promise<Outcome>>(ops: Ops) {
  /** Runs a command with `--json` that must succeed with an empty stderr, and returns its object. */
  async function answer(...words: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await ops([...words, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toHaveLength(1);
    return JSON.parse(stdout);
  }

  /** Runs a command with `--json` that must fail, and returns its error. */
  async function failure(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await ops([...words, "--json"]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(JSON.parse(stdout)).toMatchObject({ error: stderr.trimEnd() });
    return stderr;
  }

  return { ops, answer, failure };
}
