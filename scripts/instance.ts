import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { dataFolder } from "@/lib/platform/env";

const Instance = z.object({ pid: z.number(), baseUrl: z.string(), stripePort: z.string().optional() });
const file = () => join(dataFolder(), "running.json");

/** The `npm start` or `npm run dev` that serves this folder now, if there is one. */
export function runningInstance(): z.infer<typeof Instance> | null {
  try {
    const instance = Instance.parse(JSON.parse(readFileSync(file(), "utf8")));
    return isBootstrap(instance.pid) ? instance : null;
  } catch {
    return null;
  }
}

/** Says that this process serves this folder, until the returned function is called. */
export function announceInstance(baseUrl: string): () => void {
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), JSON.stringify({ pid: process.pid, baseUrl, stripePort: process.env.STRIPE_PORT }));
  return () => rmSync(file(), { force: true });
}

// The number alone may belong to another process by now.
function isBootstrap(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("bootstrap.mjs");
  } catch {
    return process.platform !== "linux";
  }
}
