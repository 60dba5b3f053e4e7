import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { db, inTransaction, rowsIn } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { InvalidField } from "@/lib/platform/errors";
import { LOCKS } from "@/lib/platform/locks";
import { forceIndexes } from "./delivery-states";
import { EventEnvelope, type EventFeed, type FeedQuery } from "./schemas";

const CURSOR = /^(?:0|[1-9]\d{0,17})$/;
/** How many events one query scans for the requested types, and how many queries one call may make. */
const SCANNED = 1_000;
const QUERIES_MAX = 5;
/** A page ends here even if more follow: one event can be a megabyte long. */
const PAGE_BYTES = 4 * 2 ** 20;
/** A partner that reads its feed nonstop only delays itself. */
const reading = limitConcurrency("event feed", { total: { ofConnections: 0.25 }, perKey: 2, waiting: 200 });

/**
 * The partner's events after a position in the feed, oldest first. An event gets its position when the feed is read after its
 * commit, so an event of a slow transaction comes later and is never skipped. `nextCursor` stays the same only at the end.
 * One call scans and returns a limited amount, so a page may have fewer events than `limit`, even none, before the end. Rehearsed
 * events are for those who ask for them. Throws `InvalidField` `after`, `Unavailable`.
 */
export async function readFeed(ctx: Ctx<PartnerKeyActor>, query: Reading): Promise<EventFeed> {
  const { partnerId } = ctx.actor;
  return reading.run(() => readPage(partnerId, query), partnerId);
}

type Reading = Omit<FeedQuery, "rehearsals"> & Partial<FeedQuery>;

async function readPage(partnerId: string, { after, types, rehearsals = false, limit }: Reading): Promise<EventFeed> {
  const bodies: Uint8Array[] = [];
  let from = readCursor(after);
  let bytesLeft = PAGE_BYTES;
  for (let queries = 0; queries < QUERIES_MAX && bodies.length < limit && bytesLeft > 0; queries++) {
    const count = limit - bodies.length;
    const scan = types ? SCANNED : count;
    const rows = await scanEvents(partnerId, { from, count, scan, bytesLeft, types, rehearsals });
    for (const { body } of rows) {
      if (!body) continue;
      bodies.push(body);
      bytesLeft -= body.length;
    }
    const [{ scanned, end, isCut, hasUnplaced } = NO_SCAN] = rows;
    from = (isCut || bodies.length === limit ? rows.at(-1)?.position : end) ?? from;
    if (isCut) break;
    if (scanned === scan) continue;
    // Read by the same query, so every event that had a position by then was scanned.
    if (!hasUnplaced) break;
    await placeEvents(partnerId);
  }
  return {
    events: bodies.map((body) => EventEnvelope.parse(JSON.parse(Buffer.from(body).toString()))),
    nextCursor: String(from),
  };
}

type ScanInput = {
  from: bigint;
  count: number;
  scan: number;
  bytesLeft: number;
  types: readonly string[] | undefined;
  rehearsals: boolean;
};
type Scan = { scanned: number; end: bigint | null; isCut: boolean; hasUnplaced: boolean };
type ScanRow = { position: bigint | null; body: Uint8Array | null } & Scan;

const NO_SCAN: Scan = { scanned: 0, end: null, isCut: false, hasUnplaced: false };

/**
 * Scans the next events that have a position and returns the requested ones until `bytesLeft` is used up. Each row
 * also says how the scan ended; without an event to return, there is one row that says only that.
 */
const scanEvents = (
  partnerId: string,
  { from, count, scan, bytesLeft, types, rehearsals }: ScanInput,
): Promise<ScanRow[]> =>
  rowsIn<ScanRow>(db)`
    WITH scanned AS MATERIALIZED (
      SELECT position, type, body, rehearsal FROM webhook_events
      -- A value that the planner doesn't see. From statistics of before these had a position, it expects few and sorts them all.
      WHERE partner_id = ${partnerId} AND position > (SELECT ${from}::bigint) ORDER BY position LIMIT ${scan}),
    matching AS (
      SELECT position, body FROM scanned
      WHERE (${types ?? null}::text[] IS NULL OR type = ANY (${types ?? null}::text[])) AND (NOT rehearsal OR ${rehearsals})
      ORDER BY position LIMIT ${count}),
    weighed AS MATERIALIZED (
      SELECT position, body, sum(octet_length(body)) OVER (ORDER BY position) - octet_length(body) < ${bytesLeft} AS fits
      FROM matching),
    found AS (SELECT position, body FROM weighed WHERE fits)
    SELECT found.position, found.body, scan.scanned, scan.end, EXISTS (SELECT FROM weighed WHERE NOT fits) AS is_cut,
           -- In the order of the partial index. Without an order, the database may scan all events.
           (SELECT id FROM webhook_events WHERE partner_id = ${partnerId} AND position IS NULL
            ORDER BY created_at, id LIMIT 1) IS NOT NULL AS has_unplaced
    FROM (SELECT count(*)::int AS scanned, max(position) AS end FROM scanned) scan LEFT JOIN found ON true
    ORDER BY found.position`;

/** The position that a cursor names. Refuses a future position, from which a partner would miss events unnoticed. */
function readCursor(after: string | undefined): bigint {
  if (after === undefined) return 0n;
  const position = CURSOR.test(after) ? BigInt(after) : null;
  // Our clocks are never a day apart.
  const last = positionAt(new Date(clock.now().getTime() + DAY_MS));
  if (position === null || position > last) throw new InvalidField("after", "after must be a nextCursor of this feed");
  return position;
}

const BATCH = 1_000;
// In microseconds, so that there are always more positions than events.
const POSITIONS_PER_MS = 1_000n;

/** The position of the next event at a time, unless the feed is already past it. */
const positionAt = (at: Date): bigint => BigInt(at.getTime()) * POSITIONS_PER_MS;

/**
 * Gives a partner's oldest committed events without a position the next positions, one reader at a time, so that no event
 * appears before a position that was already read. Positions follow the clock, so they keep growing after all events are
 * erased or the database is restored from a backup.
 */
async function placeEvents(partnerId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await forceIndexes(tx);
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.feed}::int, hashtext(${partnerId}))`;
    await tx.$executeRaw`
      WITH last AS (
        SELECT greatest(${positionAt(clock.now()) - 1n}::bigint, (
          SELECT position FROM webhook_events WHERE partner_id = ${partnerId} AND position IS NOT NULL
          ORDER BY position DESC LIMIT 1)) AS position),
      fresh AS (
        SELECT id, row_number() OVER (ORDER BY created_at, id) AS n
        FROM (SELECT id, created_at FROM webhook_events WHERE partner_id = ${partnerId} AND position IS NULL
              ORDER BY created_at, id LIMIT ${BATCH}) oldest)
      UPDATE webhook_events e SET position = last.position + fresh.n FROM fresh, last WHERE e.id = fresh.id`;
  });
}
