import { setTimeout as wait } from "node:timers/promises";
import { settleRead } from "@/lib/domain/webhooks/delivery-states";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, sqlState, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { addToHours } from "../attempt-hours";
import { lockChanging, noteOutage } from "../outages";
import { type Attempt, nextAttempt } from "./attempt";
import type { DueDelivery } from "./due";

export type Result = { delivery: DueDelivery; attempt: Attempt };

/**
 * Writes down what came of many attempts, in one transaction: every attempt is kept, and each delivery is delivered, due
 * again or failed, unless it was changed since it was read (sent again by hand, given up with its endpoint): then it stays
 * as it was made. Endpoints are locked before deliveries, as everywhere.
 */
export async function settle(results: readonly Result[]): Promise<void> {
  const now = clock.now();
  const rows = results.map(toRow).sort((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1));
  const mayExhaust = new Set(rows.filter(({ status }) => status === "failed").map((row) => row.endpoint_id));
  await inTransaction(async (tx) => {
    // By index, whatever PostgreSQL believes of a table that has just filled up.
    await tx.$queryRaw`SELECT set_config('enable_seqscan', 'off', true)`;
    const locked = await lockChanging(tx, results, { mayExhaust });
    const exhausted = await write(tx, rows, now);
    await addToHours(tx, results);
    await noteOutage(tx, results, { exhausted, locked, now });
  });
}

function toRow({ delivery, attempt }: Result) {
  const failures = attempt.succeeded ? 0 : delivery.failures + 1;
  const endedAt = new Date(attempt.at.getTime() + attempt.durationMs);
  const next = attempt.succeeded ? null : nextAttempt(failures, endedAt);
  return {
    id: newId(),
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    due: delivery.dueAt,
    status: attempt.succeeded ? "delivered" : next ? "pending" : "failed",
    failures,
    next,
    url: attempt.url,
    at: attempt.at,
    duration_ms: attempt.durationMs,
    request_headers: attempt.requestHeaders,
    response_status: attempt.responseStatus,
    response_headers: attempt.responseHeaders,
    response_body: attempt.responseBody?.toString("base64") ?? null,
    error: attempt.error,
    succeeded: attempt.succeeded,
  };
}

/** The endpoints of which a delivery was given up. */
async function write(tx: Tx, rows: readonly ReturnType<typeof toRow>[], now: Date): Promise<Set<string>> {
  const failed = await tx.$queryRaw<{ endpointId: string }[]>`
    WITH result AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
        id text, delivery_id text, endpoint_id text, due timestamptz, status webhook_delivery_status, failures smallint,
        next timestamptz, url text, at timestamptz, duration_ms real, request_headers json, response_status smallint,
        response_headers json, response_body text, error text, succeeded boolean)),
    kept AS (
      INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, url, at, duration_ms, request_headers, response_status,
        response_headers, response_body, error, succeeded)
      SELECT id, delivery_id, endpoint_id, url, at, duration_ms, request_headers, response_status,
        response_headers, decode(response_body, 'base64'), error, succeeded
      FROM result WHERE EXISTS (SELECT FROM webhook_deliveries WHERE id = delivery_id)),
    settled AS (
      ${settleRead(Prisma.sql`result`, { at: now })}
      RETURNING d.endpoint_id, d.status)
    SELECT DISTINCT endpoint_id AS "endpointId" FROM settled WHERE status = 'failed'`;
  return new Set(failed.map(({ endpointId }) => endpointId));
}

const TRIES = 5;

/**
 * Writes down what came of attempts, with several tries: without it they are sent again. Where the database refuses what
 * one of them holds, each is written by itself, and that one without its answer: nobody's receiver can keep the others'
 * results from being written, or have itself asked again for ever. Never throws.
 */
export async function settleSurely(batch: readonly Result[]): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried++) {
    try {
      return await settle(batch);
    } catch (error) {
      log.error({ err: error, deliveries: batch.length, tried }, "attempts could not be written down");
      if (isRefusal(error)) return settleApart(batch);
      if (tried < TRIES) await wait(2 ** tried * 100);
    }
  }
}

async function settleApart(batch: readonly Result[]): Promise<void> {
  const [only, ...others] = batch;
  if (others.length > 0) for (const one of batch) await settleSurely([one]);
  else if (only && hasAnswer(only)) await settleSurely([withoutAnswer(only)]);
}

// Classes of PostgreSQL's errors: data exceptions, violated constraints. Another try would end the same.
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");

const hasAnswer = ({ attempt }: Result): boolean => attempt.responseHeaders !== null || attempt.responseBody !== null;

const withoutAnswer = ({ delivery, attempt }: Result): Result => ({
  delivery,
  attempt: { ...attempt, responseHeaders: null, responseBody: null },
});
