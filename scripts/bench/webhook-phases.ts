import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { createEndpoint, emit, startSender } from "@/lib/domain/events";
import { newSecret, signatureHeaders } from "@/lib/domain/events/sign";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { median } from "./measure";

export { closeDatabase } from "@/lib/platform/db";

const ENDPOINTS = 20;
const ATTEMPT_MS = 500;
const QUEUED = 10_000;
// As many connections as the service keeps open in total.
const CONNECTIONS = ENDPOINTS * 8;

const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "bench" }, requestId: "bench" };
const payload = {
  accountId: newId(),
  externalUserId: "creator-1",
  status: "verified",
  verifiedAt: "2026-09-05T12:00:00.000Z",
} as const;

export async function postRaw(origin: string): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const secret = newSecret();
  let left = QUEUED;
  const post = async () => {
    while (left-- > 0) {
      const eventId = `evt_${newId()}`;
      const body = Buffer.from(
        JSON.stringify({ id: eventId, type: "solo_account.verified", created: 1, data: payload }),
      );
      const headers = {
        "Content-Type": "application/json",
        ...signatureHeaders({ eventId, body, timestamp: Math.floor(Date.now() / 1000), secrets: [secret] }),
      };
      const response = await pool.request({ method: "POST", path: "/hooks", headers, body });
      await response.body.dump();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, post));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return QUEUED / seconds;
}

/** A partner with endpoints, of which the first `hanging` hang. */
async function makePartner(origin: string, { hanging = 0, endpoints = ENDPOINTS } = {}): Promise<string> {
  const partnerId = newId();
  await db.partner.create({ data: { id: partnerId, name: "Webhooks", plan: "platform_pays" } });
  for (let n = 0; n < endpoints; n++) {
    const url = `${origin}/${n < hanging ? "hang" : "hooks"}/${n}`;
    await createEndpoint(ctx, { partnerId, url, description: null, types: [] });
  }
  return partnerId;
}

const say = (partnerId: string) =>
  inTransaction((tx) => emit(tx, { type: "solo_account.verified", partnerId, data: payload }));

export async function sendQueue(
  databaseUrl: string,
  origin: string,
  { hanging }: { hanging: number },
): Promise<number> {
  const partnerId = await makePartner(origin, { hanging });
  for (let n = 0; n < QUEUED / ENDPOINTS; n += 10) await Promise.all(Array.from({ length: 10 }, () => say(partnerId)));
  const expected = (QUEUED / ENDPOINTS) * (ENDPOINTS - hanging);
  const started = performance.now();
  // The hanging endpoint exhausts its attempts many times during the measurement.
  const sender = await startSender({ databaseUrl, allowPrivate: true, attemptMs: ATTEMPT_MS });
  // Polls rarely, on the partial index of waiting deliveries, to not slow down the measurement.
  const waiting = () =>
    db.webhookDelivery.count({ where: { status: "pending", endpoint: { partnerId, url: { contains: "/hooks/" } } } });
  while ((await waiting()) > 0) await wait(100);
  const seconds = (performance.now() - started) / 1000;
  await sender.stop();
  // Hanging deliveries must not spill into the next round.
  await db.webhookEndpoint.updateMany({ where: { partnerId }, data: { status: "paused" } });
  return expected / seconds;
}

/** The milliseconds an event with one delivery adds to a transaction: the difference of two interleaved medians. */
export async function measureEnqueue(origin: string): Promise<number> {
  const [listened, unheard] = [
    await makePartner(origin, { endpoints: 1 }),
    await makePartner(origin, { endpoints: 0 }),
  ];
  const without: number[] = [];
  const withEvent: number[] = [];
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    into.push(performance.now() - started);
  };
  for (let n = 0; n < 500; n++) {
    await timed(without, () => inTransaction((tx) => tx.partner.findUnique({ where: { id: unheard } })));
    await timed(withEvent, () =>
      inTransaction(async (tx) => {
        await tx.partner.findUnique({ where: { id: listened } });
        await emit(tx, { type: "solo_account.verified", partnerId: listened, data: payload });
      }),
    );
  }
  return median(withEvent) - median(without);
}
