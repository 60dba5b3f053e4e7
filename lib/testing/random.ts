import fc from "fast-check";

// Random sequences, the same in each run. `CAMPAIGN_SEED=random`, or a number, explores others, and `CAMPAIGN_LENGTH=10` takes
// ten times as many rounds. A case that they find becomes an example of its own.

// The global setup has replaced "random" with a number.
const seed = Number(process.env.CAMPAIGN_SEED) || 2257;

fc.configureGlobal({ seed });

/** `fast-check` with this run's seed. Import it from here only. */
export { fc };

/** How many rounds a campaign takes: `usual` unless `CAMPAIGN_LENGTH` multiplies it. */
export const rounds = (usual: number): number => Math.ceil(usual * (Number(process.env.CAMPAIGN_LENGTH) || 1));

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomNumbers(state = seed): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
