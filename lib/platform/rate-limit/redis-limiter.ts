import { Redis, type Result } from "ioredis";
import type { RateLimit, RateLimiter, RateLimitStatus } from "./memory-limiter";

// KEYS[1]: the list of times, oldest first. ARGV: the limit, the window in ms, 1 to count the request, and the time in
// ms, or -1 for the server's clock, which all nodes share.
const SCRIPT = `
local now = tonumber(ARGV[4])
if now < 0 then
  local t = redis.call('TIME')
  now = t[1] * 1000 + math.floor(t[2] / 1000)
end
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or 'nil')
while oldest and oldest <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or 'nil')
end
local size = redis.call('LLEN', KEYS[1])
local admitted = size < limit and 1 or 0
if admitted == 1 and ARGV[3] == '1' then
  redis.call('RPUSH', KEYS[1], string.format('%d', now))
  redis.call('PEXPIRE', KEYS[1], window)
  size = size + 1
  oldest = oldest or now
end
return { admitted, size, string.format('%d', oldest and oldest + window or now) }
`;

declare module "ioredis" {
  interface RedisCommander<Context> {
    slideWindow(
      key: string,
      limit: number,
      windowMs: number,
      count: 0 | 1,
      now: number,
    ): Result<[number, number, string], Context>;
  }
}

const TIMEOUT_MS = 250;

/** Counts requests in Redis, shared by every node. Each check is one atomic script. Rejects when Redis is slow or down. */
export class RedisLimiter implements RateLimiter {
  readonly #redis: Redis;
  readonly #now: () => number;
  readonly #prefix: string;

  /** `now` returns epoch milliseconds, or -1 for the server's own clock. */
  constructor(url: string, { now = () => -1, prefix = "limit" }: { now?: () => number; prefix?: string } = {}) {
    this.#now = now;
    this.#prefix = prefix;
    this.#redis = new Redis(url, {
      commandTimeout: TIMEOUT_MS,
      connectTimeout: 2_000,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
    });
    this.#redis.defineCommand("slideWindow", { numberOfKeys: 1, lua: SCRIPT });
    // Failures reach the caller of each command. An "error" event without a listener would end the process.
    this.#redis.on("error", () => {});
  }

  take(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    return this.#run(limit, subject, 1);
  }

  peek(limit: RateLimit, subject: string): Promise<RateLimitStatus> {
    return this.#run(limit, subject, 0);
  }

  async close(): Promise<void> {
    this.#redis.disconnect();
  }

  /** Resolves when the connection is ready. Rejects after `timeoutMs`. */
  async ready(timeoutMs = 2_000): Promise<void> {
    if (this.#redis.status === "ready") return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("Redis did not answer in time")), timeoutMs);
      this.#redis.once("ready", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async #run(limit: RateLimit, subject: string, count: 0 | 1): Promise<RateLimitStatus> {
    const key = `${this.#prefix}:${limit.name}:${subject}`;
    const [admitted, size, reset] = await this.#redis.slideWindow(key, limit.limit, limit.windowMs, count, this.#now());
    return { admitted: admitted === 1, limit: limit.limit, remaining: limit.limit - size, reset: Number(reset) };
  }
}
