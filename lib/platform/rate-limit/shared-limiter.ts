import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { MemoryLimiter, type RateLimit, type RateLimiter, type RateLimitStatus } from "./memory-limiter";
import { RedisLimiter } from "./redis-limiter";

// On globalThis: Next and our own server bundle are two module graphs in one process, and must count together.
const KEY = Symbol.for("vellum.rateLimiter");
const shared = globalThis as { [KEY]?: RateLimiter };

/** This process's limiter: in Redis if `REDIS_URL` is set, so that all nodes count together, else in memory. */
export function rateLimiter(): RateLimiter {
  shared[KEY] ??= open();
  return shared[KEY];
}

/** Drops all counts and closes the connection. For shutdown, and between tests. */
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

const PAUSE_MS = 1_000;
const WARN_EVERY_MS = 30_000;

/**
 * Uses the first limiter, and the second while the first fails. Without the shared store, each node limits on its own, which is
 * less exact but better than refusing every request. After a failure the first rests for a second, so requests don't all wait for
 * its timeout.
 */
export class ResilientLimiter implements RateLimiter {
  readonly #first: RateLimiter;
  readonly #second: RateLimiter;
  #pausedUntil = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(first: RateLimiter, second: RateLimiter) {
    this.#first = first;
    this.#second = second;
  }

  take(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    return this.#try((limiter) => limiter.take(limit, subject));
  }

  peek(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    return this.#try((limiter) => limiter.peek(limit, subject));
  }

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), this.#second.close()]);
  }

  async #try(ask: (limiter: RateLimiter) => RateLimitStatus | Promise<RateLimitStatus>): Promise<RateLimitStatus> {
    // Measures an outage, so it uses the process's clock and not business time.
    if (performance.now() >= this.#pausedUntil) {
      try {
        return await ask(this.#first);
      } catch (error) {
        this.#failed(error);
      }
    }
    return ask(this.#second);
  }

  #failed(error: unknown): void {
    const now = performance.now();
    this.#pausedUntil = now + PAUSE_MS;
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    log.warn({ err: error }, "rate limits: Redis does not answer, so this process limits on its own");
  }
}
