import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { pool } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";
import { pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { WebhookAttempt, WebhookDelivery } from "@/prisma/generated/client";
import type { DeliveryFilters, DeliveryPage, PortalDelivery } from "./delivery-schemas";

const PREFIX = "del_";

type Row = Pick<WebhookDelivery, "id" | "eventId" | "type" | "status" | "createdAt" | "nextAttemptAt"> &
  Pick<PortalDelivery, "endpoint" | "attempts"> &
  Pick<WebhookAttempt, "durationMs" | "responseStatus" | "error" | "succeeded"> & { at: Date | null };

/**
 * One page of a partner's deliveries, newest first. Reads each endpoint's deliveries by index and merges them: a partner has
 * few endpoints, and a filter that matches little at one costs nothing at the others.
 */
export async function listDeliveries(
  ctx: Ctx<PortalUserActor>,
  input: DeliveryFilters & { cursor?: string | undefined; limit: number },
): Promise<DeliveryPage> {
  const { limit } = input;
  const cursor = readCursor(input.cursor);
  const order = readingOrder(cursor);
  const { values, endpoints, deliveries } = conditions(ctx.actor.partnerId, input);
  if (cursor) deliveries.push(`id ${cursor.side === "newer" ? ">" : "<"} $${values.push(PREFIX + cursor.id)}`);
  // Not with Prisma, whose named statements get a generic plan that can't use the partial indexes.
  const { rows: found } = await pool().query<Row>(
    `WITH page AS (
      SELECT d.*, e.url, e.description, CASE WHEN e.deleted_at IS NULL THEN e.status::text ELSE 'deleted' END AS receiver
      FROM webhook_endpoints e CROSS JOIN LATERAL (
        SELECT id, event_id, endpoint_id, type, status, created_at, next_attempt_at FROM webhook_deliveries
        WHERE ${["endpoint_id = e.id", ...deliveries].join(" AND ")}
        ORDER BY id ${order} LIMIT ${limit + 1}) d
      WHERE ${endpoints.join(" AND ")}
      ORDER BY d.id ${order} LIMIT ${limit + 1})
    SELECT page.id, page.event_id AS "eventId", page.type, page.status, page.created_at AS "createdAt",
           page.next_attempt_at AS "nextAttemptAt", made.count AS attempts, last.*,
           json_build_object('id', page.endpoint_id, 'url', page.url, 'description', page.description,
                             'status', page.receiver) AS endpoint
    FROM page
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM webhook_attempts WHERE delivery_id = page.id) made
    LEFT JOIN LATERAL (
      SELECT at, duration_ms AS "durationMs", response_status AS "responseStatus", error, succeeded
      FROM webhook_attempts WHERE delivery_id = page.id ORDER BY id DESC LIMIT 1) last ON true
    ORDER BY page.id ${order}`,
    values,
  );
  const bare = found.map((row) => ({ ...row, id: row.id.slice(PREFIX.length) }));
  const { rows, newer, older } = pageOf(bare, { limit, cursor });
  return { rows: rows.map(present), newer, older };
}

function conditions(partnerId: string, { status, type, endpoint, delivery, from, to }: DeliveryFilters) {
  const values: unknown[] = [partnerId];
  const endpoints = ["e.partner_id = $1"];
  const deliveries: string[] = [];
  if (endpoint) endpoints.push(`e.id = $${values.push(endpoint)}`);
  if (delivery !== undefined) deliveries.push(`id = $${values.push(delivery)}`);
  if (status) deliveries.push(`status = $${values.push(status)}`);
  if (type) deliveries.push(`type = $${values.push(type)}`);
  if (from) deliveries.push(`id >= $${values.push(firstDeliveryAt(from))}`);
  if (to) deliveries.push(`id < $${values.push(firstDeliveryAt(to))}`);
  return { values, endpoints, deliveries };
}

const present = ({
  id,
  createdAt,
  nextAttemptAt,
  at,
  durationMs,
  responseStatus,
  error,
  succeeded,
  ...row
}: Row): PortalDelivery => ({
  ...row,
  id: PREFIX + id,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  lastAttempt: at && { at: at.toISOString(), durationMs, responseStatus, error, succeeded },
});

/** The smallest id of a delivery created at a time, as the bound of a time range. */
export const firstDeliveryAt = (at: Date): string => `del_${firstIdAt(at)}`;
