import { anyFreePort } from "@/scripts/environment";
import { note, step } from "@/scripts/progress.mjs";
import { openBenchDatabase, serveFrom } from "./database";
import { median } from "./measure";
import { startProgram, YARDSTICK } from "./servers";

const ROUNDS = 5;

/**
 * Measures sending webhooks: 10,000 deliveries to 20 endpoints, against an undici pool that only posts signed bodies; the
 * same with one hanging endpoint; and the time an event adds to its request. Rounds are interleaved.
 */
export async function benchWebhooks(): Promise<string> {
  const database = await openBenchDatabase({ withAccounts: false });
  serveFrom(database.url);
  Object.assign(process.env, { ALLOW_PRIVATE_WEBHOOKS: "1", LOG_LEVEL: "warn" });
  const port = await anyFreePort();
  // The service reads its environment as it loads.
  const { closeDatabase, postRaw, sendQueue, measureEnqueue } = await import("./webhook-phases");
  const receiver = await startProgram({ command: [...YARDSTICK, "receive"], port, variables: {} });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const raw: number[] = [];
    const own: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const rates = {
        raw: await step(`Round ${round}: undici`, () => postRaw(origin)),
        own: await step(`Round ${round}: this service`, () => sendQueue(database.url, origin, { hanging: 0 })),
        beside: await step(`Round ${round}: this service, one endpoint hanging`, () =>
          sendQueue(database.url, origin, { hanging: 1 }),
        ),
      };
      note(`${Math.round(rates.raw)} · ${Math.round(rates.own)} · ${Math.round(rates.beside)} deliveries/s`);
      // The first round warms up.
      if (round === 0) continue;
      raw.push(rates.raw);
      own.push(rates.own);
      beside.push(rates.beside);
    }
    const added = await step("What an event adds to its request", () => measureEnqueue(origin));
    const [a, b, c] = [median(raw), median(own), median(beside)];
    return [
      "| webhooks, medians of 5 interleaved rounds, 10,000 queued, 20 endpoints | measured | goal |",
      "|---|---|---|",
      `| deliveries/s: this service · undici \`Pool\` alone | ${Math.round(b)} · ${Math.round(a)} | |`,
      `| this service to undici | ${(b / a).toFixed(2)} | ≥ 0.35 |`,
      `| the other 19 with one that hangs, to all healthy | ${(c / b).toFixed(2)} | ≥ 0.9 |`,
      `| an event and its delivery add to the p50 of a request | ${added.toFixed(2)} ms | ≤ 2 ms |`,
    ].join("\n");
  } finally {
    await receiver.stop();
    await closeDatabase();
    await database.stop();
  }
}
