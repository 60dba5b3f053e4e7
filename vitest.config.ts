import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{app,components,lib,peers,prisma,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/setup.ts"],
    // It imports "next/server", which Node alone doesn't resolve.
    server: { deps: { inline: ["next-auth"] } },
    pool: "forks",
    // Each worker has its own database, and while one waits for it, another can compute.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    // Timeouts only catch hangs, because a loaded machine takes much longer than an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
