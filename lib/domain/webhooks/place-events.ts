import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { LOCKS } from "@/lib/platform/locks";

const BATCH = 1_000;
// Places are counted in microseconds, so that there are always more of them than events.
const PLACES_PER_MS = 1_000n;

/** The place that the next event gets at a moment, unless the feed is there already. */
export const placeAt = (at: Date): bigint => BigInt(at.getTime()) * PLACES_PER_MS;

/**
 * Gives the oldest thousand of a partner's committed events that have no place in its feed yet the next places: one reader
 * at a time, so that nothing appears before a place that was read already. Places follow the clock, not a count of what is
 * kept: they go on growing when all events were erased, or the database was put back to an earlier day.
 */
export async function placeEvents(partnerId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.feed}::int, hashtext(${partnerId}))`;
    await tx.$executeRaw`
      WITH last AS (
        SELECT greatest(max(position), ${placeAt(clock.now()) - 1n}::bigint) AS position
        FROM webhook_events WHERE partner_id = ${partnerId}),
      fresh AS (
        SELECT id, row_number() OVER (ORDER BY created_at, id) AS n
        FROM (SELECT id, created_at FROM webhook_events WHERE partner_id = ${partnerId} AND position IS NULL
              ORDER BY created_at, id LIMIT ${BATCH}) oldest)
      UPDATE webhook_events e SET position = last.position + fresh.n FROM fresh, last WHERE e.id = fresh.id`;
  });
}
