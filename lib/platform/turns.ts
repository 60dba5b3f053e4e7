import { env } from "./env";
import { Unavailable } from "./errors";

export type TurnLimits = {
  /** How many of one key are under way at once, */
  each: number;
  /** and how many of all: a number, or a share of the database's connections. */
  all: number | { ofConnections: number };
  /** How many of one key wait; the next one is refused. */
  waiting: number;
};

const RETRY_AFTER_S = 5;

/** Returns when it is the caller's turn, with what ends it, which must be called once. Throws `Unavailable`. */
export type Enter = (key: string) => Promise<() => void>;

// On globalThis: Next's pages, its routes and our own server bundle are module graphs in one process, and must count together.
const KEY = Symbol.for("vellum.turns");
const shared = globalThis as { [KEY]?: Map<string, Enter> };

/**
 * Bounds how much of something heavy is under way in this process, under its name. Keys take turns, so that one that asks for
 * much waits for itself.
 */
export const turns =
  (name: string, limits: TurnLimits): Enter =>
  (key) => {
    shared[KEY] ??= new Map();
    const known = shared[KEY].get(name) ?? openLines(limits);
    shared[KEY].set(name, known);
    return known(key);
  };

const countOf = (all: TurnLimits["all"]): number =>
  typeof all === "number" ? all : Math.max(1, Math.floor(env().databasePoolSize * all.ofConnections));

function openLines({ each, waiting, ...limits }: TurnLimits): Enter {
  const all = countOf(limits.all);
  type Line = { underway: number; waiting: ((leave: () => void) => void)[] };
  const lines = new Map<string, Line>();
  let underway = 0;

  function next(): void {
    for (const [key, line] of lines) {
      if (underway >= all) return;
      const begin = line.underway < each ? line.waiting.shift() : undefined;
      if (!begin) continue;
      // Behind the others.
      lines.delete(key);
      lines.set(key, line);
      line.underway++;
      underway++;
      begin(() => {
        line.underway--;
        underway--;
        if (line.underway === 0 && line.waiting.length === 0) lines.delete(key);
        next();
      });
    }
  }

  return (key) => {
    const line = lines.get(key) ?? { underway: 0, waiting: [] };
    if (line.waiting.length >= waiting)
      throw new Unavailable("Too much is asked at once. Ask again in a moment", RETRY_AFTER_S);
    lines.set(key, line);
    return new Promise((resolve) => {
      line.waiting.push(resolve);
      next();
    });
  };
}
