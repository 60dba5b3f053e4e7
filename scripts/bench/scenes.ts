import { step } from "@/scripts/progress.mjs";
import { analyze, emptyTables, makeTargets, openBenchDatabase, serveFrom, type Target } from "./database";
import { type Phase, type Result, rateOf, ratio, runRounds, table, UNIQUE } from "./measure";
import { type Contestant, requestsTo, startBareWriter, startOwn } from "./servers";

const ROUNDS = 5;
const SECONDS = 6;
const TARGETS = 32_000;
// And what refers to them.
const TABLES = [
  ...[
    "attestations",
    "collab_scenes",
    "verification_jobs",
    "production_performers",
    "sealed_packages",
    "certificates",
    "upload_sessions",
    "scene_performers",
    "scene_fees",
    "release_copies",
    "scene_extensions",
    "scene_publications",
    "scene_fee_charges",
    "scene_index_entries",
    "platform_invoice_fees",
  ],
  ...["identity_checks", "identities", "identity_photos"],
];
// Counts what statements take within PostgreSQL.
const SETTINGS = { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" };

/**
 * Measures creating scenes with three performers, billed to the platform, against bare `node:http` that writes the same rows,
 * and the last signature of a scene. Rounds are interleaved. Returns the tables for `docs/benchmarks.md`.
 */
export async function benchScenes(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true, settings: SETTINGS });
  serveFrom(database.url);
  // The service reads its environment as it loads.
  const { allowScenes, closeDatabase, measureGreenlights } = await import("./greenlights");
  const running: Contestant[] = [];
  try {
    await emptyTables(database.url, TABLES);
    await allowScenes();
    const targets = await step("Making keys and choosing accounts", () => makeTargets(database.url, TARGETS));
    running.push(
      await step("Starting the service", () => startOwn(createCalls(targets, () => "/api/v1/collab-scenes"))),
    );
    const bareCalls = createCalls(targets, ({ accountId, partnerId }) => `/accounts/${accountId}/${partnerId}`);
    running.push(await step("Starting node:http", () => startBareWriter("bare-scene.js", bareCalls)));
    const warmedUp = () => analyze(database.url, TABLES);
    const results = await runRounds(running, { rounds: ROUNDS, seconds: SECONDS, status: 201, warmedUp });
    for (const contestant of running.splice(0)) await contestant.stop();
    const greenlights = await step("Last signatures", () => measureGreenlights(targets));
    return [table("`POST /api/v1/collab-scenes`", results), goals(results, greenlights)].join("\n\n");
  } finally {
    for (const contestant of running) await contestant.stop();
    await closeDatabase();
    await database.stop();
  }
}

const createCalls = (targets: readonly Target[], pathOf: (target: Target) => string) =>
  requestsTo(targets, pathOf, ({ accountId }, n) =>
    JSON.stringify({
      uploaderAccountId: accountId,
      title: `Shoot ${n}`,
      performers: ["first", "second", "third"].map((which) => ({ email: `${which}-${n}-${UNIQUE}@example.com` })),
      uploaderAttestation: {
        ip: "203.0.113.7",
        ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)",
        clickedAt: "2026-09-05T11:59:30.000Z",
        attestationText: "I confirm that everyone in this video is an adult and agreed to it.",
      },
      callbackUrl: "https://platform.example.com/callback",
    }),
  );

type Greenlights = { database: readonly number[]; whole: readonly number[] };

function goals([own, bare]: readonly Result[], { database, whole }: Greenlights): string {
  const toBare = (value: (phase: Phase) => number) => ratio(own, bare, value).toFixed(2);
  const share = (values: readonly number[], part: number) =>
    (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN).toFixed(2);
  return [
    `| scenes with 3 performers, medians of ${ROUNDS} interleaved rounds | measured | goal |`,
    "|---|---|---|",
    `| scenes/s, to node:http + pg that writes the same rows | ${toBare(rateOf)} | ≥ 0.7 |`,
    `| p99, to the same | ${toBare(({ p99 }) => p99)} | |`,
    `| a last signature with its greenlight, time in PostgreSQL, p50 (p99) | ${share(database, 0.5)} (${share(database, 0.99)}) ms | ≤ 5 ms |`,
    `| the same, whole call, p50 (p99) | ${share(whole, 0.5)} (${share(whole, 0.99)}) ms | |`,
  ].join("\n");
}
