import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { giveUp } from "./delivery-states";
import { urlWithoutQuery } from "./endpoint-url";
import { lockEndpoint } from "./endpoints";
import { wakeSender } from "./sending/wake";

/**
 * Deletes an endpoint: we stop sending to it and erase its secrets. Past deliveries stay in the list. A job fails the pending
 * ones. Throws `NotFound`, `Forbidden`.
 */
export async function deleteEndpoint(ctx: Ctx<PortalUserActor>, { endpointId }: { endpointId: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const { id, partnerId, url } = await lockEndpoint(tx, ctx, endpointId);
    await tx.webhookEndpoint.update({ where: { id }, data: { deletedAt: clock.now() } });
    await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
    await enqueue(tx, giveUpDeletedTask.name, {}, { jobKey: giveUpDeletedTask.name });
    await wakeSender(tx);
    const subject = { kind: "webhook_endpoint", id } as const;
    record(tx, { ctx, action: "webhook_endpoint.deleted", subject, partnerId, detail: { url: urlWithoutQuery(url) } });
  });
}

/** How many deliveries one transaction fails. */
const BATCH = 500;

/**
 * Fails all pending deliveries of deleted endpoints, in batches. Deleting an endpoint starts it. The schedule catches events
 * whose transactions ran while the endpoint was deleted. A job that died or runs twice simply continues.
 */
export const giveUpDeletedTask = defineTask(
  "give_up_webhooks_of_deleted_endpoints",
  z.object({}),
  async (_, { signal }) => {
    for (const { id } of await awaited()) {
      for (let last: string | null = ""; last !== null; ) {
        signal?.throwIfAborted();
        last = await giveUpBatch(id, last);
      }
    }
  },
);

export const giveUpDeleted: Schedule = { task: giveUpDeletedTask, cron: "*/15 * * * *" };

/** The deleted endpoints with pending deliveries. */
const awaited = () =>
  inTransaction(async (tx) => {
    await byIndex(tx);
    return tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM webhook_endpoints e WHERE deleted_at IS NOT NULL
        AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = e.id AND status = 'pending')`;
  });

/** Returns the last delivery of the batch. Null if nothing was pending after `after`. */
const giveUpBatch = (endpointId: string, after: string): Promise<string | null> =>
  inTransaction(async (tx) => {
    await byIndex(tx);
    const [batch] = await tx.$queryRaw<{ last: string | null }[]>`
      WITH batch AS MATERIALIZED (
        SELECT id FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND status = 'pending' AND id > ${after}
        ORDER BY id LIMIT ${BATCH} FOR UPDATE),
      given_up AS (${giveUp(Prisma.sql`batch`, { at: clock.now() })})
      SELECT max(id) AS last FROM batch`;
    return batch?.last ?? null;
  });

/** Statistics lag behind a table that changes this fast, so force the index. */
const byIndex = (tx: Tx) => tx.$queryRaw`SELECT set_config('enable_seqscan', 'off', true)`;
