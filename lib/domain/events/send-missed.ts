import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, rowsIn } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { dateTimeIn } from "@/lib/platform/wire";
import { forceIndexes } from "./delivery-states";
import { lockEndpoint } from "./endpoints";
import { countMissed, missedEvents } from "./missed-span";
import { wakeSender } from "./sending/wake";

/** How many deliveries one transaction makes. */
const BATCH = 500;

/**
 * Sends the events that an endpoint missed while it was paused, or waives them. A job makes their deliveries in batches, in the order
 * of the events. Returns how many there are; a repeat finds none. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function answerMissed(
  ctx: Ctx<PortalUserActor>,
  { endpointId, send }: { endpointId: string; send: boolean },
): Promise<{ count: number }> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, ctx, endpointId);
    const { id, partnerId, status } = endpoint;
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Resume it first.");
    const missed = await countMissed(tx, endpoint);
    await tx.webhookEndpoint.update({ where: { id }, data: { missedSince: null, missedUntil: null } });
    if (!missed) return { count: 0 };
    const span = { since: missed.since.toISOString(), until: missed.until.toISOString() };
    if (send) await enqueue(tx, sendMissedTask.name, { endpointId: id, ...span });
    const action = send ? "webhook_endpoint.missed_sent" : "webhook_endpoint.missed_waived";
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action, subject, partnerId, detail: { ...span, count: missed.count } });
    return { count: missed.count };
  });
}

/** Makes the deliveries, batch by batch. An event that has one is passed over, so a job that died or runs twice simply continues. */
export const sendMissedTask = defineTask(
  "send_missed_events",
  z.object({ endpointId: z.string(), since: dateTimeIn, until: dateTimeIn }),
  async (span, { signal }) => {
    let after: string | null = "";
    for (let made = 0; after !== null; made += BATCH) {
      signal?.throwIfAborted();
      after = await sendBatch(span, { made, after });
    }
  },
);

type Span = { endpointId: string; since: Date; until: Date };

/** Makes the deliveries of the events after one. Returns the id of their last event, or null if there are no more. */
const sendBatch = (
  { endpointId, since, until }: Span,
  { made, after }: { made: number; after: string },
): Promise<string | null> =>
  inTransaction(async (tx) => {
    await forceIndexes(tx);
    // Locked, because deleting the endpoint must find everything that is pending.
    await tx.$queryRaw`SELECT 1 AS locked FROM webhook_endpoints WHERE id = ${endpointId} FOR SHARE`;
    const endpoint = await tx.webhookEndpoint.findFirst({ where: { id: endpointId, deletedAt: null } });
    const pause = { missedSince: since, missedUntil: until };
    const missed = endpoint && missedEvents({ ...endpoint, ...pause }, { limit: BATCH, after });
    if (!missed) return null;
    // Due one per millisecond, so that new events don't wait behind a long pause.
    const first = new Date(clock.now().getTime() + made);
    // Hours that are counted already have no later deliveries.
    const [sent] = await rowsIn<{ count: number; last: string | null }>(tx)`
      WITH missed AS MATERIALIZED (SELECT e.* FROM ${missed} ORDER BY e.id LIMIT ${BATCH}),
      made AS (
        INSERT INTO webhook_deliveries (id, event_id, endpoint_id, partner_id, type, created_at, edits_id, next_attempt_at)
        SELECT delivery_id(id, ${endpointId}), id, ${endpointId}, partner_id, type, created_at, ${endpoint.editsId},
          ${first}::timestamptz + (row_number() OVER (ORDER BY id) - 1) * interval '1 millisecond'
        FROM missed ORDER BY id ON CONFLICT DO NOTHING RETURNING partner_id, created_at),
      late AS (
        SELECT partner_id, date_trunc('hour', created_at, 'UTC') AS hour, count(*)::int AS made FROM made
        WHERE created_at < (SELECT max(hour) + interval '1 hour' FROM webhook_delivery_hours) GROUP BY 1, 2),
      counted AS (
        INSERT INTO webhook_delivery_hours AS kept (partner_id, hour, made) SELECT * FROM late ORDER BY hour
        ON CONFLICT ON CONSTRAINT webhook_delivery_hours_pkey DO UPDATE SET made = kept.made + excluded.made)
      SELECT count(*)::int AS count, max(id) AS last FROM missed`;
    await wakeSender(tx);
    return sent?.count === BATCH ? sent.last : null;
  });
