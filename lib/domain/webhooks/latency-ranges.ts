// Each range ends a fifth above the one before, from a millisecond to beyond the thirty seconds of an attempt: a percentile
// read from them is right to a fifth at worst.
const GROWTH = 1.2;

/** How many ranges of latency there are. */
export const LATENCY_RANGES = 58;

const endOf = (range: number): number => GROWTH ** range;

/** The range that a latency falls in. */
export const latencyRange = (ms: number): number =>
  Math.min(LATENCY_RANGES - 1, Math.max(0, Math.ceil(Math.log(ms) / Math.log(GROWTH))));

/** The latency that a share of those counted did not exceed, in milliseconds, at most the slowest; null when none was counted. */
export function latencyAt(share: number, counts: readonly number[], slowest: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = share * total;
  let below = 0;
  for (const [range, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const start = range === 0 ? 0 : endOf(range - 1);
      return Math.min(slowest, start + ((rank - below) / count) * (endOf(range) - start));
    }
    below += count;
  }
  return null;
}
