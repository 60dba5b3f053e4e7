import type { Phase } from "./measure";
import { CONNECTIONS } from "./measure";

/** Medians over the rounds; the ratios of a round are taken before their median. */
export type Result = { name: string; phases: readonly Phase[]; rate: number; p50: number; p99: number; cpu: number };

const rateOf = (phase: Phase): number => phase.answered / phase.seconds;

export function summarise(name: string, phases: readonly Phase[]): Result {
  return {
    name,
    phases,
    rate: median(phases.map(rateOf)),
    p50: median(phases.map((phase) => phase.p50)),
    p99: median(phases.map((phase) => phase.p99)),
    cpu: median(phases.map((phase) => phase.cpu)),
  };
}

/** The results as a table in Markdown, with each goal and whether it is met. */
export function table([own, bare, next]: readonly [Result, Result, Result]): string {
  const rows = [own, bare, next].map(
    ({ name, rate, p50, p99, cpu }) =>
      `| ${name} | ${Math.round(rate)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${Math.round(cpu)} |`,
  );
  const rateToBare = median(pairs(own, bare, rateOf));
  const rateToNext = median(pairs(own, next, rateOf));
  const tailToBare = median(pairs(own, bare, (phase) => phase.p99));
  return `
| \`GET /api/v1/solo-accounts/{id}\`, ${CONNECTIONS} connections | requests/s | p50 ms | p99 ms | CPU µs/request |
|---|---:|---:|---:|---:|
${rows.join("\n")}

| median of ${own.phases.length} interleaved rounds | measured | goal |
|---|---:|---|
| requests/s, this service to node:http + pg | ${rateToBare.toFixed(2)} | ${goal(rateToBare >= 0.5, "at least 0.5")} |
| requests/s, this service to a bare Next route | ${rateToNext.toFixed(2)} | ${goal(rateToNext >= 2.5, "at least 2.5")} |
| p99, this service to node:http + pg | ${tailToBare.toFixed(2)} | ${goal(tailToBare <= 2, "at most 2")} |
`;
}

const goal = (met: boolean, text: string): string => `${text}${met ? ", met" : ", **missed**"}`;

function pairs(own: Result, other: Result, value: (phase: Phase) => number): number[] {
  return own.phases.flatMap((phase, round) => {
    const theirs = other.phases[round];
    return theirs ? [value(phase) / value(theirs)] : [];
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
