import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { queueSimilar, queueSimilarToFile, SUGGEST_SIMILAR } from "@/lib/domain/records/copy-fingerprints";
import { db, inTransaction } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { matchContent } from "../checking";
import { addItems } from "../deciding/add-items";
import { matchListed } from "../exchange";
import { findCopiesOf } from "../matching/false-matches";
import { findSimilarAmong, findSimilarTo, markMeant } from "../matching/find-similar";

const Payload = z.union([
  z.object({ depictionIds: z.array(z.string()) }),
  z.object({ targetId: z.string() }),
  z.object({ requestId: z.string() }),
  z.object({ copiesOf: z.array(z.string()) }),
]);

/**
 * Suggests to requests about these records those that resemble them, and these records to requests about what they resemble; or to one
 * request what resembles a file that its claimant named. With a request's id, queues each of its files; with
 * hashes of pictures, their copies. For a year after a request. Custodians decide; a suggestion has no effect, and none
 * is made twice. Contract: Removal requests.
 */
export const suggestSimilarTask = defineTask(
  SUGGEST_SIMILAR,
  Payload,
  async (by, { requestId, signal }) => {
    if ("requestId" in by) return queueFiles(by.requestId);
    if ("copiesOf" in by) return queueSimilar(db, await findCopiesOf(db, by.copiesOf));
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    if ("depictionIds" in by) await markMeant(db, by.depictionIds);
    const found = await findSimilarTo(db, by, { signal });
    if ("depictionIds" in by) found.push(...(await findSimilarAmong(db, by.depictionIds, { signal })));
    for (const [id, similar] of Map.groupBy(found, (one) => one.requestId)) {
      const matches = similar.map(({ requestId: _, ...match }) => ({
        ...match,
        productionId: null,
        publicationId: null,
        foundBy: "similar" as const,
        status: "suggested" as const,
      }));
      await inTransaction((tx) => addItems(tx, ctx, { requestId: id, matches }));
    }
    await matchListed(by, { signal });
    if ("depictionIds" in by) for (const id of by.depictionIds) await matchContent(ctx, id);
  },
  { slot: "long" },
);

async function queueFiles(requestId: string): Promise<void> {
  const files = { requestId, sha256: { not: null } };
  await inTransaction(async (tx) => {
    const targets = await tx.removalTarget.findMany({ where: files, orderBy: { id: "asc" }, select: { id: true } });
    for (const { id: targetId } of targets) await queueSimilarToFile(tx, { requestId, targetId });
  });
}
