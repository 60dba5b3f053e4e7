import { clock } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { enqueue, enqueueEach } from "@/lib/platform/jobs";
import { counted, type Figures } from "@/lib/platform/telemetry/figures";

// Queued where content is stored and where requests find it. The jobs are in removals, which import both.

export const FINGERPRINT_COPY = "fingerprint_copy";
export const FINGERPRINT_VIDEO = "fingerprint_video";
export const SUGGEST_SIMILAR = "suggest_similar";

/**
 * Pictures are decoded one at a time, after more urgent jobs. Videos are beside them, one at a time in each process that runs jobs.
 * Partners take turns.
 */
const BEHIND = { queueName: "fingerprints", priority: 10 };
// Without a queue for each video, whose rows nothing deletes, the nightly job can queue one again that is decoded just then. It is decoded
// twice, and its hashes are kept once.
const VIDEOS_BEHIND = { priority: 10 };
/** Comparing takes minutes for videos, so it doesn't hold up the hashes of what comes next. */
const COMPARED = { queueName: "similar copies", priority: 10 };
const COPIES_AT_ONCE = 20;
/** Each in eight ways. */
const PICTURES_AT_ONCE = 16;

/** Takes the fingerprints of a stored copy, behind the request. */
export async function queueFingerprint(
  tx: Pick<Tx, "$executeRaw">,
  { id: depictionId, partnerId, mimeType }: { id: string; partnerId: string; mimeType: string },
): Promise<void> {
  await noteWaiting(tx, depictionId);
  const [task, behind] = mimeType.startsWith("video/")
    ? [FINGERPRINT_VIDEO, VIDEOS_BEHIND]
    : [FINGERPRINT_COPY, BEHIND];
  const line = `${task}:${partnerId}:`;
  return enqueue(tx, task, { depictionId }, { ...behind, line, jobKey: `${line}${depictionId}` });
}

/** Notes that a stored copy isn't compared yet. */
export const noteWaiting = (tx: Pick<Tx, "$executeRaw">, depictionId: string): Promise<number> =>
  tx.$executeRaw`
    INSERT INTO copy_fingerprints (depiction_id, partner_id, made_at)
    SELECT id, partner_id, ${clock.now()} FROM depictions WHERE id = ${depictionId} FOR KEY SHARE
    ON CONFLICT (depiction_id, partner_id) DO NOTHING`;

/** Notes that a copy's hashes were taken, or can't be. False if they were before, or it was erased meanwhile. */
export async function noteFingerprint(
  tx: Pick<Tx, "$executeRaw">,
  { depictionId, isUnreadable }: { depictionId: string; isUnreadable: boolean },
): Promise<boolean> {
  await noteWaiting(tx, depictionId);
  const noted = await tx.$executeRaw`
    UPDATE copy_fingerprints SET hashed_at = ${clock.now()}, is_unreadable = ${isUnreadable}
    WHERE depiction_id = ${depictionId} AND hashed_at IS NULL`;
  return noted > 0;
}

/** How a stored copy is compared with removed ones: by how many hashes, and how many of those are frames. */
export async function comparisonOf(depictionId: string) {
  const where = { depictionId };
  const [noted, { _count: hashes }] = await Promise.all([
    db.copyFingerprint.findUnique({ where, select: { hashedAt: true, isUnreadable: true } }),
    db.copyHash.aggregate({ where, _count: { _all: true, second: true } }),
  ]);
  return {
    isWaiting: !noted?.hashedAt,
    isUnreadable: noted?.isUnreadable ?? false,
    hashes: hashes._all,
    frames: hashes.second,
  };
}

/** The stored copies that aren't compared, for operators. Counting stops at 10,000. */
export const fingerprintFigures: readonly Figures[] = [
  {
    name: "vellum_copies_not_compared",
    help: "Stored copies that are not compared, because they wait or can't be read, at most 10,000 each",
    label: "state",
    read: () => counted`
      SELECT 'waiting' AS label, count(*)::int AS number FROM (
        SELECT FROM copy_fingerprints WHERE hashed_at IS NULL AND NOT is_unreadable ORDER BY depiction_id LIMIT 10000) AS waiting
      UNION ALL SELECT 'unreadable', count(*)::int FROM (
        SELECT FROM copy_fingerprints WHERE is_unreadable ORDER BY depiction_id LIMIT 10000) AS unreadable`,
  },
];

/** Looks for copies that resemble these, and for requests about copies that they resemble. */
export const queueSimilar = (tx: Pick<Tx, "$executeRaw">, copies: readonly string[]): Promise<void> =>
  enqueueEach(
    tx,
    SUGGEST_SIMILAR,
    slicesOf(copies, COPIES_AT_ONCE).map((depictionIds) => ({ depictionIds })),
    COMPARED,
  );

/** Looks again at what is stored of these pictures, given by their hashes as bits. */
export const queueCopiesOf = (tx: Pick<Tx, "$executeRaw">, pictures: readonly string[]): Promise<void> =>
  enqueueEach(
    tx,
    SUGGEST_SIMILAR,
    slicesOf(pictures, PICTURES_AT_ONCE).map((copiesOf) => ({ copiesOf })),
    COMPARED,
  );

const slicesOf = (all: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Queues a look-up for each file that a request's claimant named. */
export const queueSimilarTo = (tx: Pick<Tx, "$executeRaw">, requestId: string): Promise<void> =>
  enqueue(tx, SUGGEST_SIMILAR, { requestId }, { ...COMPARED, jobKey: `${SUGGEST_SIMILAR}:${requestId}` });

/**
 * Looks for what resembles one file of a request. The first one takes its turn among partners' copies, and each further one comes after them,
 * so that a copy waits for one file of each request at most.
 */
export function queueSimilarToFile(
  tx: Pick<Tx, "$executeRaw">,
  { requestId, targetId }: { requestId: string; targetId: string },
): Promise<void> {
  const line = `${SUGGEST_SIMILAR}:${requestId}:`;
  return enqueue(tx, SUGGEST_SIMILAR, { targetId }, { ...COMPARED, line, jobKey: `${line}${targetId}` });
}
