import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { MemoryLimiter, type RateLimiter, type Standing, type Window } from "./memory-limiter";
import { RedisLimiter } from "./redis-limiter";

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

const PAUSE_MS = 1_000;
const WARN_EVERY_MS = 30_000;

/**
 * Uses the first limiter, and the second while the first fails: without the shared store each node still limits on its
 * own, which is worse than exact and far better than answering nobody. After a failure the first is left alone for a
 * second, so that its timeout is not paid by every request.
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

  take(window: Window, subject: string): Promise<Standing> {
    return this.#try((limiter) => limiter.take(window, subject));
  }

  peek(window: Window, subject: string): Promise<Standing> {
    return this.#try((limiter) => limiter.peek(window, subject));
  }

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), this.#second.close()]);
  }

  async #try(ask: (limiter: RateLimiter) => Standing | Promise<Standing>): Promise<Standing> {
    // The process's own clock, not business time: this measures an outage.
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
    log.warn({ err: error }, "rate limits: Redis does not answer; limiting in this process alone");
  }
}
