import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { closeUnusedTestServer } from "@/lib/testing/database";
import { onStop } from "@/scripts/stopping";

const STOP_PATIENCE_MS = 20_000;

/** Stops the checks in order: ends the running program and starts no other. */
export const stopping = onStop({ early: "Stopping the checks …" });

/** Runs an installed program and returns its exit code. With "pipe", `onOutput` gets its output. Never returns while the checks stop. */
export async function run(
  [program = "", ...words]: readonly string[],
  output: "inherit" | "pipe",
  variables: Readonly<Record<string, string>>,
  onOutput: (text: string) => void = () => undefined,
): Promise<number | null> {
  await unlessStopped();
  const child = spawn(`node_modules/.bin/${program}`, words, {
    env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`, ...variables },
    stdio: ["ignore", output, output],
    // Its own process group, so that a signal reaches a program and its children together.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => onOutput(chunk.toString()));
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  running = { child, closed };
  const code = await closed;
  running = undefined;
  await unlessStopped();
  return code;
}

let running: { child: ChildProcess; closed: Promise<unknown> } | undefined;

/** Returns unless the checks are stopping; then it never does, and the process exits. */
export async function unlessStopped(): Promise<void> {
  if (stopping.signal.aborted) await new Promise(() => undefined);
}

stopping.finally(async () => {
  if (running) await end(running);
  // Interrupted tests leave their PostgreSQL running.
  if (!process.env.DATABASE_URL_TEST) await closeUnusedTestServer();
});

async function end({ child, closed }: NonNullable<typeof running>): Promise<void> {
  const tell = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  tell("SIGINT");
  const late = wait(STOP_PATIENCE_MS, undefined, { ref: false }).then(() => tell("SIGKILL"));
  await Promise.race([closed, late.then(() => closed)]).catch(() => undefined);
}
