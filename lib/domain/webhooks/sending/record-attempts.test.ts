import { expect, it, vi } from "vitest";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { getDelivery } from "@/lib/domain/webhooks/get-delivery";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import type { Attempt } from "./attempt";
import { recordAttempts, recordWithRetries } from "./record-attempts";

async function setUp() {
  const partner = await makePartner();
  const input = { partnerId: partner.id, url: "http://127.0.0.1:9/hooks", description: null, types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  await inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } }));
  const row = await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
  const delivery = { ...row, dueAt: row.nextAttemptAt ?? clock.now(), bytes: 2, body: Buffer.from("{}") };
  return { partner, input, endpointId, row, delivery };
}

it("locks endpoints before their deliveries, like every other transaction", async () => {
  const { input, endpointId, row, delivery } = await setUp();
  const answer = { responseStatus: 503, responseHeaders: {}, responseBody: null, error: null, succeeded: false };
  const attempt = { url: input.url, at: clock.now(), durationMs: 3, requestHeaders: {}, ...answer };

  const other = await pool().connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE", [endpointId]);
    const { rows } = await other.query("SELECT pg_backend_pid() AS pid");
    const settling = recordAttempts([{ delivery, attempt }]);
    const waiting = () =>
      pool().query("SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))", [rows[0].pid]);
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
    await other.query("SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE NOWAIT", [row.id]);
    await other.query("ROLLBACK");
    await settling;
  } finally {
    other.release(true);
  }
  expect(await db.webhookDelivery.findFirstOrThrow({ where: { endpointId } })).toMatchObject({ failures: 1 });
});

it("keeps the headers in the order they were sent and received", async () => {
  const { partner, input, delivery } = await setUp();
  const requestHeaders = { "X-SVC-Signature": "c", "webhook-id": "a", Date: "d", "Content-Type": "b" };
  const responseHeaders = { "set-cookie": ["z", "a"], server: "x", "x-long-name": "y", age: "1" };
  const answer = { responseStatus: 200, responseHeaders, responseBody: null, error: null, succeeded: true };
  await recordAttempts([
    { delivery, attempt: { url: input.url, at: clock.now(), durationMs: 3, requestHeaders, ...answer } },
  ]);
  const { attempts } = await getDelivery(portalCtx(partner, "owner"), { deliveryId: delivery.id });
  const shown = attempts[0]?.attempt;
  expect(Object.entries(shown?.requestHeaders ?? {})).toEqual(Object.entries(requestHeaders));
  expect(Object.entries(shown?.responseHeaders ?? {})).toEqual(Object.entries(responseHeaders));
});

const fine: Attempt = {
  url: "http://127.0.0.1:9/hooks",
  at: new Date(),
  durationMs: 3,
  requestHeaders: {},
  responseStatus: 200,
  responseHeaders: { server: "x" },
  responseBody: Buffer.from("a\0b"),
  error: null,
  succeeded: true,
};

async function results(attempts: readonly Attempt[]) {
  const partner = await makePartner();
  const input = { partnerId: partner.id, url: "http://127.0.0.1:9/hooks", description: null, types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  for (const _ of attempts) {
    await inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } }));
  }
  const rows = await db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  const made = attempts.flatMap((attempt, n) => {
    const row = rows[n];
    return row
      ? [{ delivery: { ...row, dueAt: row.nextAttemptAt ?? new Date(), bytes: 2, body: Buffer.from("{}") }, attempt }]
      : [];
  });
  const kept = () =>
    db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: "asc" }, include: { attempts: true } });
  return { made, kept };
}

it("records others' results if the database refuses one, and that one without its response", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const poison = { ...fine, responseHeaders: { server: "a\0b" } };
  const { made, kept } = await results([fine, poison, fine]);
  await recordWithRetries(made);
  said.mockRestore();
  const deliveries = await kept();
  expect(deliveries.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  expect(deliveries.map(({ attempts }) => attempts.map(({ responseHeaders }) => responseHeaders))).toEqual([
    [{ server: "x" }],
    [null],
    [{ server: "x" }],
  ]);
  expect(Buffer.from(deliveries[0]?.attempts[0]?.responseBody ?? []).toString()).toBe("a\0b");
});

it("never throws, whatever is refused", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const hopeless = { ...fine, error: "a\0b", responseHeaders: null, responseBody: null };
  const { made, kept } = await results([hopeless, fine]);
  await recordWithRetries(made);
  said.mockRestore();
  expect((await kept()).map(({ status }) => status)).toEqual(["pending", "delivered"]);
});
