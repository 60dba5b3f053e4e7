import { MINUTE_MS } from "@/lib/platform/duration";

type Log = { subjects: Map<string, TimeRing>; windowMs: number };

const MAX_SUBJECTS = 100_000;
const SWEPT_PER_TAKE = 4;
const CLOCK_SET_BACK_MS = MINUTE_MS;

/**
 * Sliding logs in the memory of this process. Each window has its own table, so that a flood of addresses cannot push
 * out what is known of a key; a full table forgets the subject that has been quiet for longest.
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

  take(window: Window, subject: string): Standing {
    const now = this.#time();
    const log = this.#log(window);
    const known = log.subjects.get(subject);
    const ring = known ?? new TimeRing(window.limit);
    ring.dropUntil(now - window.windowMs);
    const admitted = ring.size < window.limit;
    if (admitted) ring.push(now);
    // Re-inserting keeps the table in the order of last use.
    if (known) log.subjects.delete(subject);
    log.subjects.set(subject, ring);
    this.#sweep(log, now);
    return standing(window, ring, admitted, now);
  }

  peek(window: Window, subject: string): Standing {
    const now = this.#time();
    const ring = this.#log(window).subjects.get(subject);
    ring?.dropUntil(now - window.windowMs);
    return standing(window, ring, (ring?.size ?? 0) < window.limit, now);
  }

  async close(): Promise<void> {
    this.#logs.clear();
  }

  /** How many subjects of a window are remembered. */
  subjects(window: Window): number {
    return this.#log(window).subjects.size;
  }

  // A log is read from its old end, so its times must not go down: a clock set back a little is waited for. One set back
  // by more than a window would refuse everybody for that long; then it is better to begin anew.
  #time(): number {
    const now = this.#now();
    if (now < this.#latest - CLOCK_SET_BACK_MS) {
      this.#logs.clear();
      this.#latest = now;
    }
    this.#latest = Math.max(this.#latest, now);
    return this.#latest;
  }

  #log(window: Window): Log {
    let log = this.#logs.get(window.name);
    if (!log) {
      log = { subjects: new Map(), windowMs: window.windowMs };
      this.#logs.set(window.name, log);
    }
    return log;
  }

  // A few quiet subjects go with each request: memory follows the traffic without a timer and without a pause.
  #sweep(log: Log, now: number): void {
    let left = SWEPT_PER_TAKE;
    for (const [subject, ring] of log.subjects) {
      if (left-- === 0) return;
      if (ring.newest > now - log.windowMs && log.subjects.size <= this.#maxSubjects) return;
      log.subjects.delete(subject);
    }
  }
}

function standing(window: Window, ring: TimeRing | undefined, admitted: boolean, now: number): Standing {
  const size = ring?.size ?? 0;
  return {
    admitted,
    limit: window.limit,
    remaining: window.limit - size,
    reset: ring && size > 0 ? ring.oldest + window.windowMs : now,
  };
}

const FIRST_SIZE = 4;

/** The times of the last requests, oldest first, in a ring that grows as it is needed and never past `limit`. */
class TimeRing {
  #times = new Float64Array(FIRST_SIZE);
  #start = 0;
  #size = 0;
  /** The time pushed last, also after it was dropped. */
  newest = Number.NEGATIVE_INFINITY;

  constructor(readonly limit: number) {}

  get size(): number {
    return this.#size;
  }

  /** 0 when empty. */
  get oldest(): number {
    return this.#size === 0 ? 0 : (this.#times[this.#start] ?? 0);
  }

  /** Adds a time that is not before the newest one. */
  push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#start + this.#size) % this.#times.length] = time;
    this.#size++;
    this.newest = time;
  }

  /** Forgets every time up to and including `bound`. */
  dropUntil(bound: number): void {
    while (this.#size > 0 && (this.#times[this.#start] ?? 0) <= bound) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size--;
    }
  }

  #grow(): void {
    const larger = new Float64Array(Math.min(this.limit, this.#times.length * 2));
    for (let i = 0; i < this.#size; i++) larger[i] = this.#times[(this.#start + i) % this.#times.length] ?? 0;
    this.#times = larger;
    this.#start = 0;
  }
}

/** A sliding window: at most `limit` requests in any `windowMs` milliseconds. `name` keeps the subjects of two windows apart. */
export type Window = { name: string; limit: number; windowMs: number };

/** Where a subject stands in a window after (or, for `peek`, without) the request at hand. */
export type Standing = {
  admitted: boolean;
  limit: number;
  remaining: number;
  /** Epoch milliseconds at which the oldest counted request leaves the window; now, when none is counted. */
  reset: number;
};

/** Counts requests exactly: a log of their times. A refused request is not counted, so waiting always helps. */
export interface RateLimiter {
  /** Counts one request of a subject if the window has room. */
  take(window: Window, subject: string): Standing | Promise<Standing>;
  /** Tells where a subject stands without counting anything. */
  peek(window: Window, subject: string): Standing | Promise<Standing>;
  close(): Promise<void>;
}
