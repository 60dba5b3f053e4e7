import { fork } from "node:child_process";
import { totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { LARGE_BUFFERS, openBenchDatabase } from "@/scripts/bench/database";
import { type Bench, type Row, type Sizes, table } from "@/scripts/bench/measure";
import { stopServers } from "@/scripts/bench/servers";
import { giveUp, note } from "@/scripts/progress.mjs";

// npm run bench -- <bench> [part] [--short] [--records n], and for growth [--small n] [--large n] [--ledger n] [--events n] [--calls pattern].
// Each part runs in a process of its own, because the service reads its environment, and with it its database, as it loads.

type Load = () => Promise<(bench: Bench) => Promise<Row[]>>;
/** Settings of PostgreSQL, and variables of the environment. */
type More = {
  settings?: Readonly<Record<string, string>>;
  variables?: Readonly<Record<string, string>>;
  keepsEvents?: boolean;
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    ...{ records: { type: "string" }, small: { type: "string" }, large: { type: "string" } },
    ...{ ledger: { type: "string" }, events: { type: "string" }, calls: { type: "string", default: "" } },
  },
});
const { short, calls } = values;
const numberOf = (option: "records" | keyof Sizes, usual: number, least: number) =>
  Number(values[option] ?? (short ? least : usual));
const records = numberOf("records", 1_000_000, 20_000);
const sizes: Sizes = {
  small: numberOf("small", 100_000, 4_000),
  large: numberOf("large", 1_000_000, 20_000),
  ledger: numberOf("ledger", 10_000_000, 200_000),
  events: numberOf("events", 3_000_000, 200_000),
};

const statements = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" };
// Fills large tables without a write-ahead log.
const large = { ...LARGE_BUFFERS, wal_level: "minimal", max_wal_senders: "0" };
// What several databases share is a quarter of the memory, as PostgreSQL's manual advises: they needn't fit.
const grown = {
  keepsEvents: true,
  settings: { ...large, ...statements, shared_buffers: `${Math.floor(totalmem() / 2 ** 20 / 4)}MB` },
  // A disk that is busy for seconds is measured, not taken for one that is away.
  variables: { LOG_LEVEL: "warn", TRUSTED_PROXIES: "1", DATABASE_CONNECT_MS: "30000" },
};
const local = { ALLOW_PRIVATE_WEBHOOKS: "1", LOG_LEVEL: "warn" };
const stored = { STORAGE_DIR: resolve(".data/bench/packages") };

/** The parts of the benchmarks, their databases and what measures them. */
const PARTS: readonly (readonly [bench: string, part: string, database: string, load: Load, more?: More])[] = [
  ["api", "reads", "bench", () => import("./bench/api").then((all) => all.benchReads)],
  ["api", "scenes", "bench", () => import("./bench/scenes").then((all) => all.benchScenes), { settings: statements }],
  ["api", "fairness", "fairness", () => import("./bench/fairness").then((all) => all.benchFairness)],
  [
    "webhooks",
    "sending",
    "webhooks",
    () => import("./bench/webhooks").then((all) => all.benchWebhooks),
    { variables: local },
  ],
  ["records", "log", "bench", () => import("./bench/records").then((all) => all.benchLog)],
  [
    "records",
    "integrating",
    "integrating",
    () => import("./bench/records").then((all) => all.benchIntegrating),
    { settings: statements },
  ],
  ["records", "ledger", "ledger", () => import("./bench/records").then((all) => all.benchLedger)],
  ["records", "bulk", "bench", () => import("./bench/records").then((all) => all.benchBulk)],
  ["records", "copies", "bench", () => import("./bench/records").then((all) => all.benchCopies)],
  [
    "records",
    "search",
    `searched_${records}`,
    () => import("./bench/search").then((all) => all.benchSearch),
    { settings: large },
  ],
  [
    "productions",
    "certificates",
    "productions",
    () => import("./bench/productions").then((all) => all.benchCertificates),
  ],
  [
    "productions",
    "sealing",
    "sealing",
    () => import("./bench/productions").then((all) => all.benchSealing),
    { variables: stored },
  ],
  [
    "productions",
    "packages",
    "packages",
    () => import("./bench/productions").then((all) => all.benchPackages),
    { variables: stored },
  ],
  [
    "indistinguishable",
    "addresses",
    "told",
    () => import("./bench/indistinguishable").then((all) => all.benchAddresses),
  ],
  ["indistinguishable", "scenes", "told", () => import("./bench/indistinguishable").then((all) => all.benchScenes)],
  ["documents", "reading", "documents", () => import("./bench/documents").then((all) => all.benchDocuments)],
  ["matching", "pictures", "matching", () => import("./bench/matching").then((all) => all.benchPictures)],
  [
    "matching",
    "lookups",
    "hashes",
    () => import("./bench/lookups").then((all) => all.benchLookups),
    { settings: large },
  ],
  ["growth", "fill", "growth", () => import("./bench/growth").then((all) => all.benchFill), grown],
  ["growth", "calls", "growth", () => import("./bench/growth").then((all) => all.benchGrowth), grown],
  ["indistinguishable", "removals", "told", () => import("./bench/removals").then((all) => all.benchRemovals)],
];

const [name = "", only] = positionals;
const chosen = PARTS.filter(([bench, part]) => bench === name && (!only || part === only));
const [first] = chosen;
if (!first) {
  const all = PARTS.map(([bench, part]) => `${bench} ${part}`);
  giveUp(`Choose a benchmark, and a part of it or none: ${all.join(", ")}.`);
}

if (process.send) {
  const rows = await run(first);
  process.send(rows, undefined, undefined, () => process.exit(0));
} else {
  const rows: Row[] = [];
  for (const [, part] of chosen) rows.push(...(await runApart(part)));
  process.stdout.write(`${table(rows)}\n`);
}

async function run([, , database, load, { variables, ...more } = {}]: (typeof PARTS)[number]): Promise<Row[]> {
  Object.assign(process.env, variables);
  const opened = await openBenchDatabase(short ? `${database}_short` : database, more);
  try {
    const bench = await load();
    return await bench({ client: opened.client, short, records, sizes, calls });
  } finally {
    await stopServers();
    await (await import("@/lib/platform/db")).closeDatabase();
    await opened.stop();
  }
}

/** The rows of a part, or none if it failed. */
function runApart(part: string): Promise<Row[]> {
  const flags = process.argv.slice(2).filter((word) => !positionals.includes(word));
  const child = fork(process.argv[1] ?? "", [name, part, ...flags]);
  let rows: Row[] = [];
  child.once("message", (sent: Row[]) => {
    rows = sent;
  });
  return new Promise((done) => {
    child.once("exit", (code) => {
      if (code !== 0) process.exitCode = 1;
      if (code !== 0) note(`${name} ${part} failed.`);
      done(rows);
    });
  });
}
