import { expect, it, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makePartner } from "@/lib/testing/factories";
import { mortalWorker } from "@/lib/testing/mortal-program";
import { randomNumbers, rounds } from "@/lib/testing/random";
import { type Received, startReceiver } from "@/lib/testing/receiver";
import { makeEndpoint, ping } from "@/lib/testing/webhooks";
import { startSender } from "./sender";

const DEATHS = rounds(5);
const random = randomNumbers();
const ENDPOINTS = 5;

const worker = mortalWorker();
const deliveryOf = ({ headers }: Received) => headers["x-svc-delivery"];

it(`survives ${DEATHS} kills of the worker under load without loss`, async () => {
  // Some responses come late, so that a kill interrupts running attempts.
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), random() * 40));
  const partner = await makePartner();
  const { id: partnerId } = partner;
  for (let n = 0; n < ENDPOINTS; n++) await makeEndpoint(partner, { url: `${receiver.url}&n=${n}` });
  let emitted = 0;
  let busy = true;
  const load = (async () => {
    while (busy) {
      await ping(partner, String(emitted));
      emitted++;
      await new Promise((done) => setTimeout(done, 4));
    }
  })();
  const settled = () => db.webhookDelivery.count({ where: { partnerId, status: "delivered" } });
  for (let n = 0; n < DEATHS; n++) {
    const before = receiver.received.length;
    await worker.start();
    // At any time during its work, however long a busy machine takes to start it.
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(before), { timeout: 60_000, interval: 5 });
    await new Promise((done) => setTimeout(done, random() * 900));
    // The kills must hit something. Otherwise this proves nothing.
    await vi.waitFor(async () => expect(await settled()).toBeGreaterThan(n), { timeout: 60_000, interval: 5 });
    await worker.kill();
  }
  busy = false;
  await load;
  const arrived = new Set(receiver.received.map(deliveryOf)).size;
  expect(arrived).toBeGreaterThan(await settled());

  const sender = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true });
  const left = () => db.webhookDelivery.count({ where: { partnerId, status: { not: "delivered" } } });
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 200 });
  await sender.stop();

  const events = await db.webhookEvent.count({ where: { partnerId } });
  expect(events).toBe(emitted);
  expect(new Set(receiver.received.map(deliveryOf)).size).toBe(emitted * ENDPOINTS);
  await receiver.close();
}, 300_000);
