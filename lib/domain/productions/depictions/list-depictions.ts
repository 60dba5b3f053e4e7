import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { assertMayRead, type Reader } from "../production-access";

/** One depiction of a production. `sha256` is in hexadecimal. */
export type DepictionOfProduction = {
  id: string;
  url: string;
  sha256: string | null;
  title: string | null;
  producedOn: Date;
  addedAt: Date;
  /** Whether the reader may remove it: a partner only what is in its own content log. */
  isRemovable: boolean;
};

const PAGE = 50;

/** A page of a production's depictions, newest first. Throws `NotFound`. */
export async function listDepictions(
  ctx: Reader,
  { productionId, cursor: sent }: { productionId: string; cursor?: string | undefined },
): Promise<Page<DepictionOfProduction>> {
  await assertMayRead(ctx, productionId);
  const cursor = readCursor(sent);
  const rows = await db.productionDepiction.findMany({
    where: { productionId, ...beyondId(cursor) },
    select: { id: true, url: true, sha256: true, title: true, producedOn: true, addedAt: true, depictionId: true },
    orderBy: { id: readingOrder(cursor) },
    take: PAGE + 1,
  });
  const removable = await removableAmong(ctx, rows);
  const shown = rows.map(({ sha256, depictionId: _, ...row }) => ({
    ...row,
    sha256: sha256 && hexOf(sha256),
    isRemovable: removable.has(row.id),
  }));
  return pageOf(shown, { limit: PAGE, cursor });
}

/** How many of a production's depictions have no SHA-256, so that nothing says which file they are. Throws `NotFound`. */
export async function countUnhashed(ctx: Reader, productionId: string): Promise<number> {
  await assertMayRead(ctx, productionId);
  return db.productionDepiction.count({ where: { productionId, sha256: null } });
}

/** The ids of those that the reader may remove, while the production takes changes. As `removeDepiction` decides. */
async function removableAmong(
  { actor }: Reader,
  rows: readonly { id: string; depictionId: string | null }[],
): Promise<Set<string>> {
  if (actor.kind === "producer") return new Set(rows.map(({ id }) => id));
  const logged = rows.flatMap(({ depictionId }) => depictionId ?? []);
  const own = await db.depiction.findMany({
    where: { id: { in: logged }, partnerId: actor.partnerId },
    select: { id: true },
  });
  const ours = new Set(own.map(({ id }) => id));
  return new Set(rows.flatMap(({ id, depictionId }) => (depictionId && ours.has(depictionId) ? id : [])));
}
