import { Unavailable } from "./errors";

const RETRY_AFTER_S = 10;

type Limits = {
  /** Pieces of work that may run at once. */
  atOnce: number;
  /** How long one may wait for its turn. */
  waitMs: number;
  /** What somebody is told who waited longer. */
  late: string;
};

/**
 * Lets so many pieces of work run at once, the others in the order of asking. One that waited too long is not begun, and
 * throws `Unavailable`: behind work that does not end, an answer is better than none.
 */
export function createTurns({ atOnce, waitMs, late }: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line = new Set<() => void>();

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        line.delete(admit);
        resolve();
      };
      const timer = setTimeout(() => {
        line.delete(admit);
        reject(new Unavailable(late, RETRY_AFTER_S));
      }, waitMs);
      line.add(admit);
    });
  }

  return async (work) => {
    if (running < atOnce) running++;
    else await turn();
    try {
      return await work();
    } finally {
      const [next] = line;
      if (next) next();
      else running--;
    }
  };
}
