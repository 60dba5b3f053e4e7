import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll } from "vitest";
import { serverBundle } from "@/scripts/bundle.mjs";
import { currentVariables } from "./env";

type MortalProgram = {
  /** Starts it with these variables on top of the test's, and waits until it works. */
  start: (variables?: Readonly<Record<string, string>>, ...args: string[]) => Promise<void>;
  /** `kill -9`. Resolves once it is gone. */
  kill: () => Promise<void>;
};

/** The service's worker as a process that a test file may start and kill, one at a time. */
export const mortalWorker = (): MortalProgram => mortalProgram("worker.ts", "worker started");

/** A program as a process that a test file may start and kill, one at a time. It works once it has printed `says`. */
export function mortalProgram(entry: string, says = ""): MortalProgram {
  const name = basename(entry, ".ts");
  const folder = resolve(`.data/test/${name}-${process.pid}`);
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await build({ ...serverBundle([entry]), outdir: folder, sourcemap: false });
  });
  afterEach(() => void child?.kill("SIGKILL"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    async start(variables = {}, ...args) {
      child = spawn(process.execPath, [`${folder}/${name}.js`, ...args], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...currentVariables(), LOG_LEVEL: "info", ...variables },
      });
      // Ignore jobs it runs for other tests before that.
      let said = "";
      while (!said.includes(says)) said += String((await once(child.stdout as NodeJS.ReadableStream, "data"))[0]);
      child.stdout?.resume();
    },
    async kill() {
      if (!child) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
