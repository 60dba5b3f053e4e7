import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { mailsTo } from "@/lib/testing/effects";
import { systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { runJobs } from "@/lib/testing/run-jobs";
import { makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, editEndpoint, giveUpDeletedTask, setEndpointStatus } from "../endpoint-changes";
import { mailAdminsTask } from "../outages";
import { rotateSecret } from "../secrets";
import { readDueEndpoints } from "./due";
import { type Sender, startSender } from "./sender";
import { openSession } from "./session";

const SWEEP_MS = 50;
const PATIENTLY = { timeout: 60_000 };

type Closing = { close: () => Promise<void> };
const closing: Closing[] = [];
let sender: Sender | undefined;

afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  for (const one of closing.splice(0)) await one.close();
});

const start = async () => {
  sender = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true, sweepMs: SWEEP_MS });
};

async function setUp(...receiver: Parameters<typeof startReceiver>) {
  const made = await startReceiver(...receiver);
  closing.push(made);
  return { ...made, ...(await makeSubscriber({ url: made.url })) };
}

/** Waits until the sender has read what is due after every change so far. */
async function senderHasRead(): Promise<void> {
  const { received, ping } = await setUp();
  await ping();
  await vi.waitFor(() => expect(received).toHaveLength(1), PATIENTLY);
}

const otherSender = () => openSession({ databaseUrl: env().databaseUrl, onNotify: () => {}, onLost: () => {} });

describe("the sender", () => {
  it("delivers the exact bytes, signed so that independent verifiers accept them", async () => {
    const { partner, received, secret, ping, deliveries } = await setUp();
    await start();
    await ping("Zoë ✓");
    await vi.waitFor(async () => expect((await deliveries())[0]?.status).toBe("delivered"), PATIENTLY);
    const [{ headers, body }] = received as [(typeof received)[number]];
    const event = await db.webhookEvent.findFirstOrThrow({ where: { partnerId: partner.id } });
    expect(body).toBe(Buffer.from(event.body).toString());
    expect(Stripe.webhooks.constructEvent(body, String(headers["x-svc-signature"]), secret).id).toBe(event.id);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      data: { message: "Zoë ✓" },
    });
    const [delivery] = await deliveries();
    expect(headers).toMatchObject({ "x-svc-event": "test.ping", "x-svc-delivery": delivery?.id });
    expect(delivery?.attempts[0]).toMatchObject({ responseStatus: 200, error: null, succeeded: true });
    expect(Buffer.from(delivery?.attempts[0]?.responseBody ?? []).toString()).toBe("thanks");
  });

  it("sends no faster than an endpoint's rate, also beside another sender, in the order of the events", async () => {
    const { ctx, endpointId, received, ping, count, deliveries } = await setUp();
    await editEndpoint(ctx, { endpointId, perSecond: 20 });
    for (let n = 0; n < 12; n++) await ping();
    await start();
    const other = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true, sweepMs: SWEEP_MS });
    closing.push({ close: other.stop });
    await vi.waitFor(async () => expect(await count("delivered")).toBe(12), PATIENTLY);
    const made = await deliveries();
    const times = made.map(({ attempts: [one] }) => Number(one?.at)).toSorted((a, b) => a - b);
    const [first = 0] = times;
    // Timers and times are whole milliseconds.
    for (const [n, at] of times.entries()) expect(at - first).toBeGreaterThanOrEqual(n * 50 - 2);
    expect(received.map(({ headers }) => headers["x-svc-delivery"])).toEqual(made.map(({ id }) => id));
  });

  it("retries on schedule, signs each attempt under the same delivery id, and stops after the fifth", async () => {
    const { partner, received, endpointId, ping, deliveries } = await setUp((response) =>
      response.writeHead(503).end("busy"),
    );
    let now = new Date("2026-11-21T12:00:00Z");
    clock.freeze(now);
    await ping();
    await start();
    for (const [n, minutes] of [1, 5, 30, 120, null].entries()) {
      await vi.waitFor(async () => expect((await deliveries())[0]?.attempts).toHaveLength(n + 1), PATIENTLY);
      const [delivery] = await deliveries();
      if (minutes === null) break;
      const took = delivery?.attempts.at(-1)?.durationMs ?? 0;
      const due = new Date(now.getTime() + took + minutes * 60_000);
      expect(delivery).toMatchObject({ status: "pending", failures: n + 1, nextAttemptAt: due });
      clock.freeze(new Date(due.getTime() - 1));
      await new Promise((resolve) => setTimeout(resolve, 4 * SWEEP_MS));
      expect(received).toHaveLength(n + 1);
      now = due;
      clock.freeze(now);
    }
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: "failed", failures: 5, nextAttemptAt: null });
    expect(new Set(received.map(({ headers }) => headers["x-svc-delivery"])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["x-svc-signature"])).size).toBe(5);
    await runJobs(mailAdminsTask, { endpointId });
    const told = await mailsTo(partner.users.owner.email);
    expect(told.map(({ template }) => template)).toEqual(["webhook_endpoint_news"]);
  });

  it("reaches a receiver on the fourth attempt after it was down for three", async () => {
    const { received, secret, ping, deliveries } = await setUp((response, _, count) =>
      response.writeHead(count <= 3 ? 503 : 200).end(),
    );
    clock.freeze(new Date("2026-11-21T12:00:00Z"));
    await ping("late");
    await start();
    for (const failures of [1, 2, 3]) {
      await vi.waitFor(async () => expect((await deliveries())[0]?.attempts).toHaveLength(failures), PATIENTLY);
      clock.freeze((await deliveries())[0]?.nextAttemptAt ?? clock.now());
    }
    await vi.waitFor(async () => expect((await deliveries())[0]?.status).toBe("delivered"), PATIENTLY);
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers["x-svc-delivery"])).size).toBe(1);
    const [last] = received.slice(-1);
    const signature = String(last?.headers["x-svc-signature"]);
    const at = Math.floor(clock.now().getTime() / 1000);
    expect(signature).toContain(`t=${at},`);
    const tolerance = 300;
    expect(Stripe.webhooks.constructEvent(last?.body ?? "", signature, secret, tolerance, undefined, at)).toMatchObject(
      {
        data: { message: "late" },
      },
    );
  });

  it("signs queued deliveries with the new secret once the old one has ended", async () => {
    const { ctx, received, endpointId, secret, ping } = await setUp((response) => setTimeout(() => response.end(), 60));
    for (let n = 0; n < 60; n++) await ping(String(n));
    await start();
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(8), PATIENTLY);
    const rotated = await rotateSecret(ctx, { endpointId, overlapHours: 0 });
    await vi.waitFor(() => expect(received).toHaveLength(60), PATIENTLY);
    const isBy = (key: string) => (one: (typeof received)[number]) => {
      try {
        return Boolean(new Webhook(key).verify(one.body, one.headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    const byOld = received.filter(isBy(secret));
    expect(received.filter(isBy(rotated.secret))).toHaveLength(60 - byOld.length);
    // Attempts that ran at that time, and until the sender looked.
    expect(byOld.length).toBeLessThan(50);
  });

  it("delays no other endpoint for one that doesn't respond", async () => {
    const hanging = await setUp(() => {});
    const quick = await setUp();
    for (let n = 0; n < 30; n++) await hanging.ping();
    await start();
    for (let n = 0; n < 30; n++) await quick.ping();
    await vi.waitFor(() => expect(quick.received).toHaveLength(30), PATIENTLY);
    expect(hanging.received.length).toBeLessThanOrEqual(8);
  });

  it("takes over a sender's endpoints as soon as its connection ends", async () => {
    const { received, endpointId, ping } = await setUp();
    const other = await otherSender();
    expect(await other.lock([endpointId])).toEqual([endpointId]);
    await ping();
    expect((await readDueEndpoints(other)).map(({ id }) => id)).toContain(endpointId);
    await start();
    await senderHasRead();
    expect(received).toHaveLength(0);
    await other.close();
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENTLY);
  });

  it("recovers after the database closes its connection", async () => {
    const { received, ping } = await setUp();
    await start();
    await ping();
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENTLY);
    await db.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'webhook sender' AND datname = current_database()`;
    await vi.waitFor(() => expect(() => sender?.check()).toThrow("no database"), { ...PATIENTLY, interval: 5 });
    await ping();
    await vi.waitFor(() => expect(received).toHaveLength(2), PATIENTLY);
    expect(() => sender?.check()).not.toThrow();
  });

  it("stops sending to an endpoint paused with a queue, and then resumes where it was", async () => {
    let atOnce = 8;
    const held: ServerResponse[] = [];
    const respond = (response: ServerResponse) => void (atOnce-- > 0 ? response.end() : held.push(response));
    const { ctx, received, endpointId, ping } = await setUp(respond);
    for (let n = 0; n < 200; n++) await ping(String(n));
    await start();
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), PATIENTLY);
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    await senderHasRead();
    atOnce = Number.POSITIVE_INFINITY;
    for (const response of held) response.end();
    // The sender releases an endpoint when its last attempt is recorded.
    const other = await otherSender();
    await vi.waitFor(async () => expect(await other.lock([endpointId])).toEqual([endpointId]), PATIENTLY);
    await other.close();
    const before = received.length;
    expect(before).toBeLessThan(200);
    await senderHasRead();
    expect(received).toHaveLength(before);
    await setEndpointStatus(ctx, { endpointId, status: "enabled" });
    await vi.waitFor(() => expect(new Set(received.map(({ body }) => body)).size).toBe(200), PATIENTLY);
    expect(received).toHaveLength(200);
  });

  it("sends each delivery once with many senders", async () => {
    const { received, ping } = await setUp();
    for (let n = 0; n < 60; n++) await ping(String(n));
    const senders = await Promise.all(
      [1, 2, 3].map(() => startSender({ databaseUrl: env().databaseUrl, allowPrivate: true })),
    );
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(60), PATIENTLY);
    await Promise.all(senders.map((one) => one.stop()));
    expect(new Set(received.map(({ body }) => body)).size).toBe(60);
    expect(received).toHaveLength(60);
  });

  it("gives back unfinished deliveries when it stops", async () => {
    const { received, endpointId, ping, deliveries } = await setUp(() => {});
    await ping();
    await start();
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENTLY);
    await sender?.stop();
    // Aborted attempts end a moment later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: "pending", failures: 0, attempts: [] });
    const endpoint = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(endpoint.failingSince).toBeNull();
  });
});

describe("someone who has left", () => {
  // An inactive partner's calls are refused, but it still gets events: it still shows people whose custody has ended, and
  // removals keep their deadline.
  it("gets events as an inactive partner", async () => {
    const { partner, received, ping } = await setUp();
    await ping("before");
    await setPartnerStatus(systemCtx(), { partnerId: partner.id, status: "inactive" });
    await ping("after");
    await start();
    await vi.waitFor(() => expect(received).toHaveLength(2), PATIENTLY);
  });

  it("gets nothing pending at a deleted endpoint, whose running attempts' results are kept", async () => {
    const held: ServerResponse[] = [];
    const { ctx, endpointId, received, ping, count } = await setUp((response) => held.push(response));
    for (let n = 0; n < 12; n++) await ping(String(n));
    await start();
    await vi.waitFor(() => expect(held).toHaveLength(2), PATIENTLY);
    await deleteEndpoint(ctx, { endpointId });
    await senderHasRead();
    const answered = held.length;
    for (const response of held.splice(0)) response.end();
    const attempts = () => db.webhookAttempt.count({ where: { endpointId } });
    await vi.waitFor(async () => expect(await attempts()).toBe(answered), PATIENTLY);
    await ping("later");
    await runJobs(giveUpDeletedTask);
    expect([await count("delivered"), await count("failed")]).toEqual([answered, 12 - answered]);
    expect(received).toHaveLength(answered);
  });
});
