import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, giveUpDeletedTask } from "./endpoint-changes";
import { emit } from "./events";

async function setUp() {
  const subscriber = await makeSubscriber();
  const other = await makeEndpoint(subscriber.partner);
  const statusesOf = async (id: string) =>
    (await db.webhookDelivery.groupBy({ by: ["status"], where: { endpointId: id }, _count: true })).map(
      ({ status, _count }) => [status, _count],
    );
  return { ...subscriber, otherId: other.endpointId, statusesOf };
}

it("fails everything that waits for a deleted endpoint, and nothing of another", async () => {
  const { partner, ctx, endpointId, otherId, ping, statusesOf } = await setUp();
  await ping();
  await wait(partner.id, endpointId, 1_000);
  await deleteEndpoint(ctx, { endpointId });
  await runJobs(giveUpDeletedTask);
  expect(await statusesOf(endpointId)).toEqual([["failed", 1_001]]);
  expect(await statusesOf(otherId)).toEqual([["pending", 1]]);
  await expect(deleteEndpoint(ctx, { endpointId })).rejects.toMatchObject({ status: 404 });
});

it("deletes an endpoint at once, whatever happens to its pending deliveries", async () => {
  const { ctx, endpointId, ping, statusesOf } = await setUp();
  await ping();
  await inTransaction(async (tx) => {
    // As if the deletion couldn't get through all of it.
    await tx.$queryRaw`SELECT 1 AS locked FROM webhook_deliveries WHERE endpoint_id = ${endpointId} FOR UPDATE`;
    await deleteEndpoint(ctx, { endpointId });
  });
  await runJobs(giveUpDeletedTask);
  expect(await statusesOf(endpointId)).toEqual([["failed", 1]]);
});

it("fails an event's delivery even if its transaction commits long after the endpoint was deleted", async () => {
  const { partner, ctx, endpointId, otherId, statusesOf } = await setUp();
  await inTransaction(async (tx) => {
    await emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } });
    await deleteEndpoint(ctx, { endpointId });
    await runJobs(giveUpDeletedTask);
  });
  expect(await statusesOf(endpointId)).toEqual([["pending", 1]]);
  clock.advance(3 * 86_400_000);
  await giveUpDeletedTask.run({}, firstRun);
  expect(await statusesOf(endpointId)).toEqual([["failed", 1]]);
  expect(await statusesOf(otherId)).toEqual([["pending", 1]]);
});

/** This many more deliveries wait, of similar events. */
async function wait(partnerId: string, endpointId: string, count: number): Promise<void> {
  await db.$executeRaw`
    WITH event AS (
      INSERT INTO webhook_events (id, partner_id, type, body, created_at)
      SELECT ${`evt_${endpointId}`} || n, ${partnerId}, 'test.ping', '', ${clock.now()} FROM generate_series(1, ${count}) n
      RETURNING *)
    INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, next_attempt_at)
    SELECT 'del_' || id, id, ${endpointId}, partner_id, type, created_at, created_at FROM event`;
}
