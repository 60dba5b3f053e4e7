import type { Ctx, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { field, filter, NEWEST, producerList } from "@/lib/domain/core/lists";
import { Prisma, rowsIn } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
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

/** What platforms logged for the producer as their creator and the production doesn't have, newest first. Throws `NotFound`. */
export const addableDepictionList = producerList({
  from: "solo_accounts a JOIN depictions d ON d.account_id = a.id JOIN partners p ON p.id = d.partner_id",
  scope: (ctx, { production = "" }) => Prisma.sql`${addableBy(ctx)} AND NOT EXISTS (SELECT FROM production_depictions p
    WHERE p.production_id = ${production} AND md5(p.url) = md5(d.content_url))`,
  may: (ctx, { production = "" }) => assertMayRead(ctx, production),
  order: NEWEST,
  select: {
    id: field.text("d.id"),
    title: field.text("d.title"),
    url: field.text("d.content_url"),
    platform: field.text("p.name"),
    productionDate: field.time("d.production_date"),
  },
  filters: { q: filter.typed(500, filter.contains("d.title")), production: filter.typed(25) },
});
