import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { closeUnusedTestServer } from "@/lib/testing/database";
import { onStop } from "@/scripts/stopping";

const STOP_PATIENCE_MS = 20_000;

/** Ends the checks when they are told to stop: what is under way ends first, and nothing else begins. */
export const stopping = onStop({ early: "Stopping the checks …" });

/**
 * Runs an installed program to its end and returns its exit code; with "pipe", `hear` gets what it says. Does not return
 * when the checks are being stopped.
 */
export async function run(
  [program = "", ...words]: readonly string[],
  output: "inherit" | "pipe",
  variables: Readonly<Record<string, string>>,
  hear: (text: string) => void = () => undefined,
): Promise<number | null> {
  await unlessStopped();
  const child = spawn(`node_modules/.bin/${program}`, words, {
    env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`, ...variables },
    stdio: ["ignore", output, output],
    // A group of its own: a program that runs another hears nothing until that one ends, so they are told together.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => hear(chunk.toString()));
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  underWay = { child, closed };
  const code = await closed;
  underWay = undefined;
  await unlessStopped();
  return code;
}

let underWay: { child: ChildProcess; closed: Promise<unknown> } | undefined;

/** Goes on, unless the checks are being stopped: then never, because whoever stops the process ends it. */
export async function unlessStopped(): Promise<void> {
  if (stopping.signal.aborted) await new Promise(() => undefined);
}

stopping.finally(async () => {
  if (underWay) await end(underWay);
  // Interrupted tests leave their PostgreSQL running.
  if (!process.env.DATABASE_URL_TEST) await closeUnusedTestServer();
});

async function end({ child, closed }: NonNullable<typeof underWay>): Promise<void> {
  const tell = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It is gone already.
    }
  };
  tell("SIGINT");
  const late = wait(STOP_PATIENCE_MS, undefined, { ref: false }).then(() => tell("SIGKILL"));
  await Promise.race([closed, late.then(() => closed)]).catch(() => undefined);
}
