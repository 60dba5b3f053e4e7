import type { Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import type { DueDelivery, Result } from "./sending/due";

// Each range ends 20% above the previous one, from a millisecond to over thirty seconds, the limit of an attempt. So a
// percentile read from them is at most 20% off.
const GROWTH = 1.2;

/** How many ranges of latency there are. */
export const LATENCY_RANGES = 58;

const endOf = (range: number): number => GROWTH ** range;

/** The range that a latency falls in. */
export const latencyRange = (ms: number): number =>
  Math.min(LATENCY_RANGES - 1, Math.max(0, Math.ceil(Math.log(ms) / Math.log(GROWTH))));

/**
 * The latency in milliseconds that a share of the counted attempts didn't exceed, at most `slowest`. Null without
 * attempts.
 */
export function latencyAt(share: number, counts: readonly number[], slowest: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = share * total;
  let below = 0;
  for (const [range, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const start = range === 0 ? 0 : endOf(range - 1);
      return Math.min(slowest, start + ((rank - below) / count) * (endOf(range) - start));
    }
    below += count;
  }
  return null;
}

type Sum = {
  endpoint_id: string;
  partner_id: string;
  hour: string;
  attempts: number;
  succeeded: number;
  latencies: number[];
  slowest_ms: number | null;
};

/** Adds attempts to their endpoints' hourly counts, one row per endpoint and hour. Health is read from these. */
export async function countByHour(tx: Tx, results: readonly Result[]): Promise<void> {
  const sums = new Map<string, Sum>();
  for (const { delivery, attempt } of results) {
    const hour = new Date(Math.floor(attempt.at.getTime() / HOUR_MS) * HOUR_MS).toISOString();
    const key = `${delivery.endpointId} ${hour}`;
    const sum = sums.get(key) ?? emptySum(delivery, hour);
    sums.set(key, sum);
    sum.attempts++;
    if (!attempt.succeeded) continue;
    sum.succeeded++;
    const range = latencyRange(attempt.durationMs);
    sum.latencies[range] = (sum.latencies[range] ?? 0) + 1;
    sum.slowest_ms = Math.max(sum.slowest_ms ?? 0, attempt.durationMs);
  }
  // Always in the same order, so that two senders can't deadlock when an endpoint moves from one to the other.
  await tx.$executeRaw`
    INSERT INTO webhook_endpoint_hours AS kept (endpoint_id, partner_id, hour, attempts, succeeded, latencies, slowest_ms)
    SELECT * FROM json_to_recordset(${JSON.stringify([...sums.values()])}::json) AS sum(
      endpoint_id text, partner_id text, hour timestamptz, attempts int, succeeded int, latencies int[], slowest_ms real)
    ORDER BY endpoint_id, hour
    ON CONFLICT ON CONSTRAINT webhook_endpoint_hours_pkey DO UPDATE
    SET attempts = kept.attempts + excluded.attempts, succeeded = kept.succeeded + excluded.succeeded,
        latencies = ARRAY(SELECT mine + more FROM unnest(kept.latencies, excluded.latencies) WITH ORDINALITY AS r(mine, more, n)
                          ORDER BY n),
        slowest_ms = greatest(kept.slowest_ms, excluded.slowest_ms)`;
}

const emptySum = ({ endpointId, partnerId }: DueDelivery, hour: string): Sum => ({
  endpoint_id: endpointId,
  partner_id: partnerId,
  hour,
  attempts: 0,
  succeeded: 0,
  latencies: Array.from({ length: LATENCY_RANGES }, () => 0),
  slowest_ms: null,
});
