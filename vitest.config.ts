import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const FOLDERS = "{app,clients,components,lib,peers,prisma,scripts}";
const TESTS = `${FOLDERS}/**/*.test.{ts,tsx}`;
// Kill processes, walk random sequences or move much data. `npm run test:long` runs them.
const CAMPAIGNS = `${FOLDERS}/**/*.campaign.test.ts`;

/** Whether a test replaces modules, or starts a program or a server. */
const needsOwnProcess = (file: string) =>
  /vi\.(hoisted|mock|resetModules)\(|opsProgram\(|openEmbeddedPostgres\(|spawn\(/.test(readFileSync(file, "utf8"));

const apart = globSync(TESTS).filter(needsOwnProcess);

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
// Outside of Next there is no request.
const request = `${root}/lib/testing/next.ts`;

export default defineConfig({
  resolve: { alias: { "@": root, "next/headers": request, "next/cache": request } },
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    // It imports "next/server", which Node alone doesn't resolve.
    server: { deps: { inline: ["next-auth"] } },
    pool: "forks",
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Each worker has its own database, and while one waits for it, another can compute.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    // Timeouts only catch hangs, because a loaded machine takes much longer than an idle one.
    testTimeout: 180_000 * (Number(process.env.CAMPAIGN_LENGTH) || 1),
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Loading the service's modules takes longer than most files' tests, so each worker loads them once.
      {
        extends: true,
        test: {
          name: "together",
          include: [TESTS],
          exclude: [...apart, CAMPAIGNS],
          isolate: false,
          setupFiles: ["lib/testing/setup.ts", "lib/testing/shared-process.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      // These take longest, so they go first.
      {
        extends: true,
        test: {
          name: "apart",
          include: apart,
          exclude: [CAMPAIGNS],
          setupFiles: ["lib/testing/setup.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "campaigns",
          include: [CAMPAIGNS],
          setupFiles: ["lib/testing/setup.ts"],
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
