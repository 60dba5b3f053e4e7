import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";

// Queued where content is stored and where requests find it. The jobs are in removals, which import both.

export const FINGERPRINT_COPY = "fingerprint_copy";
export const SUGGEST_SIMILAR = "suggest_similar";

/** Pictures are decoded one at a time, after more urgent jobs. */
const BEHIND = { queueName: "fingerprints", priority: 10 };
const AT_ONCE = 20;

/** Takes the fingerprint of a stored copy, behind the request. */
export const queueFingerprint = (tx: Pick<Tx, "$executeRaw">, depictionId: string): Promise<void> =>
  enqueue(tx, FINGERPRINT_COPY, { depictionId }, { ...BEHIND, jobKey: `${FINGERPRINT_COPY}:${depictionId}` });

/** Looks for images that resemble these, and for requests about images that they resemble. */
export async function queueSimilar(tx: Pick<Tx, "$executeRaw">, depictionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < depictionIds.length; from += AT_ONCE) {
    await enqueue(tx, SUGGEST_SIMILAR, { depictionIds: depictionIds.slice(from, from + AT_ONCE) }, BEHIND);
  }
}

/** Looks for what resembles the files that a request's claimant named. */
export const queueSimilarTo = (tx: Pick<Tx, "$executeRaw">, requestId: string): Promise<void> =>
  enqueue(tx, SUGGEST_SIMILAR, { requestId }, { ...BEHIND, jobKey: `${SUGGEST_SIMILAR}:${requestId}` });
