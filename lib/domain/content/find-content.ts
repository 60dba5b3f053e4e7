import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { searchDepictions } from "./search/search-depictions";

export type FoundContent = { id: string; title: string; externalContentId: string | null; removed: boolean };
export type FewContent = {
  found: FoundContent[];
  /** The content list may have others. */
  isMore: boolean;
};

const SHOWN = 5;

/**
 * The few depictions in the partner's log that a text names: first those with this depiction id, content log id or content id,
 * whole; then the newest that the content list finds by it, as by words of the title. What it costs hardly
 * grows with the log (`docs/benchmarks.md`). What was logged a moment ago is found by our own ids only.
 */
export async function findContent(ctx: Ctx<PortalUserActor>, text: string): Promise<FewContent> {
  const { partnerId } = ctx.actor;
  const [named, whole, searched] = await Promise.all([
    idsOfOurs(partnerId, text.toLowerCase()),
    searchDepictions({ partnerId }, { text, whole: true }, { limit: SHOWN }),
    searchDepictions({ partnerId }, { text }, { limit: SHOWN }),
  ]);
  const all = [...new Set([...named, ...whole.ids, ...searched.ids])];
  const ids = all.slice(0, SHOWN);
  const rows = await db.depiction.findMany({
    where: { id: { in: ids }, partnerId },
    select: { id: true, title: true, externalContentId: true, removedAt: true },
  });
  const found = new Map(rows.map(({ removedAt, ...row }) => [row.id, { ...row, removed: removedAt !== null }]));
  return { found: ids.flatMap((id) => found.get(id) ?? []), isMore: all.length > SHOWN || searched.older !== null };
}

async function idsOfOurs(partnerId: string, id: string): Promise<string[]> {
  if (!isId(id)) return [];
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM depictions WHERE id = ${id} AND partner_id = ${partnerId}
    UNION ALL SELECT id FROM depictions WHERE content_log_id = ${id} AND partner_id = ${partnerId}`;
  return found.map((row) => row.id);
}
