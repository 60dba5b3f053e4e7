import { z } from "zod";
import {
  FINGERPRINT_COPY,
  FINGERPRINT_VIDEO,
  noteFingerprint,
  noteWaiting,
  queueFingerprint,
  queueSimilar,
} from "@/lib/domain/records/copy-fingerprints";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { defineTask, type JobContext, type Schedule } from "@/lib/platform/jobs";
import { hasFrames, isVideo } from "@/lib/platform/pictures/frames";
import { hashPicture, type PictureHash, UnreadableFile, UnreadThisTime } from "@/lib/platform/pictures/hash-picture";
import { hashVideo } from "@/lib/platform/pictures/hash-video";
import { storage } from "@/lib/platform/storage/storage";
import { wholeOf } from "@/lib/platform/streams";
import { forgetFalseMatchesOf } from "../matching/false-matches";
import { keepHashes } from "../matching/find-similar";
import { bitsOf } from "../matching/near";

const Payload = z.object({ depictionId: z.string() });

/** Keeps the PDQ hashes of a stored copy that is a picture, and looks for others that resemble it. A repeat changes nothing. */
export const fingerprintCopyTask = defineTask(FINGERPRINT_COPY, Payload, fingerprint);

/** As `fingerprintCopyTask`, of a video's frames. */
export const fingerprintVideoTask = defineTask(FINGERPRINT_VIDEO, Payload, fingerprint, { slot: "heavy" });

async function fingerprint(
  { depictionId }: z.infer<typeof Payload>,
  { signal, lastAttempt }: JobContext,
): Promise<void> {
  const {
    keptKey,
    copyMimeType: mimeType,
    fingerprint: made,
  } = (await db.depiction.findUnique({
    where: { id: depictionId },
    select: { keptKey: true, copyMimeType: true, fingerprint: { select: { hashedAt: true } } },
  })) ?? {};
  if (!keptKey || !mimeType || made?.hashedAt) return;
  if (isVideo(mimeType) && !(await hasFrames())) throw new Error("ffmpeg can't be run here any longer.");
  const copy = await storage().get(keptKey);
  const hashing = isVideo(mimeType) ? hashVideo(copy, { mimeType, signal }) : wholeOf(copy).then(hashPicture);
  const hashes = await hashing.catch((error: unknown) => {
    // It would be no better next time, or wasn't for days.
    if (error instanceof UnreadableFile || (lastAttempt && error instanceof UnreadThisTime)) return null;
    throw error;
  });
  await inTransaction((tx) => keep(tx, depictionId, hashes));
}

async function keep(
  tx: Tx,
  depictionId: string,
  hashes: readonly (PictureHash & { second?: number })[] | null,
): Promise<void> {
  const isFirst = await noteFingerprint(tx, { depictionId, isUnreadable: hashes === null });
  if (!isFirst || !hashes?.length) return;
  const rows = hashes.map(({ pdq, turned, quality, second = null }, part) => ({
    part,
    second,
    pdq: bitsOf(pdq),
    turned: turned.map(bitsOf),
    quality,
  }));
  await tx.$executeRaw`
    INSERT INTO copy_hashes (depiction_id, partner_id, part, second, pdq, turned, quality)
    SELECT d.id, d.partner_id, h.part, h.second, h.pdq, h.turned, h.quality
    FROM depictions d CROSS JOIN
      json_to_recordset(${JSON.stringify(rows)}::json) AS h(part int, second int, pdq bit(256), turned bit(256)[], quality int)
    WHERE d.id = ${depictionId}`;
  await keepHashes(tx, { depictionId });
  await forgetFalseMatchesOf(tx, { depictionIds: [depictionId] });
  await queueSimilar(tx, [depictionId]);
}

const AT_ONCE = 500;

/** Queues the fingerprints that are missing: their job failed for good or was dropped, or an earlier version made none. */
export const resumeFingerprintsTask = defineTask("resume_fingerprints", z.object({}), async (_, { signal }) => {
  const withVideos = await hasFrames();
  if (!withVideos) await dropVideos();
  const next = nextCopies(withVideos);
  for (let page = await next(""); page.length > 0; page = await next(page.at(-1)?.id ?? "")) {
    signal?.throwIfAborted();
    const copies = page;
    await inTransaction(async (tx) => {
      for (const copy of copies)
        await (withVideos || !isVideo(copy.mimeType) ? queueFingerprint(tx, copy) : noteWaiting(tx, copy.id));
    });
  }
});

/**
 * Jobs of videos wait for a process with ffmpeg. If none runs one, there is no such process, and they would pile up. The videos are still
 * noted as waiting, so they are queued in the first night with ffmpeg.
 */
const dropVideos = (): Promise<number> => db.$executeRaw`
  WITH videos AS (SELECT id, locked_at, run_at FROM graphile_worker.jobs WHERE task_identifier = ${FINGERPRINT_VIDEO})
  SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM videos WHERE run_at < now() - interval '1 hour'))
  WHERE NOT EXISTS (SELECT FROM videos WHERE locked_at IS NOT NULL)`;

export const resumeFingerprintsSchedule: Schedule = { task: resumeFingerprintsTask, cron: "55 3 * * *" };

const nextCopies = (withVideos: boolean) => (after: string) =>
  rowsIn<{ id: string; partnerId: string; mimeType: string }>(db)`
    SELECT d.id, d.partner_id, d.copy_mime_type AS mime_type
    FROM depictions d LEFT JOIN copy_fingerprints f ON f.depiction_id = d.id AND f.partner_id = d.partner_id
    WHERE d.copy_state = 'stored' AND d.id > ${after} AND f.hashed_at IS NULL
      AND (d.copy_mime_type LIKE 'image/%' OR ${withVideos} OR f.depiction_id IS NULL)
    ORDER BY d.id LIMIT ${AT_ONCE}`;
