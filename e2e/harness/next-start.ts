import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { anyFreePort } from "@/scripts/environment";

/** The same build and the same database under a plain `next start`, without our own server in front. */
export async function startNext(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await anyFreePort();
  const command = [resolve("node_modules/next/dist/bin/next"), "start", "-p", String(port), "-H", "127.0.0.1"];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, "exit");
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const alive = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) return { url, stop };
    await wait(100);
  }
  await stop();
  throw new Error("next start does not answer.");
}
