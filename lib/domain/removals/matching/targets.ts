import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";

/** How long a request looks for what it names. */
export const LOOKED_FOR_MS = 365 * DAY_MS;

type Targets = {
  urls?: readonly string[];
  sha256s?: readonly Uint8Array[];
  /** By the claimant. False for the hashes of a confirmed copy. */
  named: boolean;
  addedAt?: Date;
};

/** Adds what a request looks for, now and for a year. Returns how many are new. Contract: Removal requests. */
export async function addTargets(
  tx: Tx,
  requestId: string,
  { urls = [], sha256s = [], named, addedAt = clock.now() }: Targets,
): Promise<number> {
  const rows = [...urls.map((url) => ({ url })), ...sha256s.map((hash) => ({ sha256: hexOf(hash) }))];
  if (rows.length === 0) return 0;
  const given = rows.map((row) => ({ id: newId(), ...row }));
  return tx.$executeRaw`
    INSERT INTO removal_targets (id, request_id, url, url_hash, sha256, named, added_at)
    SELECT id, ${requestId}, url, match_url_hash(url), decode(sha256, 'hex'), ${named}, ${addedAt}
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(id text, url text, sha256 text)
    ON CONFLICT DO NOTHING`;
}

/** Keeps at which of the claimant's targets these items were found, or all of a request, also after their records are erased. */
export async function linkTargets(
  tx: Tx,
  { requestId, itemIds = null }: { requestId: string; itemIds?: readonly string[] | null },
): Promise<void> {
  await tx.$executeRaw`
    WITH items AS MATERIALIZED (
      SELECT id, depiction_id, production_id, publication_id FROM removal_items
      WHERE request_id = ${requestId} AND (${itemIds}::text[] IS NULL OR id = ANY (${itemIds}::text[]))),
    keys AS (
      SELECT i.id, unnest(ARRAY[match_url_hash(d.content_url), d.file_hash, d.kept_sha256]) AS key
      FROM items i JOIN depictions d ON d.id = i.depiction_id
      UNION ALL SELECT i.id, unnest(ARRAY[match_url_hash(p.content_url), p.depiction_sha256])
      FROM items i JOIN scene_publications p ON p.id = i.publication_id
      UNION ALL SELECT i.id, unnest(ARRAY[match_url_hash(c.url), c.sha256])
      FROM items i JOIN production_depictions c ON c.production_id = i.production_id)
    INSERT INTO removal_item_targets (item_id, target_id)
    SELECT DISTINCT k.id, t.id FROM keys k JOIN removal_targets t ON t.request_id = ${requestId} AND t.named
      AND coalesce(t.url_hash, t.sha256) = k.key
    ON CONFLICT DO NOTHING`;
}
