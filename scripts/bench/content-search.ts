import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/platform/db";
import { step } from "@/scripts/progress.mjs";
import { openSearchDatabase } from "./search-data";
import { randomOf } from "./search-rows";

const ROUNDS = 10;
const TIMES = 20;
const WARM = 1;
const GOAL = 50;

/**
 * Measures the searches of the portal and of custodians on a log of `--records` depictions (default: a million), against the
 * same page without a search. Rounds are interleaved. Returns the table for `docs/benchmarks.md`.
 */
export async function benchContentSearch(): Promise<string> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { records: { type: "string", default: "1000000" } },
  });
  const records = Number(values.records);
  const database = await openSearchDatabase(records);
  const secret = randomBytes(32).toString("base64");
  Object.assign(process.env, { DATABASE_URL: database.url, MASTER_KEY: secret, AUTH_SECRET: secret });
  // It reads its configuration when it loads.
  const { KINDS } = await import("./search-kinds");
  const took = new Map(Object.keys(KINDS).map((kind): [string, number[]] => [kind, []]));
  try {
    for (let round = -WARM; round < ROUNDS; round++) {
      await step(round < 0 ? "Warming up" : `Round ${round + 1} of ${ROUNDS}`, async () => {
        for (const [kind, ask] of Object.entries(KINDS)) {
          const random = randomOf(round + 1_000);
          for (let n = 0; n < TIMES; n++) {
            const began = performance.now();
            await ask(random, records);
            if (round >= 0) took.get(kind)?.push(performance.now() - began);
          }
        }
      });
    }
  } finally {
    await closeDatabase();
    await database.stop();
  }
  return tableOf(took, records);
}

function tableOf(took: ReadonlyMap<string, number[]>, records: number): string {
  const share = (kind: string, part: number) => {
    const sorted = (took.get(kind) ?? []).toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  };
  return [
    `| ${records.toLocaleString("en")} records, ms | p50 | p99 | p99 to that of the page without a text (goal < ${GOAL}) |`,
    "|---|---:|---:|---:|",
    ...[...took.keys()].map((kind) => {
      const without = kind.startsWith("custodian") ? "custodian: the page without a text" : "the page without a text";
      const ratio = share(kind, 0.99) / share(without, 0.99);
      return `| ${kind} | ${share(kind, 0.5).toFixed(1)} | ${share(kind, 0.99).toFixed(1)} | ${ratio.toFixed(1)} |`;
    }),
  ].join("\n");
}
