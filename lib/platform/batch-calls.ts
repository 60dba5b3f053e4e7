import { isReadingStandby, readingStandby } from "./request-context";

type BatchLimits = {
  /** How many keys one load takes. */
  size: number;
  /** How long a load may keep later calls waiting, in milliseconds. */
  maxWaitMs: number;
  /** How many loads may run at once. */
  concurrency: number;
};

/**
 * Turns a read of many keys into a read of one, and batches calls: a lone call loads at once, and calls that arrive during a load
 * share the next one. So each call costs fewer statements under load. A load slower than `maxWaitMs` no longer delays others, and
 * a load never answers a call that arrived after it started, and either reads the standby or doesn't. `load` returns a value for each key, in the order of the keys; when
 * it fails, its calls fail.
 */
export function batchCalls<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  { size, maxWaitMs, concurrency }: BatchLimits,
): (key: K) => Promise<V> {
  type Call = { key: K; isStandbys: boolean; resolve: (value: V) => void; reject: (error: unknown) => void };
  const waiting: Call[] = [];
  let running = 0;
  let isLoading = false;

  function next(): void {
    const [first] = waiting;
    if (isLoading || running >= concurrency || !first) return;
    isLoading = true;
    const end = waiting.findIndex(({ isStandbys }) => isStandbys !== first.isStandbys);
    const calls = waiting.splice(0, end < 0 ? size : Math.min(end, size));
    void readingStandby(first.isStandbys, () => run(calls));
  }

  async function run(calls: readonly Call[]): Promise<void> {
    running++;
    let blocks = true;
    const unblock = () => {
      if (blocks) isLoading = false;
      blocks = false;
      next();
    };
    const timer = setTimeout(unblock, maxWaitMs);
    try {
      const values = await load(calls.map(({ key }) => key));
      if (values.length !== calls.length) throw new Error(`Asked for ${calls.length} values, got ${values.length}.`);
      calls.forEach(({ resolve }, n) => {
        resolve(values[n] as V);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    } finally {
      clearTimeout(timer);
      running--;
      unblock();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, isStandbys: isReadingStandby(), resolve, reject });
      next();
    });
}
