import { afterAll, vi } from "vitest";

// Runs before each test file that shares its process, so that it leaves nothing to the next one.

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  // Imported late, because it reads the environment that the other setup file writes.
  const { closeRateLimiter } = await import("@/lib/platform/rate-limit/shared-limiter");
  await closeRateLimiter();
});
