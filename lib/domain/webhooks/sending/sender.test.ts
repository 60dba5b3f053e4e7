import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { mailsTo } from "@/lib/testing/effects";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { runJobs } from "@/lib/testing/run-jobs";
import { setEndpointStatus } from "../edit-endpoint";
import { mailAdminsTask } from "../mail-admins";
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
  clock.reset();
});

const start = async () => {
  sender = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true, sweepMs: SWEEP_MS });
};

async function setUp(...receiver: Parameters<typeof startReceiver>) {
  const partner = await makePartner();
  const made = await startReceiver(...receiver);
  closing.push(made);
  const endpoint = await createEndpoint(systemCtx(), {
    partnerId: partner.id,
    url: made.url,
    description: null,
    types: [],
  });
  return { partner, ...made, ...endpoint };
}

const ping = ({ id: partnerId }: { id: string }, message = "hello") =>
  inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message } }));

const deliveriesOf = (endpointId: string) =>
  db.webhookDelivery.findMany({
    where: { endpointId },
    orderBy: { id: "asc" },
    include: { attempts: { orderBy: { id: "asc" } } },
  });

describe("the sender", () => {
  it("delivers the exact bytes, signed so that independent verifiers accept them", async () => {
    const { partner, received, endpointId, secret } = await setUp();
    await start();
    await ping(partner, "Zoë ✓");
    await vi.waitFor(async () => expect((await deliveriesOf(endpointId))[0]?.status).toBe("delivered"), {
      timeout: 60_000,
    });
    const [{ headers, body }] = received as [(typeof received)[number]];
    const event = await db.webhookEvent.findFirstOrThrow({ where: { partnerId: partner.id } });
    expect(body).toBe(Buffer.from(event.body).toString());
    expect(Stripe.webhooks.constructEvent(body, String(headers["x-svc-signature"]), secret).id).toBe(event.id);
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      data: { message: "Zoë ✓" },
    });
    const [delivery] = await deliveriesOf(endpointId);
    expect(headers).toMatchObject({ "x-svc-event": "test.ping", "x-svc-delivery": delivery?.id });
    expect(delivery?.attempts[0]).toMatchObject({ responseStatus: 200, error: null, succeeded: true });
    expect(Buffer.from(delivery?.attempts[0]?.responseBody ?? []).toString()).toBe("thanks");
  });

  it("retries on schedule, signs each attempt under the same delivery id, and stops after the fifth", async () => {
    const { partner, received, endpointId } = await setUp((response) => response.writeHead(503).end("busy"));
    let now = new Date("2026-11-21T12:00:00Z");
    clock.freeze(now);
    await ping(partner);
    await start();
    for (const [n, minutes] of [1, 5, 30, 120, null].entries()) {
      await vi.waitFor(async () => expect((await deliveriesOf(endpointId))[0]?.attempts).toHaveLength(n + 1), {
        timeout: 60_000,
      });
      const [delivery] = await deliveriesOf(endpointId);
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
    const [delivery] = await deliveriesOf(endpointId);
    expect(delivery).toMatchObject({ status: "failed", failures: 5, nextAttemptAt: null });
    expect(new Set(received.map(({ headers }) => headers["x-svc-delivery"])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["x-svc-signature"])).size).toBe(5);
    await runJobs(mailAdminsTask, { endpointId });
    const told = await mailsTo(partner.users.owner.email);
    expect(told.map(({ template }) => template)).toEqual(["webhook_endpoint_news"]);
  });

  it("reaches a receiver on the fourth attempt after it was down for three", async () => {
    const { partner, received, endpointId, secret } = await setUp((response, _, count) =>
      response.writeHead(count <= 3 ? 503 : 200).end(),
    );
    clock.freeze(new Date("2026-11-21T12:00:00Z"));
    await ping(partner, "late");
    await start();
    for (const failures of [1, 2, 3]) {
      await vi.waitFor(
        async () => expect((await deliveriesOf(endpointId))[0]?.attempts).toHaveLength(failures),
        PATIENTLY,
      );
      clock.freeze((await deliveriesOf(endpointId))[0]?.nextAttemptAt ?? clock.now());
    }
    await vi.waitFor(async () => expect((await deliveriesOf(endpointId))[0]?.status).toBe("delivered"), PATIENTLY);
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
    const { partner, received, endpointId, secret } = await setUp((response) => setTimeout(() => response.end(), 60));
    for (let n = 0; n < 60; n++) await ping(partner, String(n));
    await start();
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(8), PATIENTLY);
    const rotated = await rotateSecret(portalCtx(partner), { endpointId, overlapHours: 0 });
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

  it("doesn't follow redirects, keeps 8 KB of a response and counts only 2xx as success", async () => {
    const { partner, endpointId, received } = await setUp((response) =>
      response.writeHead(302, { Location: "/elsewhere" }).end("x".repeat(20_000)),
    );
    await start();
    await ping(partner);
    await vi.waitFor(async () => expect((await deliveriesOf(endpointId))[0]?.attempts).toHaveLength(1), {
      timeout: 60_000,
    });
    const [delivery] = await deliveriesOf(endpointId);
    expect(delivery?.status).toBe("pending");
    expect(delivery?.attempts[0]).toMatchObject({ responseStatus: 302, succeeded: false });
    expect(delivery?.attempts[0]?.responseBody).toHaveLength(8192);
    expect(received).toHaveLength(1);
  });

  it("delays no other endpoint for one that doesn't respond", async () => {
    const hanging = await setUp(() => {});
    const quick = await setUp();
    for (let n = 0; n < 30; n++) await ping(hanging.partner);
    await start();
    for (let n = 0; n < 30; n++) await ping(quick.partner);
    await vi.waitFor(() => expect(quick.received).toHaveLength(30), { timeout: 60_000 });
    expect(hanging.received.length).toBeLessThanOrEqual(8);
  });

  it("takes over a sender's endpoints as soon as its connection ends", async () => {
    const { partner, received, endpointId } = await setUp();
    const other = await openSession({ databaseUrl: env().databaseUrl, onNotify: () => {}, onLost: () => {} });
    expect(await other.lock([endpointId])).toEqual([endpointId]);
    await ping(partner);
    expect((await readDueEndpoints(other)).map(({ id }) => id)).toContain(endpointId);
    await start();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(received).toHaveLength(0);
    await other.close();
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
  });

  it("recovers after the database closes its connection", async () => {
    const { partner, received } = await setUp();
    await start();
    await ping(partner);
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
    await db.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'webhook sender' AND datname = current_database()`;
    await vi.waitFor(() => expect(() => sender?.check()).toThrow("no database"), { ...PATIENTLY, interval: 5 });
    await ping(partner);
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 60_000 });
    expect(() => sender?.check()).not.toThrow();
  });

  it("stops sending to an endpoint paused with a queue, and then resumes where it was", async () => {
    const { partner, received, endpointId } = await setUp((response) => setTimeout(() => response.end(), 100));
    for (let n = 0; n < 200; n++) await ping(partner, String(n));
    await start();
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(8), { timeout: 60_000 });
    await setEndpointStatus(portalCtx(partner), { endpointId, status: "paused" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const before = received.length;
    expect(before).toBeLessThan(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(received).toHaveLength(before);
    await setEndpointStatus(portalCtx(partner), { endpointId, status: "enabled" });
    await vi.waitFor(() => expect(new Set(received.map(({ body }) => body)).size).toBe(200), { timeout: 60_000 });
    expect(received).toHaveLength(200);
  });

  it("sends each delivery once with many senders", async () => {
    const { partner, received } = await setUp();
    for (let n = 0; n < 60; n++) await ping(partner, String(n));
    const senders = await Promise.all(
      [1, 2, 3].map(() => startSender({ databaseUrl: env().databaseUrl, allowPrivate: true })),
    );
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(60), { timeout: 60_000 });
    await Promise.all(senders.map((one) => one.stop()));
    expect(new Set(received.map(({ body }) => body)).size).toBe(60);
    expect(received).toHaveLength(60);
  });

  it("gives back unfinished deliveries when it stops", async () => {
    const { partner, endpointId, received } = await setUp(() => {});
    await ping(partner);
    await start();
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
    await sender?.stop();
    // Aborted attempts end a moment later.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const [delivery] = await deliveriesOf(endpointId);
    expect(delivery).toMatchObject({ status: "pending", failures: 0, attempts: [] });
    const endpoint = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(endpoint.failingSince).toBeNull();
  });
});
