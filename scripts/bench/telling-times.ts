/** The milliseconds of each call, by kind and call. */
export type Times = Map<string, number[]>;

type Compared = {
  /** What a caller must not tell apart. The others are compared with the first. */
  kinds: readonly string[];
  calls: readonly string[];
  rounds: number;
};

/** Adds a measured call. */
export function addTime(times: Times, kind: string, call: string, ms: number): void {
  const name = `${kind} ${call}`;
  times.set(name, [...(times.get(name) ?? []), ms]);
}

/** The times as a Markdown table. */
export function table(times: Times, { kinds, calls, rounds }: Compared): string {
  const [first = "", ...others] = kinds;
  const rows = calls.map((call) => {
    const cells = kinds.map((kind) => spread(times, kind, call));
    const base = timesOf(times, first, call);
    const ratios = others.map((kind) => quantile(timesOf(times, kind, call), 0.5) / quantile(base, 0.5));
    const guess = others.map((kind) => advantage(base, timesOf(times, kind, call)));
    return `| ${call} | ${cells.join(" | ")} | ${range(ratios)} | ${Math.max(...guess).toFixed(2)} |`;
  });
  return [
    `| p50 / p95 ms of ${rounds} calls | ${kinds.join(" | ")} | p50 to ${first} | best guess |`,
    `|---|${"---:|".repeat(kinds.length)}---|---:|`,
    ...rows,
  ].join("\n");
}

const timesOf = (times: Times, kind: string, call: string): number[] =>
  (times.get(`${kind} ${call}`) ?? []).toSorted((a, b) => a - b);

/** The median and the 95th percentile of one kind. */
export function spread(times: Times, kind: string, call: string): string {
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

/** The items in random order. */
export function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** One call, and how long it took from request to the whole answer. */
export async function timed(url: string, init: RequestInit): Promise<{ status: number; text: string; ms: number }> {
  const before = process.hrtime.bigint();
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, text, ms: Number(process.hrtime.bigint() - before) / 1e6 };
}
