import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{app,components,lib,peers,prisma,scripts}/**/*.test.{ts,tsx}"],
    globalSetup: ["lib/testing/global-setup.ts"],
    setupFiles: ["lib/testing/setup.ts"],
    // It imports "next/server", which Node alone does not resolve.
    server: { deps: { inline: ["next-auth"] } },
    pool: "forks",
    // Each worker has a database of its own; while one waits for it, another can compute.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    // Timeouts are for hangs: a loaded machine may take many times what a quiet one does.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
