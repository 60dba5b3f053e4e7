import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { anyFreePort } from "@/scripts/environment";

export type RedisForTests = { url: string; stop: () => Promise<void> };
type Started = RedisForTests & { port: number };

/** Redis for tests: `REDIS_URL_TEST`, or a local `redis-server` on a free port. Null if there is none. */
export async function openRedis(): Promise<RedisForTests | null> {
  if (process.env.REDIS_URL_TEST) return { url: process.env.REDIS_URL_TEST, stop: async () => undefined };
  return hasRedis() ? startRedis(await anyFreePort()) : null;
}

/** Whether a `redis-server` is installed. */
export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

/** Starts `redis-server`, a Sentinel with `config`. Null if it ends at once. */
export async function startRedis(
  port: number,
  { words = [], config }: { words?: readonly string[]; config?: string } = {},
): Promise<Started | null> {
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const file = join(folder, "redis.conf");
  writeFileSync(file, config ?? "");
  const child = spawn(
    "redis-server",
    [
      file,
      "--port",
      `${port}`,
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      ...(config ? ["--sentinel"] : ["--save", ""]),
      ...words,
    ],
    { stdio: "ignore" },
  );
  const gone = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  // An interrupted test run must not leave it running.
  process.once("exit", () => child.kill("SIGKILL"));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers(port)) return { url: `redis://127.0.0.1:${port}`, port, stop };
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
