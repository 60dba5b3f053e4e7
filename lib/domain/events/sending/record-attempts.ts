import { setTimeout as wait } from "node:timers/promises";
import { applyResults, forceIndexes, idsBetween } from "@/lib/domain/events/delivery-states";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rowsIn, sqlState, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { countByHour } from "../attempt-hours";
import { lockChanging, noteOutage } from "../outages";
import { nextAttempt } from "./attempt";
import type { Result } from "./due";

/**
 * Records many attempts in one transaction. Each delivery becomes delivered, due again or failed, unless it changed after it
 * was read (a resend, a deleted endpoint). Locks endpoints before deliveries, like every other transaction.
 */
export async function recordAttempts(results: readonly Result[]): Promise<void> {
  const now = clock.now();
  const rows = results.map(toRow).sort((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1));
  const mayExhaust = new Set(
    rows.filter(({ status, counts }) => counts && status === "failed").map((row) => row.endpoint_id),
  );
  // A rehearsal is in no figure, and no outage.
  const counted = results.filter(({ delivery }) => !delivery.rehearsal);
  await inTransaction(async (tx) => {
    await forceIndexes(tx);
    const locked = await lockChanging(tx, counted, { mayExhaust });
    const exhausted = await insertAttempts(tx, rows, now);
    await countByHour(tx, counted);
    await noteOutage(tx, counted, { exhausted, locked, now });
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
    counts: !delivery.rehearsal,
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

/** Takes rows in the order of their deliveries. Returns the endpoints with a delivery that failed for good, and wasn't rehearsed. */
async function insertAttempts(tx: Tx, rows: readonly ReturnType<typeof toRow>[], now: Date): Promise<Set<string>> {
  const within = idsBetween(rows[0]?.delivery_id, rows.at(-1)?.delivery_id);
  const failed = await rowsIn<{ endpointId: string }>(tx)`
    WITH result AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(
        id text, delivery_id text, endpoint_id text, due timestamptz, status webhook_delivery_status, failures smallint,
        next timestamptz, url text, at timestamptz, duration_ms real, request_headers json, response_status smallint,
        response_headers json, response_body text, error text, succeeded boolean)),
    kept AS (
      INSERT INTO webhook_attempts (id, delivery_id, partner_id, endpoint_id, url, at, duration_ms, request_headers,
        response_status, response_headers, response_body, error, succeeded)
      SELECT r.id, delivery_id, d.partner_id, r.endpoint_id, url, at, duration_ms, request_headers,
        response_status, response_headers, decode(response_body, 'base64'), error, succeeded
      FROM result r JOIN webhook_deliveries d ON d.id = delivery_id AND ${within}),
    applied AS (
      ${applyResults(Prisma.sql`result`, { at: now, within })}
      RETURNING d.endpoint_id, d.status, d.rehearsal)
    SELECT DISTINCT endpoint_id FROM applied WHERE status = 'failed' AND NOT rehearsal`;
  return new Set(failed.map(({ endpointId }) => endpointId));
}

const TRIES = 5;

/**
 * Records attempts and retries if that fails, because unrecorded deliveries are sent again. If the database refuses a value,
 * each attempt is recorded alone, and the refused one without its answer. So no receiver's answer can block the others'
 * results or make us send forever. Never throws.
 */
export async function recordWithRetries(batch: readonly Result[]): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried++) {
    try {
      return await recordAttempts(batch);
    } catch (error) {
      log.error({ err: error, deliveries: batch.length, tried }, "attempts could not be recorded");
      if (isRefusal(error)) return recordOneByOne(batch);
      if (tried < TRIES) await wait(2 ** tried * 100);
    }
  }
}

async function recordOneByOne(batch: readonly Result[]): Promise<void> {
  const [only, ...others] = batch;
  if (others.length > 0) for (const one of batch) await recordWithRetries([one]);
  else if (only && hasAnswer(only)) await recordWithRetries([withoutAnswer(only)]);
}

// PostgreSQL's error classes for bad data and violated constraints. A retry would fail the same way.
const isRefusal = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? "");

const hasAnswer = ({ attempt }: Result): boolean => attempt.responseHeaders !== null || attempt.responseBody !== null;

const withoutAnswer = ({ delivery, attempt }: Result): Result => ({
  delivery,
  attempt: { ...attempt, responseHeaders: null, responseBody: null },
});
