import { z } from "zod";
import { FINGERPRINT_COPY, queueFingerprint, queueSimilar } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { hashImage } from "@/lib/platform/image-hash";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { storage } from "@/lib/platform/storage/storage";
import { wholeOf } from "@/lib/platform/streams";

/** Keeps the perceptual hash of a stored copy that is an image, and looks for others that resemble it. A repeat changes nothing. */
export const fingerprintCopyTask = defineTask(
  FINGERPRINT_COPY,
  z.object({ depictionId: z.string() }),
  async ({ depictionId }) => {
    const copy = await db.depiction.findUnique({
      where: { id: depictionId, copyMimeType: { startsWith: "image/" } },
      select: { keptKey: true },
    });
    if (!copy?.keptKey) return;
    const hash = await hashImage(await wholeOf(await storage().get(copy.keptKey)));
    await inTransaction(async (tx) => {
      // It may have been erased meanwhile.
      const count = await tx.$executeRaw`
        INSERT INTO copy_fingerprints (depiction_id, partner_id, hash, made_at)
        SELECT id, partner_id, ${hash}::bigint, ${clock.now()} FROM depictions WHERE id = ${depictionId} FOR KEY SHARE
        ON CONFLICT DO NOTHING`;
      if (count > 0 && hash !== null) await queueSimilar(tx, [depictionId]);
    });
  },
);

const AT_ONCE = 500;

/** Queues the fingerprints that are missing, because their job failed for good. */
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
      AND NOT EXISTS (SELECT FROM copy_fingerprints f WHERE f.depiction_id = d.id)
    ORDER BY id LIMIT ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}
