import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { anyFreePort } from "@/scripts/environment";

export type RedisForTests = { url: string; stop: () => Promise<void> };

/** Redis for tests: `REDIS_URL_TEST`, or a local `redis-server` on a free port. Null if there is none. */
export async function openRedis(): Promise<RedisForTests | null> {
  if (process.env.REDIS_URL_TEST) return { url: process.env.REDIS_URL_TEST, stop: async () => undefined };
  if (spawnSync("redis-server", ["--version"]).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await anyFreePort();
  const child = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""], {
    stdio: "ignore",
  });
  const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  // An interrupted test run must not leave it running.
  process.once("exit", () => child.kill("SIGKILL"));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers(port)) return { url: `redis://127.0.0.1:${port}`, stop };
    await wait(50);
  }
  await stop();
  return null;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.end();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
