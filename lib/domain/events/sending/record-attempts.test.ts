import { expect, it, vi } from "vitest";
import { getDelivery } from "@/lib/domain/events/get-delivery";
import { clock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { resendDelivery } from "../replay-failed";
import type { Attempt } from "./attempt";
import type { DueDelivery } from "./due";
import { recordAttempts, recordWithRetries } from "./record-attempts";

/** A subscriber with an attempt for each of its deliveries. */
async function setUp(...attempts: Attempt[]) {
  const subscriber = await makeSubscriber();
  for (const _ of attempts) await subscriber.ping();
  const due = await subscriber.due();
  const results = attempts.map((attempt, n) => ({ delivery: due[n] as DueDelivery, attempt }));
  return { ...subscriber, results };
}

it("locks endpoints before their deliveries, like every other transaction", async () => {
  const { endpointId, deliveries, results } = await setUp(attemptWith({ responseStatus: 503 }));
  const other = await pool().connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT 1 FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE", [endpointId]);
    const { rows } = await other.query("SELECT pg_backend_pid() AS pid");
    const settling = recordAttempts(results);
    const waiting = () =>
      pool().query("SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))", [rows[0].pid]);
    await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
    await other.query("SELECT 1 FROM webhook_deliveries WHERE id = $1 FOR UPDATE NOWAIT", [results[0]?.delivery.id]);
    await other.query("ROLLBACK");
    await settling;
  } finally {
    other.release(true);
  }
  expect(await deliveries()).toMatchObject([{ failures: 1 }]);
});

it("keeps the headers in the order they were sent and received", async () => {
  const requestHeaders = { "X-SVC-Signature": "c", "webhook-id": "a", Date: "d", "Content-Type": "b" };
  const responseHeaders = { "set-cookie": ["z", "a"], server: "x", "x-long-name": "y", age: "1" };
  const { ctx, results } = await setUp(attemptWith({ requestHeaders, responseHeaders }));
  await recordAttempts(results);
  const { attempts } = await getDelivery(ctx, { deliveryId: results[0]?.delivery.id ?? "" });
  const shown = attempts[0]?.attempt;
  expect(Object.entries(shown?.requestHeaders ?? {})).toEqual(Object.entries(requestHeaders));
  expect(Object.entries(shown?.responseHeaders ?? {})).toEqual(Object.entries(responseHeaders));
});

const fine = attemptWith({ responseHeaders: { server: "x" }, responseBody: Buffer.from("a\0b") });

it("records others' results if the database refuses one, and that one without its response", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const poison = { ...fine, responseHeaders: { server: "a\0b" } };
  const { results, deliveries } = await setUp(fine, poison, fine);
  await recordWithRetries(results);
  said.mockRestore();
  const kept = await deliveries();
  expect(kept.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  expect(kept.map(({ attempts }) => attempts.map(({ responseHeaders }) => responseHeaders))).toEqual([
    [{ server: "x" }],
    [null],
    [{ server: "x" }],
  ]);
  expect(Buffer.from(kept[0]?.attempts[0]?.responseBody ?? []).toString()).toBe("a\0b");
});

it("never throws, whatever is refused", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const hopeless = { ...fine, error: "a\0b", responseHeaders: null, responseBody: null };
  const { results, deliveries } = await setUp(hopeless, fine);
  await recordWithRetries(results);
  said.mockRestore();
  expect((await deliveries()).map(({ status }) => status)).toEqual(["pending", "delivered"]);
});

it("schedules the next attempt from its end, not from when it is recorded", async () => {
  clock.freeze(new Date());
  const attempt = attemptWith({ responseStatus: 503, durationMs: 9_000 });
  const { results, deliveries } = await setUp(attempt);
  clock.advance(25_000);
  await recordAttempts(results);
  expect(await deliveries()).toMatchObject([{ nextAttemptAt: new Date(attempt.at.getTime() + 69_000) }]);
});

it("applies a result to the delivery as it was read, and keeps it in any case", async () => {
  const { results, deliveries } = await setUp(fine);
  await recordAttempts(results);
  await recordAttempts(results.map(({ delivery }) => ({ delivery, attempt: attemptWith({ responseStatus: 503 }) })));
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: "delivered", failures: 0 });
  expect(delivery?.attempts).toHaveLength(2);
});

it("doesn't undo a resend requested meanwhile", async () => {
  const { ctx, results, due, deliveries } = await setUp(fine);
  const deliveryId = results[0]?.delivery.id ?? "";
  clock.advance(1_000);
  await resendDelivery(ctx, { deliveryId });
  await recordAttempts(results);
  expect(await due()).toMatchObject([{ id: deliveryId, failures: 0 }]);
  expect((await deliveries())[0]?.attempts).toHaveLength(1);
});

it("records a result even if another delivery of its batch was erased", async () => {
  const { results, deliveries } = await setUp(fine, fine);
  await db.webhookDelivery.deleteMany({ where: { id: results[0]?.delivery.id ?? "" } });
  await recordAttempts(results);
  expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
});
