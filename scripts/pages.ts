import { execFile, spawn } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { fingerprint, isFresh, stamp } from "@/scripts/bundle.mjs";

/** Changes to these rebuild the pages. */
export const SOURCES = [
  "app",
  "clients",
  "components",
  "instrumentation-client.ts",
  "lib",
  "prisma",
  "public",
  "next.config.mjs",
  "package-lock.json",
  "pages",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

export type Build = { folder: string; mark: string; isFresh: boolean };

/** Finds the build in `folder` and whether it matches the current sources. */
export function findBuild(folder = ".next"): Build {
  const mark = fingerprint(SOURCES);
  return {
    folder,
    mark,
    isFresh: existsSync(join(folder, "BUILD_ID")) && isFresh(join(folder, "sources.stamp"), mark),
  };
}

const NO_KEY = Buffer.alloc(32).toString("base64");

// Modules validate the configuration when they load. A build doesn't use it and must not see the real secrets. Next makes the ids
// of forms from its key, so one for all builds lets the nodes of an upgrade answer each other's forms. The server has a real one.
const UNUSED = {
  DATABASE_URL: "postgresql://127.0.0.1/unused",
  MASTER_KEY: NO_KEY,
  AUTH_SECRET: "unused".repeat(8),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: NO_KEY,
};

// The steps that Next prints, such as "Generating static pages using 2 workers (12/48)".
const BUILD_STEP = /^\W*((?:Creating|Compiled|Running|Finished|Collecting|Generating|Finalizing) .*?)[ .]*$/gm;

/**
 * Builds the pages, and packs the client that they offer. `signal` aborts, and `tell` hears how far it is. Throws with Next's output.
 */
export async function buildPages(
  { folder, mark }: Build,
  { signal, tell }: { signal?: AbortSignal; tell?: (detail: string) => void } = {},
): Promise<void> {
  const child = spawn(process.execPath, [join("node_modules", "next", "dist", "bin", "next"), "build"], {
    env: {
      ...process.env,
      ...UNUSED,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_DIST_DIR: folder,
      NEXT_BUILD_ID: mark.slice(0, 20),
    },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      said += text;
      const step = [...text.matchAll(BUILD_STEP)].at(-1)?.[1];
      if (step) tell?.(step);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`Building the pages failed:\n${said.trim().split("\n").slice(-30).join("\n")}`);
  const pack = ["pack", "--silent", "--pack-destination", resolve(folder)];
  const { stdout } = await promisify(execFile)("npm", pack, { cwd: "clients/typescript", signal });
  renameSync(join(folder, stdout.trim().split("\n").at(-1) ?? ""), join(folder, "vellum-client.tgz"));
  stamp(join(folder, "sources.stamp"), mark);
}
