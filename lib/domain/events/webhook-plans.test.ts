import { beforeAll, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { planOf } from "@/lib/testing/sql";
import { makeSubscriber } from "@/lib/testing/webhooks";
import { countsOf, deliveryFigures } from "./delivery-figures";
import { countFailed, countOfFailed } from "./replay-failed";

const MANY = 4_000;
const TABLE = "webhook_deliveries";

let made: Awaited<ReturnType<typeof withDeliveries>>;
beforeAll(async () => {
  made = await withDeliveries({ delivered: MANY, waiting: 30, failed: 20 });
  await withDeliveries({ delivered: MANY, waiting: 4 * MANY, failed: 4 * MANY });
});

/** A partner with this many deliveries to one endpoint, all created today. */
async function withDeliveries({ delivered, waiting, failed }: Record<"delivered" | "waiting" | "failed", number>) {
  const { partner, ctx, endpointId } = await makeSubscriber();
  const now = clock.now();
  const first = firstIdAt(now).slice(0, 9);
  await db.$executeRaw`
    INSERT INTO webhook_events (id, partner_id, type, body, created_at)
    SELECT 'evt_' || ${first} || left(md5(n || ${partner.id}), 16), ${partner.id}, 'test.ping', '{}', ${now}
    FROM generate_series(1, ${delivered + waiting + failed}::int) n`;
  await db.$executeRaw`
    INSERT INTO webhook_deliveries
      (id, event_id, endpoint_id, partner_id, type, created_at, status, next_attempt_at, settled_at)
    SELECT replace(id, 'evt_', 'del_'), id, ${endpointId}, partner_id, type, created_at, status::webhook_delivery_status,
      CASE WHEN status = 'pending' THEN created_at + interval '1 day' END,
      CASE WHEN status <> 'pending' THEN created_at END
    FROM (
      SELECT *, CASE WHEN n <= ${waiting} THEN 'pending' WHEN n <= ${waiting + failed} THEN 'failed' ELSE 'delivered' END
        AS status
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM webhook_events WHERE partner_id = ${partner.id}) e) e`;
  return { partner, ctx, endpointId };
}

it("many pending and failed deliveries are counted from their database indexes", async () => {
  const { partner, ctx } = made;
  expect(await deliveryFigures(ctx)).toMatchObject({ waiting: 30, last24h: { failed: 20, delivered: MANY } });
  const plan = await planOf(countsOf(partner.id, clock.now().getTime(), 0), { table: TABLE });
  expect(plan).not.toContain(`Seq Scan on ${TABLE}`);
  const waiting = / webhook_deliveries_(due|endpoint_waiting) .*\n *Index Cond: \(+endpoint_id = e(_1)?\.id\)/g;
  expect(plan.match(waiting)).toHaveLength(2);
  expect(plan).toMatch(/ webhook_deliveries_failed .*\n *Index Cond: \(+partner_id = /);
});

it("a replay's deliveries are counted from the index of failures, even with a generic plan", async () => {
  const { ctx, endpointId } = made;
  expect(await countFailed(ctx, { endpointId, since: "24h" })).toMatchObject({ count: 20 });
  const until = clock.now();
  const since = new Date(until.getTime() - DAY_MS);
  const plan = await planOf(countOfFailed({ endpointId, since, until }), { table: TABLE, forAll: true });
  expect(plan).toMatch(/ webhook_deliveries_endpoint_settled .*\n *Index Cond: \(+endpoint_id = /);
});
