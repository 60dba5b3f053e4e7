import { MINUTE_MS } from "@/lib/platform/duration";

type Log = { subjects: Map<string, TimeRing>; windowMs: number };

const MAX_SUBJECTS = 100_000;
const SWEPT_PER_TAKE = 4;
const CLOCK_SET_BACK_MS = MINUTE_MS;

/**
 * Counts requests in this process's memory. Each limit has its own table, so a flood of addresses can't evict the
 * counts of keys. A full table evicts the least recently used subject.
 */
export class MemoryLimiter implements RateLimiter {
  readonly #logs = new Map<string, Log>();
  readonly #now: () => number;
  readonly #maxSubjects: number;
  #latest = 0;

  /** `now` is in epoch milliseconds. */
  constructor(now: () => number, maxSubjects = MAX_SUBJECTS) {
    this.#now = now;
    this.#maxSubjects = maxSubjects;
  }

  /** `most` is how many of the limit's requests this process may admit. */
  take(limit: RateLimit, subject: string, most = limit.limit): RateLimitStatus {
    const now = this.#time();
    const log = this.#log(limit);
    const existing = log.subjects.get(subject);
    const ring = existing ?? new TimeRing();
    ring.dropUntil(now - limit.windowMs);
    const admitted = ring.size < most;
    if (admitted) ring.push(now);
    // Re-inserting keeps the table in order of last use.
    if (existing) log.subjects.delete(subject);
    log.subjects.set(subject, ring);
    this.#sweep(log, now);
    return statusOf({ ...limit, limit: most }, ring, admitted, now);
  }

  peek(limit: RateLimit, subject: string, most = limit.limit): RateLimitStatus {
    const now = this.#time();
    const ring = this.#log(limit).subjects.get(subject);
    ring?.dropUntil(now - limit.windowMs);
    return statusOf({ ...limit, limit: most }, ring, (ring?.size ?? 0) < most, now);
  }

  async close(): Promise<void> {
    this.#logs.clear();
  }

  /** How many subjects a limit has in memory. */
  subjects(limit: RateLimit): number {
    return this.#log(limit).subjects.size;
  }

  // Times in a log must not decrease. After a small step back, the latest time counts until the clock catches up. A
  // step back of more than a minute would refuse every request until then, so the counts start over.
  #time(): number {
    const now = this.#now();
    if (now < this.#latest - CLOCK_SET_BACK_MS) {
      this.#logs.clear();
      this.#latest = now;
    }
    this.#latest = Math.max(this.#latest, now);
    return this.#latest;
  }

  #log(limit: RateLimit): Log {
    let log = this.#logs.get(limit.name);
    if (!log) {
      log = { subjects: new Map(), windowMs: limit.windowMs };
      this.#logs.set(limit.name, log);
    }
    return log;
  }

  // Each request evicts a few quiet subjects, so memory follows traffic without a timer or a pause.
  #sweep(log: Log, now: number): void {
    let left = SWEPT_PER_TAKE;
    for (const [subject, ring] of log.subjects) {
      if (left-- === 0) return;
      if (ring.newest > now - log.windowMs && log.subjects.size <= this.#maxSubjects) return;
      log.subjects.delete(subject);
    }
  }
}

function statusOf(limit: RateLimit, ring: TimeRing | undefined, admitted: boolean, now: number): RateLimitStatus {
  const size = ring?.size ?? 0;
  return {
    admitted,
    limit: limit.limit,
    remaining: Math.max(0, limit.limit - size),
    reset: ring && size > 0 ? ring.oldest + limit.windowMs : now,
  };
}

const FIRST_SIZE = 4;

/** The times of the latest requests, oldest first. The ring grows as needed, because a limit can be raised. */
class TimeRing {
  #times = new Float64Array(FIRST_SIZE);
  #start = 0;
  #size = 0;
  /** The newest time, even if since dropped. */
  newest = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#size;
  }

  /** 0 when empty. */
  get oldest(): number {
    return this.#size === 0 ? 0 : (this.#times[this.#start] ?? 0);
  }

  /** Adds a time no earlier than the newest one. */
  push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#start + this.#size) % this.#times.length] = time;
    this.#size++;
    this.newest = time;
  }

  /** Drops every time up to and including `bound`. */
  dropUntil(bound: number): void {
    while (this.#size > 0 && (this.#times[this.#start] ?? 0) <= bound) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size--;
    }
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    for (let i = 0; i < this.#size; i++) larger[i] = this.#times[(this.#start + i) % this.#times.length] ?? 0;
    this.#times = larger;
    this.#start = 0;
  }
}

/** At most `limit` requests per subject in any `windowMs` milliseconds. `name` separates limits. */
export type RateLimit = { name: string; limit: number; windowMs: number };

/** How much of a limit a subject has used, including this request unless only peeking. */
export type RateLimitStatus = {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** When the oldest counted request leaves the window, in epoch milliseconds. Now, if none is counted. */
  reset: number;
};

/** Counts requests exactly, by their times. Refused requests don't count, so waiting always helps. */
export interface RateLimiter {
  /** Counts one request of a subject, if the limit allows it. */
  take(limit: RateLimit, subject: string): RateLimitStatus | Promise<RateLimitStatus>;
  /** A subject's status, without counting a request. */
  peek(limit: RateLimit, subject: string): RateLimitStatus | Promise<RateLimitStatus>;
  /** Rejects if it can't count together with other processes, as it should. */
  check?(): Promise<void>;
  close(): Promise<void>;
}
