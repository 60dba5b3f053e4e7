import { afterEach, expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { startReceiver } from "@/lib/testing/receiver";
import { makeSubscriber } from "@/lib/testing/webhooks";
import type * as due from "./due";
import { type Sender, startSender } from "./sender";
import { openSession } from "./session";

const lost = vi.hoisted(() => ({ reads: 0 }));
vi.mock("./due", async (original) => {
  const real = await original<typeof due>();
  const readBody: typeof real.readBody = async (...read) => {
    if (lost.reads-- > 0) throw new Error("the connection is gone");
    return real.readBody(...read);
  };
  return { ...real, readBody };
});

let sender: Sender | undefined;
let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;

afterEach(async () => {
  lost.reads = 0;
  await sender?.stop();
  await receiver?.close();
  sender = undefined;
});

async function setUp(message: string) {
  receiver = await startReceiver();
  const { url, received } = receiver;
  const { partner, endpointId, deliveries, ping } = await makeSubscriber({ url });
  await ping(message);
  const event = await db.webhookEvent.findFirstOrThrow({ where: { partnerId: partner.id } });
  return { endpointId, received, deliveries, body: Buffer.from(event.body).toString() };
}

const start = async () => {
  sender = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true, sweepMs: 50 });
};

it("are read when they are sent, and sent byte for byte", async () => {
  const { endpointId, received, body } = await setUp("é".repeat(400_000));
  const session = await openSession({ databaseUrl: env().databaseUrl, onNotify: () => {}, onLost: () => {} });
  const { readDue } = await import("./due");
  expect(await readDue(session, { counts: [{ id: endpointId, count: 1 }], except: [] })).toMatchObject([
    { bytes: Buffer.byteLength(body), body: null },
  ]);
  await session.close();
  await start();
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 });
  expect(received[0]?.body === body).toBe(true);
});

it("stay due without an attempt if they can't be read, and are sent by the next read", async () => {
  const { received, deliveries } = await setUp("x".repeat(100_000));
  lost.reads = 2;
  await start();
  await vi.waitFor(async () => expect((await deliveries())[0]?.status).toBe("delivered"), { timeout: 60_000 });
  expect(received).toHaveLength(1);
  expect((await deliveries())[0]?.attempts).toHaveLength(1);
  expect(lost.reads).toBeLessThan(0);
});
