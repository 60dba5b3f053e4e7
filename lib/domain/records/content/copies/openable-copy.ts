import { isPublishedAs } from "@/lib/domain/custody/published-as";
import type { Tx } from "@/lib/platform/db";
import { Conflict, Forbidden, NotFound } from "@/lib/platform/errors";

/** Who looks at a stored copy: a member of its partner's team, or a custodian for a stated purpose. */
export const COPY_VIEWERS = ["partner", "custodian"] as const;
export type CopyViewer = (typeof COPY_VIEWERS)[number];

/** Who opens the copy of a removed record, whoever removed it. Contract: Compliance copy. */
const OPENS_REMOVED: Record<CopyViewer, boolean> = { partner: false, custodian: true };

/** Whether this viewer opens the copy of a record in this state. */
export const opensCopy = (as: CopyViewer, { removedAt }: { removedAt: Date | null }): boolean =>
  removedAt === null || OPENS_REMOVED[as];

/** A stored copy, which this viewer may open. */
export type OpenableCopy = { keptKey: string; mimeType: string; bytes: number };

type Wanted = { depictionId: string; as: CopyViewer; partnerId?: string };

/**
 * The stored copy of a depiction. Everything that shows a copy asks here, when it is opened and again at each read. It also counts as
 * removed once a custodian confirmed the removal of a publication or production that shows it. Throws `NotFound`, `Conflict`
 * `no_copy`, `Forbidden` `record_removed`.
 */
export async function getOpenableCopy(
  tx: Pick<Tx, "depiction" | "$queryRaw">,
  { depictionId, as, partnerId }: Wanted,
): Promise<OpenableCopy> {
  const found = await tx.depiction.findUnique({
    where: { id: depictionId, partnerId },
    select: { keptKey: true, copyMimeType: true, copyBytes: true, removedAt: true },
  });
  if (!found) throw new NotFound();
  if (!opensCopy(as, found) || (!OPENS_REMOVED[as] && (await isRemovedElsewhere(tx, depictionId)))) {
    throw new Forbidden("This content was removed. Only a custodian can open its copy.", "record_removed");
  }
  const { keptKey, copyMimeType: mimeType, copyBytes: bytes } = found;
  if (!keptKey || !mimeType || bytes === null) throw new Conflict("no_copy", "No copy of this depiction is stored.");
  return { keptKey, mimeType, bytes };
}

/** Whether a custodian confirmed the removal of a publication or production that shows this depiction. */
export async function isRemovedElsewhere(tx: Pick<Tx, "$queryRaw">, depictionId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM depictions d WHERE d.id = ${depictionId} AND (
      EXISTS (SELECT FROM scene_publications p JOIN removal_items i ON i.publication_id = p.id
        WHERE i.status = 'confirmed' AND ${isPublishedAs})
      OR EXISTS (SELECT FROM production_depictions c JOIN removal_items i ON i.production_id = c.production_id
        WHERE i.status = 'confirmed'
          AND (match_url(c.url) = match_url(d.content_url) OR c.sha256 = d.file_hash OR c.sha256 = d.kept_sha256)))`;
  return rows.length > 0;
}
