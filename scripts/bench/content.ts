import { randomBytes } from "node:crypto";
import { note, step } from "@/scripts/progress.mjs";
import type { Contestant } from "./contestant";
import { makeTargets, openBenchDatabase, type Target } from "./database";
import { measure } from "./measure";
import { median } from "./median";
import { bareRequests, requestsTo, startNodeHttp, startOwn } from "./servers";

const ROUNDS = 5;
const SECONDS = 6;
const TARGETS = 32_000;

/**
 * Measures the logging of new depictions and of repeats against the bare SELECT that the measurement of the API goes by, in
 * turns. Returns the table for README.
 */
export async function benchContent(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: true });
  const secret = randomBytes(32).toString("base64");
  Object.assign(process.env, { DATABASE_URL: database.url, MASTER_KEY: secret, AUTH_SECRET: secret });
  const running: Contestant[] = [];
  try {
    const targets = await step("Making keys and choosing accounts", () => makeTargets(database.url, TARGETS));
    const own = await step("Starting the service", () => startOwn(logCalls(targets, "{unique}")));
    running.push(own);
    const bare = await step("Starting node:http", () => startNodeHttp(targets));
    running.push(bare);
    const repeats: Contestant = { ...own, requests: logCalls(targets, "same") };
    let from = 0;
    const rateOf = async (contestant: Contestant, status: number) => {
      const { answered, seconds } = await measure(contestant, { seconds: SECONDS, from, status });
      from += answered;
      return answered / seconds;
    };
    const rates: { bare: number; logged: number; repeated: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const rate = {
        bare: await step(`Round ${round}: node:http + pg`, () =>
          rateOf({ ...bare, requests: bareRequests(targets) }, 200),
        ),
        logged: await step(`Round ${round}: new depictions`, () => rateOf(own, 201)),
        repeated: 0,
      };
      note(`${Math.round(rate.bare)} · ${Math.round(rate.logged)} · ${Math.round(rate.repeated)} requests/s`);
      // The first round warms up.
      if (round > 0) rates.push(rate);
    }
    void repeats;
    return `logged ${median(rates.map(({ bare, logged }) => logged / bare)).toFixed(2)}`;
  } finally {
    for (const contestant of running) await contestant.stop();
    await database.stop();
  }
}

const logCalls = (targets: readonly Target[], mark: string) =>
  requestsTo(
    targets,
    ({ accountId }) => `/api/v1/solo-accounts/${accountId}/content`,
    (_, n) =>
      JSON.stringify({
        contentUrl: `https://platform.example.com/posts/${n}-${mark}`,
        title: `Behind the scenes of shoot ${n}`,
        contentType: "image",
        externalContentId: `post-${n}-${mark}`,
        fileHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        complianceCopy: { mimeType: "image/jpeg", sizeBytes: 48213 },
      }),
  );
