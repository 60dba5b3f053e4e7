import type { Ctx, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { escapeLike } from "@/lib/platform/like";
import { DEPICTION_TITLE_MAX, LOGGED_ADDED_MOST } from "../labels";
import { assertMayRead, changeProduction } from "../production-access";
import { insertDepictions, type NewDepiction, recordAdded } from "./add-depictions";

/** The records `d`, of accounts `a`, that an actor may add: a partner's own, or those that name the producer as creator. */
const addableBy = ({ actor }: Ctx<PortalUserActor | ProducerActor>): Prisma.Sql =>
  actor.kind === "producer"
    ? Prisma.sql`a.user_id = ${actor.userId} AND d.removed_at IS NULL`
    : Prisma.sql`d.partner_id = ${actor.partnerId} AND d.removed_at IS NULL`;

/**
 * Add chosen records of the content log, with their URL, declared hash, title and day. Records that the actor may not add, and URLs
 * that the production has, are left out. Throws `NotFound`, `Forbidden`, `InvalidField` for more than 10,000, and `Conflict`
 * `too_many_depictions`, `sealing_in_progress`, `production_closed`.
 */
export async function addLoggedDepictions(
  ctx: Ctx<PortalUserActor | ProducerActor>,
  { productionId, depictionIds }: { productionId: string; depictionIds: readonly string[] },
): Promise<{ added: number }> {
  if (depictionIds.length > LOGGED_ADDED_MOST) {
    const most = LOGGED_ADDED_MOST.toLocaleString("en");
    throw new InvalidField("depictionId", `These are more than ${most} records. Add fewer at once.`);
  }
  const added = await changeProduction(ctx, productionId, async (tx) => {
    const found = await rowsIn<Required<NewDepiction>>(tx)`
      SELECT d.id AS depiction_id, d.content_url AS url, encode(d.file_hash, 'hex') AS sha256,
        left(d.title, ${DEPICTION_TITLE_MAX}) AS title,
        date_trunc('day', d.production_date AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS produced_on
      FROM depictions d JOIN solo_accounts a ON a.id = d.account_id
      WHERE d.id = ANY (${[...depictionIds]}::text[]) AND ${addableBy(ctx)} ORDER BY d.id`;
    const count = await insertDepictions(tx, productionId, found);
    if (count === 0) return null;
    recordAdded(tx, ctx, productionId, { count, from: "log" });
    return count;
  });
  return { added: added ?? 0 };
}

/** A record of the content log that the producer can add. */
type AddableDepiction = { id: string; title: string; url: string; platform: string; productionDate: Date };

const PAGE = 50;

/** What platforms logged for the producer as their creator and the production doesn't have, newest first. Throws `NotFound`. */
export async function listAddableDepictions(
  ctx: Ctx<ProducerActor>,
  { productionId, search, cursor: sent }: { productionId: string; search?: string; cursor?: string | undefined },
): Promise<Page<AddableDepiction>> {
  await assertMayRead(ctx, productionId);
  const cursor = readCursor(sent);
  const order = readingOrder(cursor);
  const met = [
    addableBy(ctx),
    Prisma.sql`NOT EXISTS (SELECT FROM production_depictions p
      WHERE p.production_id = ${productionId} AND md5(p.url) = md5(d.content_url))`,
    ...(search ? [Prisma.sql`d.title ILIKE ${`%${escapeLike(search)}%`}`] : []),
    ...(cursor ? [order === "asc" ? Prisma.sql`d.id > ${cursor.id}` : Prisma.sql`d.id < ${cursor.id}`] : []),
  ];
  const found = await rowsIn<AddableDepiction>(db)`
    SELECT d.id, d.title, d.content_url AS url, p.name AS platform, d.production_date
    FROM solo_accounts a JOIN depictions d ON d.account_id = a.id JOIN partners p ON p.id = d.partner_id
    WHERE ${Prisma.join(met, " AND ")} ORDER BY d.id ${Prisma.raw(order)} LIMIT ${PAGE + 1}`;
  return pageOf(found, { limit: PAGE, cursor });
}
