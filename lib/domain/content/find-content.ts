import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db, Prisma } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { searchDepictions } from "./search-depictions";

export type FoundContent = { id: string; title: string; externalContentId: string | null; removed: boolean };

const SHOWN = 5;

/**
 * The few depictions in the partner's log that a text names: first those with this content id, depiction id or content log
 * id, whole; then the newest that the content list finds by it, as by words of the title. What it costs does not grow with
 * the log.
 */
export async function findContent(ctx: Ctx<PortalUserActor>, text: string): Promise<FoundContent[]> {
  const { partnerId } = ctx.actor;
  const [named, searched] = await Promise.all([
    db.$queryRaw<{ id: string }[]>(namedBy(partnerId, text)),
    searchDepictions({ partnerId }, { text }, { limit: SHOWN }),
  ]);
  const ids = [...new Set([...named.map(({ id }) => id), ...searched.ids])].slice(0, SHOWN);
  const rows = await db.depiction.findMany({
    where: { id: { in: ids }, partnerId },
    select: { id: true, title: true, externalContentId: true, removedAt: true },
  });
  const found = new Map(rows.map(({ removedAt, ...row }) => [row.id, { ...row, removed: removedAt !== null }]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Each part is one look into an index. A creator's content id may be another's too. */
export function namedBy(partnerId: string, text: string): Prisma.Sql {
  const id = text.toLowerCase();
  const byContentId = Prisma.sql`(SELECT id FROM depictions
    WHERE partner_id = ${partnerId} AND external_content_id = ${text} ORDER BY external_content_id USING ~<~ LIMIT ${SHOWN})`;
  if (!isId(id)) return byContentId;
  return Prisma.sql`SELECT id FROM depictions WHERE id = ${id} AND partner_id = ${partnerId}
    UNION ALL SELECT id FROM depictions WHERE content_log_id = ${id} AND partner_id = ${partnerId}
    UNION ALL ${byContentId}`;
}
