import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { listDepictions } from "./lists/list-depictions";
import { idsByContentId, readText } from "./lists/read-text";

export type FoundContent = { id: string; title: string; externalContentId: string | null; removed: boolean };
export type FewContent = {
  found: FoundContent[];
  /** The content list may have others. */
  isMore: boolean;
};

const SHOWN = 5;

/**
 * The few depictions in the partner's log that a text names: first those with this id of ours, URL, SHA-256 or content id,
 * whole; then the newest that the content list finds by it. What was logged a second ago is found by our own ids only.
 */
export async function findContent(ctx: Ctx<PortalUserActor>, text: string): Promise<FewContent> {
  const { partnerId } = ctx.actor;
  const scope = { partnerId };
  const [named, same, listed] = await Promise.all([
    readText(scope, text),
    idsByContentId(scope, text),
    listDepictions(scope, { text }, { limit: SHOWN }),
  ]);
  const all = [...new Set([...(named.ids ?? []), ...same, ...listed.ids])];
  const ids = all.slice(0, SHOWN);
  const rows = await db.depiction.findMany({
    where: { id: { in: ids }, partnerId },
    select: { id: true, title: true, externalContentId: true, removedAt: true },
  });
  const found = new Map(rows.map(({ removedAt, ...row }) => [row.id, { ...row, removed: removedAt !== null }]));
  return { found: ids.flatMap((id) => found.get(id) ?? []), isMore: all.length > SHOWN || listed.older !== null };
}
