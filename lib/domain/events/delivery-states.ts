import { Prisma, type Tx } from "@/lib/platform/db";

/**
 * Makes the rest of a transaction find rows one by one, by index, with one plan for any values. Statistics lag behind tables that
 * change this fast, and the planner doesn't know that an id leads to one partition: it would rather read and sort all of them.
 */
export const forceIndexes = (tx: Tx): Promise<unknown> => tx.$queryRaw`
  SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true)`;

// The only statements that change a delivery's status: `pending` (due at `next_attempt_at`), `delivered` or `failed`. Each is
// a whole UPDATE of `d`, to which the caller may add WITH and RETURNING. Lock the endpoint before its deliveries, and
// deliveries in the order of their ids, so that two transactions can't deadlock. A due time says that one is pending: by its status,
// the planner, which expects few of those, would read all of them for each.

/**
 * Queues deliveries again with all their retries, whatever their status. `which` are rows of `(id, due timestamptz)`. The due
 * time is also the delivery's version: an attempt that is running doesn't change a delivery queued again meanwhile.
 */
export const queueAgain = (which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = 'pending', failures = 0, next_attempt_at = which.due, settled_at = NULL
  FROM ${which} AS which WHERE d.id = which.id`;

/** Fails pending deliveries before their last attempt. `which` are rows of `(id)`. */
export const giveUp = (which: Prisma.Sql, { at }: { at: Date }): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = 'failed', next_attempt_at = NULL, settled_at = ${at}::timestamptz
  FROM ${which} AS which WHERE d.id = which.id AND d.next_attempt_at IS NOT NULL`;

/** The range of a batch's ids, so that only its partitions are opened. */
export const idsBetween = (first: string | undefined, last: string | undefined): Prisma.Sql =>
  Prisma.sql`d.id BETWEEN ${first} AND ${last}`;

/**
 * Applies attempts to their deliveries, except to those that changed since they were read. `results` are rows of `(delivery_id,
 * due timestamptz, status, failures, next timestamptz)`: `due` is the due time that was read, `next` the next one.
 * Only deliveries `within` are changed.
 */
export const applyResults = (
  results: Prisma.Sql,
  { at, within }: { at: Date; within: Prisma.Sql },
): Prisma.Sql => Prisma.sql`
  UPDATE webhook_deliveries d
  SET status = r.status, failures = r.failures, next_attempt_at = r.next,
      settled_at = CASE WHEN r.status = 'pending' THEN NULL ELSE ${at}::timestamptz END
  FROM ${results} AS r
  WHERE d.id = r.delivery_id AND d.next_attempt_at = r.due AND ${within}`;
