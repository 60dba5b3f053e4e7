import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { MemoryLimiter, type RateLimit, type RateLimiter, type RateLimitStatus } from "./memory-limiter";
import { RedisLimiter, type SharedLimiter } from "./redis-limiter";

// On globalThis: Next and our own server bundle are two module graphs in one process, and must count together.
const KEY = Symbol.for("vellum.rateLimiter");
const shared = globalThis as { [KEY]?: RateLimiter };

/** This process's limiter: in Redis if `REDIS_URL` is set, so that all nodes count together, else in memory. */
export function rateLimiter(): RateLimiter {
  shared[KEY] ??= counted(open());
  return shared[KEY];
}

/** Drops all counts and closes the connection. For shutdown, and between tests. */
export async function closeRateLimiter(): Promise<void> {
  const open = shared[KEY];
  delete shared[KEY];
  await open?.close();
}

/** Counts refusals in this process's metrics. */
function counted(limiter: RateLimiter): RateLimiter {
  return {
    peek: (limit, subject) => limiter.peek(limit, subject),
    close: () => limiter.close(),
    ...(limiter.check && { check: async () => limiter.check?.() }),
    async take(limit, subject) {
      const status = await limiter.take(limit, subject);
      if (!status.admitted) metrics().limited.inc({ limit: limit.name });
      return status;
    },
  };
}

function open(): RateLimiter {
  const memory = new MemoryLimiter(() => clock.now().getTime());
  const { redis } = env();
  if (!redis) return memory;
  const { address, sentinelPassword, nodes } = redis;
  return new ResilientLimiter(
    new RedisLimiter(address, { sentinelPassword: sentinelPassword?.reveal() }),
    memory,
    nodes,
  );
}

const PAUSE_MS = 1_000;
const WARN_EVERY_MS = 30_000;

/**
 * Uses the shared limiter, and the local one while the shared one fails: then each of `nodes` processes admits its share, so together
 * they admit no more than the limit. Refusing every request would be worse. The local one counts what this process admits all the
 * time. For one window after a failure or a lost connection this process stays within its share and the shared one must admit too,
 * so a store that comes late or returns empty admits nobody twice. After a failure the shared one rests for a second, so requests
 * don't all wait for its timeout.
 */
export class ResilientLimiter implements RateLimiter {
  readonly #shared: SharedLimiter;
  readonly #local: MemoryLimiter;
  readonly #nodes: number;
  #pausedUntil = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(shared: SharedLimiter, local: MemoryLimiter, nodes: number) {
    this.#shared = shared;
    this.#local = local;
    this.#nodes = nodes;
    shared.onLost(() => {
      this.#failedAt = performance.now();
    });
  }

  async take(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    if (this.#isUnsure(limit)) {
      // Otherwise the shared one would count a request that this process refuses.
      const local = this.#local.peek(limit, subject, this.#most(limit));
      if (!local.admitted) return local;
    }
    const status = await this.#ask((shared) => shared.take(limit, subject));
    if (status && !status.admitted) return status;
    return this.#stricter(limit, status, this.#local.take(limit, subject, this.#most(limit)));
  }

  async peek(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    const status = await this.#ask((shared) => shared.peek(limit, subject));
    return this.#stricter(limit, status, this.#local.peek(limit, subject, this.#most(limit)));
  }

  async check(): Promise<void> {
    await this.#shared.check();
    if (performance.now() < this.#pausedUntil) throw new Error("Redis failed a moment ago");
  }

  async close(): Promise<void> {
    await Promise.all([this.#shared.close(), this.#local.close()]);
  }

  /** Null while the shared limiter fails. */
  async #ask(
    ask: (shared: RateLimiter) => RateLimitStatus | Promise<RateLimitStatus>,
  ): Promise<RateLimitStatus | null> {
    // Measures an outage, so it uses the process's clock and not business time.
    if (performance.now() < this.#pausedUntil) {
      this.#failedAt = performance.now();
      return null;
    }
    try {
      return await ask(this.#shared);
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  /** Whether the shared limiter may not know all requests of this window. */
  #isUnsure(limit: RateLimit): boolean {
    return performance.now() - this.#failedAt <= limit.windowMs;
  }

  /** How many requests of a limit this process may admit. */
  #most(limit: RateLimit): number {
    return this.#isUnsure(limit) ? Math.max(1, Math.floor(limit.limit / this.#nodes)) : limit.limit;
  }

  /** The shared status, unless this process knows better. */
  #stricter(limit: RateLimit, shared: RateLimitStatus | null, local: RateLimitStatus): RateLimitStatus {
    if (!shared) return local;
    return !this.#isUnsure(limit) || (local.admitted && shared.remaining <= local.remaining) ? shared : local;
  }

  #failed(error: unknown): void {
    const now = performance.now();
    this.#failedAt = now;
    this.#pausedUntil = now + PAUSE_MS;
    if (now - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now;
    log.warn({ err: error }, "rate limits: Redis does not answer, so this process admits its share of each limit");
  }
}
