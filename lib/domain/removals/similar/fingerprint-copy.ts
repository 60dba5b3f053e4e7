import { z } from "zod";
import { FINGERPRINT_COPY, queueFingerprint, queueSimilar } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { hashPicture, type PictureHash } from "@/lib/platform/pictures/hash-picture";
import { storage } from "@/lib/platform/storage/storage";
import { wholeOf } from "@/lib/platform/streams";
import { keepHashes } from "../matching/find-similar";
import { bitsOf } from "../matching/near";

/** Keeps the PDQ hashes of a stored copy, and looks for others that resemble it. A repeat changes nothing. */
export const fingerprintCopyTask = defineTask(
  FINGERPRINT_COPY,
  z.object({ depictionId: z.string() }),
  async ({ depictionId }) => {
    const copy = await db.depiction.findUnique({
      where: { id: depictionId, copyMimeType: { startsWith: "image/" } },
      select: { keptKey: true },
    });
    if (!copy?.keptKey) return;
    const hashes = await hashPicture(await wholeOf(await storage().get(copy.keptKey)));
    await inTransaction((tx) => keep(tx, depictionId, hashes));
  },
);

async function keep(tx: Tx, depictionId: string, hashes: readonly PictureHash[]): Promise<void> {
  const now = clock.now();
  // The copy may have been erased meanwhile.
  const isFirst = await tx.$executeRaw`
    INSERT INTO copy_fingerprints AS f (depiction_id, partner_id, made_at, hashed_at)
    SELECT id, partner_id, ${now}, ${now} FROM depictions WHERE id = ${depictionId} FOR KEY SHARE
    ON CONFLICT (depiction_id, partner_id) DO UPDATE SET hashed_at = excluded.hashed_at WHERE f.hashed_at IS NULL`;
  if (!isFirst || hashes.length === 0) return;
  const rows = hashes.map(({ pdq, turned, quality }, part) => ({
    part,
    pdq: bitsOf(pdq),
    turned: turned.map(bitsOf),
    quality,
  }));
  await tx.$executeRaw`
    INSERT INTO copy_hashes (depiction_id, partner_id, part, pdq, turned, quality)
    SELECT d.id, d.partner_id, h.part, h.pdq, h.turned, h.quality
    FROM depictions d CROSS JOIN json_to_recordset(${JSON.stringify(rows)}::json) AS h(part int, pdq bit(256), turned bit(256)[], quality int)
    WHERE d.id = ${depictionId}`;
  await keepHashes(tx, depictionId);
  await queueSimilar(tx, [depictionId]);
}

const AT_ONCE = 500;

/** Queues the fingerprints that are missing, because their job failed for good, or that an earlier version took by 64 bits. */
export const resumeFingerprintsTask = defineTask("resume_fingerprints", z.object({}), async (_, { signal }) => {
  for (let after = "", page = await nextCopies(after); page.length > 0; page = await nextCopies(after)) {
    signal?.throwIfAborted();
    const ids = page;
    await inTransaction(async (tx) => {
      for (const id of ids) await queueFingerprint(tx, id);
    });
    after = ids.at(-1) ?? after;
  }
});

export const resumeFingerprintsSchedule: Schedule = { task: resumeFingerprintsTask, cron: "55 3 * * *" };

async function nextCopies(after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM depictions d WHERE copy_state = 'stored' AND copy_mime_type LIKE 'image/%' AND id > ${after}
      AND NOT EXISTS (SELECT FROM copy_fingerprints f WHERE f.depiction_id = d.id AND f.hashed_at IS NOT NULL)
    ORDER BY id LIMIT ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}
