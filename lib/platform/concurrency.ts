import { env } from "./env";
import { Unavailable } from "./errors";

export type ConcurrencyLimits = {
  /** How many may run at once: a number, or a share of the database's connections. */
  total: number | { ofConnections: number };
  /** How many of one key may run at once. Defaults to `total`. */
  perKey?: number;
  /** How many of one key may wait. The next one is refused; with 0, nothing waits. */
  waiting?: number;
  /** How long one may wait, in milliseconds, before it is refused. */
  waitMs?: number;
  /** The message of a refusal. */
  busy?: string;
};

export type ConcurrencyLimit = {
  /** Waits for a free slot. Call what it returns once, to free the slot. Throws `Unavailable`. */
  enter: (key?: string) => Promise<() => void>;
  /** Runs `work` in a slot. Throws what `work` throws, and `Unavailable` without running it. */
  run: <T>(work: () => Promise<T>, key?: string) => Promise<T>;
};

type Enter = (key: string) => Promise<() => void>;

const RETRY_SECONDS = { full: 5, late: 10 };

// On globalThis: Next's pages, its routes and our own server bundle are separate module graphs in one process.
const KEY = Symbol.for("vellum.concurrency");
const shared = globalThis as { [KEY]?: Map<string, Enter> };

/**
 * Limits how much heavy work runs at once in this process. Work under one name counts together. Waiting work starts in
 * turn, one key after another, so a busy key delays only itself.
 */
export function limitConcurrency(name: string, limits: ConcurrencyLimits): ConcurrencyLimit {
  const enter = (key = ""): Promise<() => void> => {
    shared[KEY] ??= new Map();
    const queue = shared[KEY].get(name) ?? createQueue(limits);
    shared[KEY].set(name, queue);
    return queue(key);
  };
  return {
    enter,
    async run(work, key) {
      const leave = await enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

type Line = { running: number; waiting: Set<(leave: () => void) => void> };

function createQueue(limits: ConcurrencyLimits): Enter {
  const {
    perKey = Infinity,
    waiting = Infinity,
    waitMs,
    busy = "Too many requests at once. Try again shortly",
  } = limits;
  const total = countOf(limits.total);
  const lines = new Map<string, Line>();
  let running = 0;

  function startNext(): void {
    for (const [key, line] of lines) {
      if (running >= total) return;
      const [start] = line.running < perKey ? line.waiting : [];
      if (!start) continue;
      line.waiting.delete(start);
      // This key goes to the end of the queue.
      lines.delete(key);
      lines.set(key, line);
      line.running++;
      running++;
      start(() => {
        line.running--;
        running--;
        dropIfIdle(key, line);
        startNext();
      });
    }
  }

  function dropIfIdle(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(key);
  }

  return async (key) => {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() };
    const isFree = running < total && line.running < perKey;
    if (!isFree && line.waiting.size >= waiting) throw new Unavailable(busy, RETRY_SECONDS.full);
    lines.set(key, line);
    return new Promise((resolve, reject) => {
      const start = (leave: () => void) => {
        clearTimeout(timer);
        resolve(leave);
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      function giveUp() {
        line.waiting.delete(start);
        dropIfIdle(key, line);
        reject(new Unavailable(busy, RETRY_SECONDS.late));
      }
      line.waiting.add(start);
      startNext();
    });
  };
}

const countOf = (total: ConcurrencyLimits["total"]): number =>
  typeof total === "number" ? total : Math.max(1, Math.floor(env().databasePoolSize * total.ofConnections));
