import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { InvalidField } from "@/lib/platform/errors";
import { EventEnvelope, type EventFeed, type FeedQuery } from "./feed-schemas";
import { placeAt, placeEvents } from "./place-events";

const CURSOR = /^(?:0|[1-9]\d{0,17})$/;
/** How many events are looked at for the types that are asked for, in one look and in one call. */
const WINDOW = 1_000;
const LOOKS = 5;
/** Where a page ends though more may follow: an event is as long as what it tells of, up to a megabyte. */
const PAGE_BYTES = 4 * 2 ** 20;
/** A partner that reads its feed nonstop only delays itself. */
const reading = limitConcurrency("event feed", { total: { ofConnections: 0.25 }, perKey: 2, waiting: 200 });

type Look = { from: bigint; wanted: number; room: number; types: readonly string[] | undefined };
type Found = { position: bigint | null; body: Uint8Array | null } & Looked;
type Looked = { seen: number; end: bigint | null; isCut: boolean; unplaced: boolean };

/**
 * The partner's events after a place in the feed, oldest first. An event gets its place when the feed is read, after it was
 * committed: one whose transaction took long comes later in the feed, and is never passed over. `nextCursor` is where to
 * go on; it stays the same only where nothing follows. One call looks at a bounded number of events and answers a bounded
 * length of them, so that a page may hold fewer than `limit` or, with `types`, none, before the end. Throws `InvalidField` `after`, `Unavailable`.
 */
export async function readFeed(ctx: Ctx<PartnerKeyActor>, query: FeedQuery): Promise<EventFeed> {
  const { partnerId } = ctx.actor;
  return reading.run(() => readPage(partnerId, query), partnerId);
}

async function readPage(partnerId: string, { after, types, limit }: FeedQuery): Promise<EventFeed> {
  const bodies: Uint8Array[] = [];
  let from = readPlace(after);
  let room = PAGE_BYTES;
  for (let looks = 0; looks < LOOKS && bodies.length < limit && room > 0; looks++) {
    const wanted = limit - bodies.length;
    const window = types ? WINDOW : wanted;
    const found = await look(partnerId, { from, wanted, room, types }, window);
    for (const { body } of found) {
      if (!body) continue;
      bodies.push(body);
      room -= body.length;
    }
    const [{ seen, end, isCut, unplaced } = { seen: 0, end: null, isCut: false, unplaced: false }] = found;
    from = (isCut || bodies.length === limit ? found.at(-1)?.position : end) ?? from;
    if (isCut) break;
    if (seen === window) continue;
    // Asked in the same moment as the rest: whatever has a place by then was seen.
    if (!unplaced) break;
    await placeEvents(partnerId);
  }
  return {
    events: bodies.map((body) => EventEnvelope.parse(JSON.parse(Buffer.from(body).toString()))),
    nextCursor: String(from),
  };
}

/**
 * Looks at the next events that have a place: those wanted, up to the one that leaves no room, or one row without any, each
 * beside what the look came to.
 */
const look = (partnerId: string, { from, wanted, room, types }: Look, window: number): Promise<Found[]> =>
  db.$queryRaw<Found[]>`
    WITH seen AS MATERIALIZED (
      SELECT position, type, body FROM webhook_events
      WHERE partner_id = ${partnerId} AND position > ${from} ORDER BY position LIMIT ${window}),
    matching AS (
      SELECT position, body FROM seen
      WHERE ${types ?? null}::text[] IS NULL OR type = ANY (${types ?? null}::text[]) ORDER BY position LIMIT ${wanted}),
    weighed AS MATERIALIZED (
      SELECT position, body, sum(octet_length(body)) OVER (ORDER BY position) - octet_length(body) < ${room} AS fits
      FROM matching),
    found AS (SELECT position, body FROM weighed WHERE fits)
    SELECT found.position, found.body, looked.seen, looked.end, EXISTS (SELECT FROM weighed WHERE NOT fits) AS "isCut",
           -- In the order of the index of these: without one, the database may look through all events for it.
           (SELECT id FROM webhook_events WHERE partner_id = ${partnerId} AND position IS NULL
            ORDER BY created_at, id LIMIT 1) IS NOT NULL AS unplaced
    FROM (SELECT count(*)::int AS seen, max(position) AS end FROM seen) looked LEFT JOIN found ON true
    ORDER BY found.position`;

/** The place that a cursor names. A place of the future was never given: from there, events would be missed in silence. */
function readPlace(after: string | undefined): bigint {
  if (after === undefined) return 0n;
  const place = CURSOR.test(after) ? BigInt(after) : null;
  // A day apart, no two clocks of ours are.
  const last = placeAt(new Date(clock.now().getTime() + DAY_MS));
  if (place === null || place > last) throw new InvalidField("after", "after must be a nextCursor of this feed");
  return place;
}
