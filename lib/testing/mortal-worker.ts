import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll } from "vitest";
import { serverBundle } from "@/scripts/bundle.mjs";

type MortalWorker = {
  /** Starts it with these variables on top of the test's, and waits until it works. */
  start: (variables?: Readonly<Record<string, string>>) => Promise<void>;
  /** `kill -9`. Resolves once it is gone. */
  kill: () => Promise<void>;
};

/** The service's worker as a process that a test file may start and kill, one at a time. */
export function mortalWorker(): MortalWorker {
  const folder = resolve(`.data/test/worker-${process.pid}`);
  let worker: ChildProcess | undefined;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await build({ ...serverBundle(["worker.ts"]), outdir: folder, sourcemap: false });
  });
  afterEach(() => void worker?.kill("SIGKILL"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    async start(variables = {}) {
      worker = spawn(process.execPath, [`${folder}/worker.js`], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, LOG_LEVEL: "info", ...variables },
      });
      // Ignore jobs it runs for other tests before that.
      let said = "";
      while (!said.includes("worker started"))
        said += String((await once(worker.stdout as NodeJS.ReadableStream, "data"))[0]);
      worker.stdout?.resume();
    },
    async kill() {
      if (!worker) return;
      const gone = once(worker, "exit");
      worker.kill("SIGKILL");
      await gone;
    },
  };
}
