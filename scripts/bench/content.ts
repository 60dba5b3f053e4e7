import { note, step } from "@/scripts/progress.mjs";
import { emptyTables, makeTargets, openBenchDatabase, serveFrom, type Target } from "./database";
import { CONNECTIONS, measure, median, UNIQUE } from "./measure";
import { bareRequests, type Contestant, requestsTo, startBareWriter, startNodeHttp, startOwn } from "./servers";

const ROUNDS = 3;
const SECONDS = 5;
const TARGETS = 32_000;
const REPEATED = 2_000;

/**
 * Measures logging new depictions and repeats against a bare SELECT, and against bare `node:http` writing the same rows.
 * Rounds are interleaved. Returns the table for `docs/benchmarks.md`.
 */
export async function benchContent(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true });
  serveFrom(database.url);
  const running: Contestant[] = [];
  try {
    await emptyTables(database.url, ["depictions", "index_entries", "search_queue", "search_records"]);
    const targets = await step("Making keys and choosing accounts", () => makeTargets(database.url, TARGETS));
    const own = await step("Starting the service", () => startOwn(logCalls(targets, UNIQUE)));
    running.push(own);
    const bare = await step("Starting node:http", () => startNodeHttp(bareRequests(targets)));
    running.push(bare);
    const writing = await step("Starting node:http that writes", () =>
      startBareWriter("bare-log.js", logCalls(targets, UNIQUE, barePath)),
    );
    running.push(writing);
    const repeats = { ...own, requests: logCalls(targets.slice(0, REPEATED), "same") };
    await step("Logging the content to repeat", () => sendOnce(repeats));
    const reads = { ...bare, requests: bareRequests(targets) };
    let from = 0;
    const rateOf = async (contestant: Contestant, status: number) => {
      const { answered, seconds } = await measure(contestant, { seconds: SECONDS, from, status });
      from += answered;
      return answered / seconds;
    };
    const rates: { bare: number; written: number; logged: number; repeated: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const rate = {
        bare: await step(`Round ${round}: node:http + pg`, () => rateOf(reads, 200)),
        written: await step(`Round ${round}: node:http + pg, the same rows`, () => rateOf(writing, 201)),
        logged: await step(`Round ${round}: new depictions`, () => rateOf(own, 201)),
        repeated: await step(`Round ${round}: repeats`, () => rateOf(repeats, 200)),
      };
      note(`${Object.values(rate).map(Math.round).join(" · ")} requests/s`);
      // The first round warms up.
      if (round > 0) rates.push(rate);
    }
    const toBare = (value: (rate: (typeof rates)[number]) => number) =>
      median(rates.map((rate) => value(rate) / rate.bare)).toFixed(2);
    return [
      `| content log, medians of ${ROUNDS} interleaved rounds | measured | goal |`,
      "|---|---|---|",
      `| new records a second, to the SELECT of node:http + pg | ${toBare(({ logged }) => logged)} | ≥ 0.35 |`,
      `| what node:http + pg reaches that writes the same rows and does nothing else | ${toBare(({ written }) => written)} | |`,
      `| repeats a second, to the same | ${toBare(({ repeated }) => repeated)} | |`,
    ].join("\n");
  } finally {
    for (const contestant of running) await contestant.stop();
    await database.stop();
  }
}

async function sendOnce({ url, requests }: Contestant): Promise<void> {
  for (let from = 0; from < requests.length; from += CONNECTIONS) {
    await Promise.all(
      requests.slice(from, from + CONNECTIONS).map((request) => fetch(`${url}${request.path}`, request)),
    );
  }
}

const ownPath = ({ accountId }: Target) => `/api/v1/solo-accounts/${accountId}/content`;
const barePath = ({ accountId, partnerId }: Target) => `/accounts/${accountId}/${partnerId}`;

const logCalls = (targets: readonly Target[], mark: string, pathOf = ownPath) =>
  requestsTo(targets, pathOf, (_, n) =>
    JSON.stringify({
      contentUrl: `https://platform.example.com/posts/${n}-${mark}`,
      title: `Behind the scenes of shoot ${n}`,
      contentType: "image",
      externalContentId: `post-${n}-${mark}`,
      fileHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
    }),
  );
