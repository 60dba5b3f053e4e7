import { ownProduction } from "@/lib/domain/own-production";
import { namesInDepiction } from "@/lib/domain/own-records";
import { ownScene } from "@/lib/domain/scenes";
import { Prisma, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";

type Asked = { requestIds: readonly string[]; userId: string };

/** Throws `Conflict` `not_searched` until the records of a request were looked for: nobody knows yet whom they show. */
export function assertSearched({ searchedAt }: { searchedAt: Date | null }): void {
  if (searchedAt) return;
  throw new Conflict("not_searched", "We are still looking for its records. Try again in a minute.");
}

/** Which of these requests have a record that this person appears in. Dismissed records don't count. */
export async function requestsShowing(
  tx: Pick<Tx, "$queryRaw">,
  { requestIds, userId }: Asked,
): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT i.request_id AS id FROM removal_items i
    WHERE i.request_id = ANY (${[...requestIds]}::text[]) AND i.status <> 'dismissed' AND (
      (i.depiction_id IS NOT NULL AND ${namesInDepiction(Prisma.sql`i.depiction_id`, userId)})
      OR EXISTS (SELECT FROM productions p WHERE p.id = i.production_id AND ${ownProduction(userId)})
      OR EXISTS (SELECT FROM scene_publications b JOIN collab_scenes s ON s.id = b.scene_id
        WHERE b.id = i.publication_id AND ${ownScene(userId)}))`;
  return new Set(rows.map(({ id }) => id));
}
