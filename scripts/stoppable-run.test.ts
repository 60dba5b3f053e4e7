import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

// The bundle is inside the tree, so that it finds the installed packages.
const folder = resolve(`.data/test/run-${process.pid}`);
const program = `${folder}/run.mjs`;

// A program that runs another one and ignores signals meanwhile, like the launchers of native programs.
const INNER = `process.stdout.write("begun " + process.pid + "\\n"); setTimeout(() => {}, 60000)`;
const DEAF = `
  const inner = ["-e", ${JSON.stringify(INNER)}];
  require("node:child_process").execFileSync(process.execPath, inner, { stdio: ["ignore", "inherit", "inherit"] });`;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const contents = `
    import { run } from "@/scripts/stoppable-run";
    await run(["node", "-e", ${JSON.stringify(DEAF)}], "pipe", {}, (text) => process.stdout.write(text));
    process.stdout.write("went on\\n");`;
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["SIGINT", "SIGTERM"] as const)("%s to the checks alone ends everything they run", async (signal) => {
  // Somebody else's server must not be stopped.
  const checks = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL_TEST: "postgresql://elsewhere" },
  });
  const said = listen(checks);
  await expect.poll(() => said.text, { timeout: 20_000 }).toMatch(/begun \d+\n/);
  const pid = Number(/begun (\d+)/.exec(said.text)?.[1]);
  checks.kill(signal);
  expect(await said.code).toBe(130);
  expect(said.text).toContain("Stopping the checks");
  expect(said.text).not.toContain("went on");
  expect(runs(pid)).toBe(false);
});

// A process that ended stays in the process table until its new parent reaps it.
function runs(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function listen(child: ChildProcess) {
  const said = { text: "", code: new Promise<number | null>((resolve) => child.once("close", resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  }
  return said;
}
