import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { namesOf, openClaim } from "../claim";
import { findMatches, findSuggestions } from "../matching/find-matches";
import { linkTargets } from "../matching/targets";
import { addItems } from "./add-items";
import { lockRequest } from "./locked-request";

const FIND = "find_removal_records";

/**
 * Looks for what a request names, behind the response: how long a claimant waits must not tell whether we know an address or a name,
 * or what platforms have.
 */
export const findRecordsSoon = (tx: Tx, payload: { removalId: string }): Promise<void> =>
  enqueue(tx, FIND, payload, { jobKey: `${FIND}:${payload.removalId}` });

/**
 * Adds what a request names, with its effects, from when on custodians can handle it, and suggests to them what it may mean. Safe to
 * repeat. Contract: Removal requests.
 */
export const findRecordsTask = defineTask(
  FIND,
  z.object({ removalId: z.string() }),
  async ({ removalId }, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    await inTransaction(async (tx) => {
      // What is named meanwhile is looked for by the next run.
      await lockRequest(tx, removalId);
      const matches = await findMatches(tx, removalId);
      await addItems(tx, ctx, { requestId: removalId, matches, foundAt: await lastNamedAt(tx, removalId) });
      // Records that were part of the request before may also be at a URL that was added.
      await linkTargets(tx, { requestId: removalId });
      await tx.removalRequest.update({ where: { id: removalId }, data: { searchedAt: clock.now() } });
    });
    await inTransaction(async (tx) => {
      const request = await tx.removalRequest.findUniqueOrThrow({ where: { id: removalId } });
      const { description, ...claim } = openClaim(request);
      const names = namesOf({ description, ...claim });
      const matches = await findSuggestions(tx, { email: request.email, names, description });
      await addItems(tx, ctx, { requestId: removalId, matches });
    });
  },
);

/** When the claimant last named something: partners' time counts from then, however late this runs. */
async function lastNamedAt(tx: Tx, requestId: string): Promise<Date | undefined> {
  const { _max } = await tx.removalTarget.aggregate({ where: { requestId, named: true }, _max: { addedAt: true } });
  return _max.addedAt ?? undefined;
}
