import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { DeviceFile } from "../filing/schemas";
import { addTargets } from "./find-matches";
import { bitsOf } from "./near";

/**
 * Adds files on the claimant's device to what a request looks for: each by its SHA-256, with the PDQ hashes of its pictures. A file whose
 * SHA-256 the request names already gets the hashes. Returns how many rows are new. Contract: Removal requests.
 */
export async function addFiles(
  tx: Tx,
  requestId: string,
  { files, addedAt = clock.now() }: { files: readonly DeviceFile[]; addedAt?: Date },
): Promise<number> {
  if (files.length === 0) return 0;
  const sha256s = files.map(({ sha256 }) => Buffer.from(sha256, "hex"));
  const targets = await addTargets(tx, requestId, { sha256s, named: true, addedAt });
  const hashes = files.flatMap(({ sha256, hashes }) =>
    hashes.map((hash, part) => ({
      id: newId(),
      sha256,
      part,
      ...hash,
      pdq: bitsOf(hash.pdq),
      turned: hash.turned.map(bitsOf),
    })),
  );
  if (hashes.length === 0) return targets;
  const added = await tx.$executeRaw`
    INSERT INTO wanted_hashes (id, target_id, part, second, pdq, turned, quality)
    SELECT h.id, t.id, h.part, h.second, h.pdq::bit(256), h.turned::bit(256)[], h.quality
    FROM json_to_recordset(${JSON.stringify(hashes)}::json)
      AS h(id text, sha256 text, part int2, second int4, pdq text, turned text[], quality int2)
    JOIN removal_targets t ON t.request_id = ${requestId} AND t.sha256 = decode(h.sha256, 'hex')
    ON CONFLICT (target_id, part) DO NOTHING`;
  return targets + added;
}
