// The kinds of addresses: unknown, of an unverified person, of a verified one, of one who also pays, and of one who declined
// this platform.
export const KINDS = ["unknown", "known", "verified", "paying", "declined"] as const;
export type Kind = (typeof KINDS)[number];

export const CALLS = ["provision, first", "provision, again", "read", "talent check"] as const;
type Call = (typeof CALLS)[number];

/** The milliseconds of each call, by kind and call. */
export type Times = Map<string, number[]>;

/** The times as a Markdown table. */
export function table(times: Times, rounds: number): string {
  const rows = CALLS.map((call) => {
    const cells = KINDS.map((kind) => spread(times, kind, call));
    const medians = KINDS.map((kind) => quantile(timesOf(times, kind, call), 0.5));
    const ratios = medians.slice(1).map((value) => value / (medians[0] ?? Number.NaN));
    const guess = KINDS.slice(1).map((kind) => advantage(timesOf(times, "unknown", call), timesOf(times, kind, call)));
    return `| ${call} | ${cells.join(" | ")} | ${range(ratios)} | ${Math.max(...guess).toFixed(2)} |`;
  });
  return [
    `| p50 / p95 ms of ${rounds} calls | ${KINDS.join(" | ")} | p50 to unknown | best guess |`,
    `|---|${"---:|".repeat(KINDS.length)}---|---:|`,
    ...rows,
  ].join("\n");
}

const timesOf = (times: Times, kind: Kind, call: Call): number[] =>
  (times.get(`${kind} ${call}`) ?? []).toSorted((a, b) => a - b);

/** The median and the 95th percentile of one kind. */
export function spread(times: Times, kind: Kind, call: Call): string {
  const sorted = timesOf(times, kind, call);
  return `${quantile(sorted, 0.5).toFixed(2)} / ${quantile(sorted, 0.95).toFixed(2)}`;
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.floor(sorted.length * part)] ?? Number.NaN;

const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

/** How often one time of each kind tells the slower kind: 0.5 is chance, 1 is certainty. */
function advantage(one: readonly number[], other: readonly number[]): number {
  let less = 0;
  let n = 0;
  for (const time of other) {
    while (n < one.length && (one[n] ?? Number.POSITIVE_INFINITY) < time) n++;
    less += n;
  }
  const right = less / (one.length * other.length);
  return Math.max(right, 1 - right);
}
