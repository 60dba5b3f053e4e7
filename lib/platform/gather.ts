export type GatherLimits = {
  /** How many keys one load takes. */
  batch: number;
  /** How long a load keeps later calls waiting, in milliseconds. */
  patienceMs: number;
  /** How many loads may be under way at a time. */
  concurrency: number;
};

/**
 * Turns a read of many into a read of one that many may call at once. A lone call goes out at once; what comes while a
 * load is under way goes out together when that returns. So the busier it gets, the fewer statements each call costs. A
 * load that takes longer than `patienceMs` is no longer waited for, so that one slow connection holds up only those that
 * are on it already. A load never answers a call that came after it was sent. `load` returns a value for each key, in the
 * order of the keys; when it fails, each of its calls fails.
 */
export function gather<K, V>(
  load: (keys: readonly K[]) => Promise<readonly V[]>,
  { batch, patienceMs, concurrency }: GatherLimits,
): (key: K) => Promise<V> {
  type Call = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };
  const waiting: Call[] = [];
  let underway = 0;
  let awaited = false;

  function next(): void {
    if (awaited || underway >= concurrency || waiting.length === 0) return;
    awaited = true;
    void run(waiting.splice(0, batch));
  }

  async function run(calls: readonly Call[]): Promise<void> {
    underway++;
    let patient = true;
    const move = () => {
      if (patient) awaited = false;
      patient = false;
      next();
    };
    const timer = setTimeout(move, patienceMs);
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
      underway--;
      move();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      next();
    });
}
