import type { Client } from "pg";
import { step } from "@/scripts/progress.mjs";
import { openBenchDatabase, serveFrom, withClient } from "./database";
import { goal, type Result, rateOf, ratio, runRounds, table } from "./measure";
import type { ProductionTarget } from "./production-rows";
import { type Contestant, requestsTo, startNodeHttp, startOwn } from "./servers";

const MEASURED = { rounds: 5, seconds: 6 };
const TRIED = { rounds: 1, seconds: 1 };
const PRODUCTIONS = 1_000_000;
const TARGETS = 8_000;

// What the service answers with, in one statement.
const CERTIFICATE = `SELECT c.status, c.production_id AS "productionId", c.id AS "certificateId", c.expires_at AS "expiresAt"
  FROM production_partners l JOIN certificates c ON c.production_id = l.production_id
  WHERE l.production_id = $1 AND l.partner_id = $2 AND c.id = $3`;
const PERFORMER = `SELECT p.id AS "productionId", p.title, p.status, p.documented_at AS "documentedAt",
    (SELECT count(DISTINCT m.email)::int FROM production_performers m WHERE m.production_id = p.id) AS "performerCount",
    (SELECT json_build_object('certificateId', c.id, 'status', c.status, 'issuedAt', c.issued_at, 'expiresAt', c.expires_at)
      FROM certificates c WHERE c.production_id = p.id AND c.status = 'CURRENT') AS certificate
  FROM partner_performers mine JOIN productions p ON p.id = mine.production_id
  WHERE mine.partner_id = $2 AND mine.email = $1
  ORDER BY p.id DESC LIMIT 51`;

/**
 * Measures verifying a certificate and listing a performer's productions among a million, against bare `node:http` with the
 * same work: one SELECT, and for the first one RS256 verification. Rounds are interleaved. `count`: fewer productions, to try it
 * with one short round. Returns the tables for `docs/benchmarks.md`.
 */
export async function benchProductions(count = PRODUCTIONS): Promise<string> {
  const length = count < PRODUCTIONS ? TRIED : MEASURED;
  const database = await openBenchDatabase({ withAccounts: false, name: "productions" });
  serveFrom(database.url);
  // The service reads its environment as it loads.
  const { makeProductions, makeProductionTargets } = await import("./production-rows");
  const { closeDatabase } = await import("@/lib/platform/db");
  const running: Contestant[] = [];
  try {
    const { targets, keySet } = await withClient(database.url, async (client: Client) => {
      await step(`Making ${count.toLocaleString("en")} productions`, () => makeProductions(client, count));
      return step("Signing certificates", () =>
        makeProductionTargets(client, { productions: count, targets: Math.min(TARGETS, count) }),
      );
    });
    const own = await step("Starting the service", () => startOwn([]));
    running.push(own);
    const tables: string[] = [];
    for (const { name, calls, bare } of comparisons(targets, keySet)) {
      const yardstick = await step("Starting node:http", () => startNodeHttp(bare.requests, bare));
      running.push(yardstick);
      const results = await runRounds([{ ...own, requests: calls }, yardstick], length);
      tables.push(table(name, results), goals(results));
      await running.pop()?.stop();
    }
    return tables.join("\n\n");
  } finally {
    for (const contestant of running) await contestant.stop();
    await closeDatabase();
    await database.stop();
  }
}

type Bare = { word: string; variables: Record<string, string>; requests: Contestant["requests"] };

function comparisons(targets: readonly ProductionTarget[], keySet: string) {
  const body = ({ certificate }: ProductionTarget) => JSON.stringify({ certificate });
  const verify: Bare = {
    word: "certificate",
    variables: { BENCH_SQL: CERTIFICATE, BENCH_KEYS: keySet },
    requests: requestsTo(targets, ({ productionId, partnerId }) => `/verify/${productionId}/${partnerId}`, body),
  };
  const list: Bare = {
    word: "performer",
    variables: { BENCH_SQL: PERFORMER },
    requests: requestsTo(targets, ({ email, partnerId }) => `/performers/${encodeURIComponent(email)}/${partnerId}`),
  };
  const path = "/api/v1/productions";
  return [
    {
      name: "`POST /api/v1/productions/{id}/verify-certificate`",
      calls: requestsTo(targets, ({ productionId }) => `${path}/${productionId}/verify-certificate`, body),
      bare: verify,
    },
    {
      name: "`GET /api/v1/productions?performerEmail=`",
      calls: requestsTo(targets, ({ email }) => `${path}?performerEmail=${encodeURIComponent(email)}`),
      bare: list,
    },
  ];
}

function goals([own, bare]: readonly Result[]): string {
  const rate = ratio(own, bare, rateOf);
  return [
    `| median of ${own?.phases.length} interleaved rounds | measured | goal |`,
    "|---|---:|---|",
    `| requests/s, this service to node:http + pg | ${rate.toFixed(2)} | ${goal(rate >= 0.5, "at least 0.5")} |`,
    `| p99, to the same | ${ratio(own, bare, ({ p99 }) => p99).toFixed(2)} | |`,
  ].join("\n");
}
