import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import type { EventFeed, FeedQuery } from "./feed-schemas";

// The first half of an advisory lock's key: "a feed is read".
const FEED_IS_READ = 0x66656564;
const CURSOR = /^[1-9]\d{0,17}$|^0$/;

type Placed = { position: bigint; body: Uint8Array };

/**
 * The partner's events after a place in the feed, oldest first. An event gets its place when the feed is read, after it was
 * committed: one whose transaction took long comes later in the feed, and is never passed over. `nextCursor` is where to
 * go on, also when nothing was new. Throws `InvalidField` `after`.
 */
export async function readFeed(ctx: Ctx<PartnerKeyActor>, { after, types, limit }: FeedQuery): Promise<EventFeed> {
  if (after !== undefined && !CURSOR.test(after))
    throw new InvalidField("after", "after must be a nextCursor of this feed");
  const { partnerId } = ctx.actor;
  const from = BigInt(after ?? 0);
  const end = await inTransaction((tx) => placeEvents(tx, partnerId));
  const rows = await db.$queryRaw<Placed[]>`
    SELECT position, body FROM webhook_events
    WHERE partner_id = ${partnerId} AND position > ${from} AND position <= ${end}
      AND (${types ?? null}::text[] IS NULL OR type = ANY(${types ?? null}::text[]))
    ORDER BY position LIMIT ${limit}`;
  const last = rows.length === limit ? rows.at(-1)?.position : undefined;
  return {
    events: rows.map(({ body }) => JSON.parse(Buffer.from(body).toString())),
    nextCursor: String(last ?? (end > from ? end : from)),
  };
}

/** Gives each committed event of a partner that has no place yet the next one, and returns the last place taken. */
async function placeEvents(tx: Tx, partnerId: string): Promise<bigint> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FEED_IS_READ}::int, hashtext(${partnerId}))`;
  const [row] = await tx.$queryRaw<{ end: bigint }[]>`
    WITH last AS (SELECT coalesce(max(position), 0) AS position FROM webhook_events WHERE partner_id = ${partnerId}),
    fresh AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM webhook_events
      WHERE partner_id = ${partnerId} AND position IS NULL),
    placed AS (
      UPDATE webhook_events e SET position = last.position + fresh.n FROM fresh, last WHERE e.id = fresh.id
      RETURNING e.position)
    SELECT greatest((SELECT position FROM last), coalesce((SELECT max(position) FROM placed), 0)) AS end`;
  return row?.end ?? 0n;
}
