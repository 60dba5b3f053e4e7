import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { createEndpoint, emit, startSender } from "@/lib/domain/events";
import { newSecret, signatureHeaders } from "@/lib/domain/events/sign";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { systemCtx } from "@/lib/testing/factories";
import { step } from "@/scripts/progress.mjs";
import { type Bench, compared, inTurns, median, type Row, timed, verdict } from "./measure";
import { startYardstick } from "./servers";

const ENDPOINTS = 20;
// As many connections as the service keeps open in total.
const CONNECTIONS = ENDPOINTS * 8;

const data = {
  accountId: newId(),
  externalUserId: "creator-1",
  status: "verified",
  verifiedAt: "2026-09-05T12:00:00.000Z",
} as const;

/**
 * Measures sending queued deliveries to 20 endpoints, against an `undici` pool that only posts signed bodies; the same with one
 * hanging endpoint; and what an event adds to its request.
 */
export async function benchWebhooks({ short }: Bench): Promise<Row[]> {
  const [rounds, queued] = short ? [1, 400] : [5, 10_000];
  const { url } = await startYardstick("receive");
  const rates = await inTurns(rounds, {
    undici: () => postRaw(url, queued),
    "this service": () => sendQueue(url, { queued, hanging: 0 }),
    "one endpoint hanging": () => sendQueue(url, { queued, hanging: 1 }),
  });
  const { without, withEvent } = await step("What an event adds to its request", () =>
    measureEnqueue(url, short ? 50 : 500),
  );
  const own = rates["this service"];
  return [
    compared("deliveries/s", own, rates.undici, { atLeast: 0.35 }),
    compared("the same to 19 endpoints while one hangs", rates["one endpoint hanging"], own, { atLeast: 0.9 }),
    [
      "a transaction with an event and its delivery, p50 ms",
      withEvent.toFixed(2),
      without.toFixed(2),
      `+ ${(withEvent - without).toFixed(2)}`,
      verdict(withEvent - without, { atMost: 2, unit: " ms" }),
    ],
  ];
}

async function postRaw(origin: string, queued: number): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const secret = newSecret();
  let left = queued;
  const post = async () => {
    while (left-- > 0) {
      const eventId = `evt_${newId()}`;
      const body = Buffer.from(JSON.stringify({ id: eventId, type: "solo_account.verified", created: 1, data }));
      const headers = {
        "Content-Type": "application/json",
        ...signatureHeaders({ eventId, body, timestamp: Math.floor(Date.now() / 1000), secrets: [secret] }),
      };
      const response = await pool.request({ method: "POST", path: "/hooks", headers, body });
      await response.body.dump();
    }
  };
  const took = await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, post)));
  await pool.close();
  return (queued / took) * 1000;
}

/** A partner with endpoints, of which the first `hanging` hang. */
async function makePartner(origin: string, { hanging = 0, endpoints = ENDPOINTS } = {}): Promise<string> {
  const partnerId = newId();
  await db.partner.create({ data: { id: partnerId, name: "Webhooks", plan: "platform_pays" } });
  for (let n = 0; n < endpoints; n++) {
    const url = `${origin}/${n < hanging ? "hang" : "hooks"}/${n}`;
    await createEndpoint(systemCtx("bench"), { partnerId, url, description: null, types: [] });
  }
  return partnerId;
}

async function sendQueue(origin: string, { queued, hanging }: { queued: number; hanging: number }): Promise<number> {
  const partnerId = await makePartner(origin, { hanging });
  const say = () => inTransaction((tx) => emit(tx, { type: "solo_account.verified", partnerId, data }));
  for (let n = 0; n < queued / ENDPOINTS; n += 10) await Promise.all(Array.from({ length: 10 }, say));
  const started = performance.now();
  // The hanging endpoint exhausts its attempts many times during the measurement.
  const sender = await startSender({
    databaseUrl: process.env.DATABASE_URL ?? "",
    allowPrivate: true,
    attemptMs: 500,
  });
  // Polls rarely, on the partial index of waiting deliveries, to not slow down the measurement.
  const waiting = () =>
    db.webhookDelivery.count({ where: { status: "pending", endpoint: { partnerId, url: { contains: "/hooks/" } } } });
  while ((await waiting()) > 0) await wait(100);
  const seconds = (performance.now() - started) / 1000;
  await sender.stop();
  // Hanging deliveries must not spill into the next round.
  await db.webhookEndpoint.updateMany({ where: { partnerId }, data: { status: "paused" } });
  return ((queued / ENDPOINTS) * (ENDPOINTS - hanging)) / seconds;
}

/** The median milliseconds of a transaction with and without an event that has one delivery, in turns. */
async function measureEnqueue(origin: string, times: number): Promise<{ without: number; withEvent: number }> {
  const listened = await makePartner(origin, { endpoints: 1 });
  const unheard = await makePartner(origin, { endpoints: 0 });
  const [without, withEvent]: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++) {
    const read = (id: string) => (tx: Parameters<Parameters<typeof inTransaction>[0]>[0]) =>
      tx.partner.findUnique({ where: { id } });
    without.push(await timed(() => inTransaction(read(unheard))));
    withEvent.push(
      await timed(() =>
        inTransaction(async (tx) => {
          await read(listened)(tx);
          await emit(tx, { type: "solo_account.verified", partnerId: listened, data });
        }),
      ),
    );
  }
  return { without: median(without), withEvent: median(withEvent) };
}
