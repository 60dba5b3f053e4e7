import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { PictureHash } from "@/lib/platform/pictures/hash-picture";
import { addTargets } from "./find-matches";
import { bitsOf } from "./near";

/** A file by its SHA-256 in hexadecimal, with the hashes of its pictures; those of a video have their second. */
type HashedFile = { sha256: string; hashes: readonly (PictureHash & { second?: number })[] };

/**
 * Adds files on the claimant's device to what a request looks for: each by its SHA-256, with the PDQ hashes of its pictures. A file whose
 * SHA-256 the request names already gets the hashes. Returns how many files and pictures are new. Contract: Removal requests.
 */
export async function addFiles(
  tx: Tx,
  requestId: string,
  { files, addedAt = clock.now() }: { files: readonly HashedFile[]; addedAt?: Date },
): Promise<number> {
  if (files.length === 0) return 0;
  const sha256s = files.map(({ sha256 }) => Buffer.from(sha256, "hex"));
  const targets = await addTargets(tx, requestId, { sha256s, named: true, addedAt });
  // Each once: many equal rows would slow down every look-up near them.
  const seen = new Set<string>();
  const isNew = ({ sha256, pdq }: { sha256: string; pdq: string }) => seen.size !== seen.add(`${sha256} ${pdq}`).size;
  const hashes = files.flatMap(({ sha256, hashes: taken }) =>
    taken
      .flatMap(({ pdq, turned, ...about }, part) =>
        [pdq, ...turned].map((hash, turn) => ({ ...about, sha256, part, turn, pdq: bitsOf(hash) })),
      )
      .filter(isNew),
  );
  if (hashes.length === 0) return targets;
  const [added] = await tx.$queryRaw<{ pictures: number }[]>`
    WITH added AS (INSERT INTO wanted_hashes (target_id, declared, part, turn, second, pdq, quality)
    SELECT t.id, true, h.part, h.turn, h.second, h.pdq::bit(256), h.quality
    FROM json_to_recordset(${JSON.stringify(hashes)}::json) AS h(sha256 text, part int2, turn int2, second int4, pdq text, quality int2)
    JOIN removal_targets t ON t.request_id = ${requestId} AND t.sha256 = decode(h.sha256, 'hex')
    ON CONFLICT DO NOTHING RETURNING turn)
    SELECT (count(*) FILTER (WHERE turn = 0))::int AS pictures FROM added`;
  return targets + (added?.pictures ?? 0);
}
