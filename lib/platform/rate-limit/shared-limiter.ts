import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import type { RateLimiter } from "./limiter";
import { MemoryLimiter } from "./memory-limiter";
import { RedisLimiter } from "./redis-limiter";
import { ResilientLimiter } from "./resilient-limiter";

// On globalThis: Next and our own server bundle are two module graphs in one process, and must count together.
const KEY = Symbol.for("vellum.rateLimiter");
const shared = globalThis as { [KEY]?: RateLimiter };

/** The limiter of this process: in Redis when `REDIS_URL` is set, so that all nodes count together, else in memory. */
export function rateLimiter(): RateLimiter {
  shared[KEY] ??= open();
  return shared[KEY];
}

/** Forgets every count and closes the connection. For shutdown, and between tests. */
export async function closeRateLimiter(): Promise<void> {
  const open = shared[KEY];
  delete shared[KEY];
  await open?.close();
}

function open(): RateLimiter {
  const memory = new MemoryLimiter(() => clock.now().getTime());
  const { redisUrl } = env();
  return redisUrl ? new ResilientLimiter(new RedisLimiter(redisUrl), memory) : memory;
}
