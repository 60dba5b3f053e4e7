import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

// Queued where content is stored and where requests find it. The jobs are in removals, which import both.

export const FINGERPRINT_COPY = "fingerprint_copy";
export const FINGERPRINT_VIDEO = "fingerprint_video";
export const SUGGEST_SIMILAR = "suggest_similar";

/**
 * Pictures are decoded one at a time, after more urgent jobs. So are videos, which take minutes, beside them. Partners take turns, and
 * one video at a time leaves the other long jobs a slot.
 */
const BEHIND = { queueName: "fingerprints", priority: 10 };
const VIDEOS_BEHIND = { queueName: "video fingerprints", priority: 10 };
/** Comparing takes minutes for videos, so it doesn't hold up the hashes of what comes next. */
const COMPARED = { queueName: "similar copies", priority: 10 };
const AT_ONCE = 20;

/** Takes the fingerprints of a stored copy, behind the request. */
export function queueFingerprint(
  tx: Pick<Tx, "$executeRaw">,
  { id: depictionId, partnerId, mimeType }: { id: string; partnerId: string; mimeType: string },
): Promise<void> {
  const [task, behind] = mimeType.startsWith("video/")
    ? [FINGERPRINT_VIDEO, VIDEOS_BEHIND]
    : [FINGERPRINT_COPY, BEHIND];
  const line = `${task}:${partnerId}:`;
  return enqueue(tx, task, { depictionId }, { ...behind, line, jobKey: `${line}${depictionId}` });
}

/** Looks for copies that resemble these, and for requests about copies that they resemble. */
export async function queueSimilar(tx: Pick<Tx, "$executeRaw">, depictionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < depictionIds.length; from += AT_ONCE) {
    await enqueue(tx, SUGGEST_SIMILAR, { depictionIds: depictionIds.slice(from, from + AT_ONCE) }, COMPARED);
  }
}

/** Looks again at what is stored of these pictures, given by their hashes as bits, as if it came now. `after`: continues behind a record. */
export async function queueCopiesOf(
  tx: Pick<Tx, "$executeRaw">,
  pictures: readonly string[],
  after?: string,
): Promise<void> {
  for (let from = 0; from < pictures.length; from += AT_ONCE) {
    await enqueue(tx, SUGGEST_SIMILAR, { copiesOf: pictures.slice(from, from + AT_ONCE), after }, COMPARED);
  }
}

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
