import type { ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { setPartnerStatus } from "@/lib/domain/partners";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { deleteEndpoint } from "@/lib/domain/webhooks/delete-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { db, inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { runJobs } from "@/lib/testing/run-jobs";
import { giveUpDeletedTask } from "../delete-endpoint";
import { startSender } from "./sender";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function setUp(answer?: (response: ServerResponse) => void) {
  const partner = await makePartner();
  const receiver = await startReceiver(answer);
  closing.push(receiver.close);
  const input = { partnerId: partner.id, url: receiver.url, description: null, types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  const start = async () => {
    const sender = await startSender({ databaseUrl: env().databaseUrl, allowPrivate: true });
    closing.push(sender.stop);
  };
  const ping = (message = "x") =>
    inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message } }));
  return { partner, endpointId, received: receiver.received, start, ping };
}

// An inactive partner's calls are refused, but it still gets events: it still shows people whose custody has ended, and
// removals keep their deadline.
it("still sends to an inactive partner", async () => {
  const { partner, received, start, ping } = await setUp();
  await ping("before");
  await setPartnerStatus(systemCtx(), { partnerId: partner.id, status: "inactive" });
  await ping("after");
  await start();
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 60_000 });
});

it("sends nothing pending to a deleted endpoint, and keeps the running attempt's result", async () => {
  const held: ServerResponse[] = [];
  const { partner, endpointId, received, start, ping } = await setUp((response) => held.push(response));
  for (let n = 0; n < 12; n++) await ping(String(n));
  await start();
  await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 60_000 });
  await deleteEndpoint(portalCtx(partner), { endpointId });
  // The sender is notified, or polls a second later.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const answered = held.length;
  for (const response of held.splice(0)) response.end();
  const attempts = () => db.webhookAttempt.count({ where: { endpointId } });
  await vi.waitFor(async () => expect(await attempts()).toBe(answered), { timeout: 60_000 });
  await ping("later");
  await runJobs(giveUpDeletedTask);
  const countOf = (status: "delivered" | "failed") => db.webhookDelivery.count({ where: { endpointId, status } });
  expect([await countOf("delivered"), await countOf("failed")]).toEqual([answered, 12 - answered]);
  expect(received).toHaveLength(answered);
});
