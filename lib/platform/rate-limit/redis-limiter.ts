import { Cluster, Redis, type Result } from "ioredis";
import type { RateLimit, RateLimiter, RateLimitStatus } from "./memory-limiter";
import type { RedisAddress } from "./redis-address";

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
const OPTIONS = {
  commandTimeout: TIMEOUT_MS,
  connectTimeout: 2_000,
  // A connection whose other end has vanished is replaced.
  socketTimeout: 2_000,
  maxRetriesPerRequest: 0,
  // An old primary that became a replica. The next connection leads to the new one.
  reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
};
const retryStrategy = (attempt: number) => Math.min(100 * attempt, 2_000);

function open(address: RedisAddress, sentinelPassword: string | undefined): Redis | Cluster {
  const common = { enableOfflineQueue: false, enableAutoPipelining: true };
  if (address.kind === "server") return new Redis(address.url, { ...OPTIONS, ...common, retryStrategy });
  const { nodes, name, db, username, password } = address;
  const access = { username, password, ...(address.tls && { tls: {} }) };
  if (address.kind === "cluster") {
    return new Cluster(nodes, {
      ...common,
      clusterRetryStrategy: retryStrategy,
      redisOptions: { ...OPTIONS, ...access },
    });
  }
  return new Redis({
    ...OPTIONS,
    ...common,
    ...access,
    sentinels: nodes,
    name,
    db,
    sentinelPassword,
    enableTLSForSentinelMode: address.tls,
    sentinelRetryStrategy: retryStrategy,
    retryStrategy,
  });
}

/** A limiter that all processes share, and that can be away. */
export interface SharedLimiter extends RateLimiter {
  /** Rejects if it is away. */
  check(): Promise<void>;
  /** Runs `run` whenever a connection ends: what it counted may be lost. */
  onLost(run: () => void): void;
}

/** A Cluster retries longer than a command may take. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis did not answer in time")), TIMEOUT_MS);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Counts requests in Redis, shared by every node. Each check is one atomic script. Rejects when Redis is slow or down. */
export class RedisLimiter implements SharedLimiter {
  readonly #redis: Redis | Cluster;
  readonly #now: () => number;
  readonly #prefix: string;

  /** `now` returns epoch milliseconds, or -1 for the server's own clock. */
  constructor(
    address: RedisAddress,
    {
      now = () => -1,
      prefix = "limit",
      sentinelPassword,
    }: { now?: () => number; prefix?: string; sentinelPassword?: string } = {},
  ) {
    this.#now = now;
    this.#prefix = prefix;
    this.#redis = open(address, sentinelPassword);
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

  async check(): Promise<void> {
    await inTime(this.#redis.ping());
  }

  onLost(run: () => void): void {
    for (const event of ["close", "-node"]) this.#redis.on(event, run);
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
    const [admitted, size, reset] = await inTime(
      this.#redis.slideWindow(key, limit.limit, limit.windowMs, count, this.#now()),
    );
    const remaining = Math.max(0, limit.limit - size);
    return { admitted: admitted === 1, limit: limit.limit, remaining, reset: Number(reset) };
  }
}
