import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { queueSimilarTo } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, isDatabasesFault, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { matchContent } from "../checking";
import { namesOf, openClaim } from "../claim";
import {
  type FoundRecord,
  findByTargets,
  findMatches,
  findSuggestions,
  LOOKED_FOR_MS,
  linkTargets,
  PRODUCTIONS_AT_ONCE,
  productionsOf,
} from "../matching/find-matches";
import { addItems } from "./add-items";
import { freezeDue } from "./freeze-production";
import { lockRequest } from "./locked-request";

const AT_ONCE = 500;
const SEARCHED_WITHIN_MS = 5 * MINUTE_MS;

/**
 * Looks for records that were logged, published or copied since, for a year after each target was added. They become open items, and
 * open a decided request again. Requests that were withdrawn or only rejected look for nothing. Every run looks for everything that
 * isn't an item yet, so a missed run loses nothing. What a filing's own job hasn't looked for within minutes is queued again. Contract: Removal requests.
 */
export const matchLaterTask = defineTask("match_removals", z.object({}), async (_, { requestId, signal }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
  for (let after = "", page = await nextTargets(after); page.length > 0; page = await nextTargets(after)) {
    signal?.throwIfAborted();
    await matchTargets(ctx, page);
    after = page.at(-1) ?? after;
  }
  await matchProductions(ctx);
  await addAll(ctx, await findWithdrawn());
  await findUnsearched();
  await freezeDue(ctx);
});

export const matchLaterSchedule: Schedule = { task: matchLaterTask, cron: "*/5 * * * *" };

/** The next targets that are looked for. */
async function nextTargets(after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM removal_targets t JOIN removal_requests r ON r.id = t.request_id
    WHERE t.id > ${after} AND ${isLookedForLater()} ORDER BY t.id LIMIT ${AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/** Whether what a request `r` names is looked for in what comes later, by its target `t`. */
export const isLookedForLater = (): Prisma.Sql => Prisma.sql`t.id > ${firstLookedFor()} AND (r.status = 'open' OR (
  r.status = 'decided' AND (
    EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND i.status IN ('confirmed', 'already_removed'))
    OR NOT EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND i.status = 'rejected'))))`;

/** The first target that is. Ids sort by time. */
const firstLookedFor = (): string => firstIdAt(new Date(clock.now().getTime() - LOOKED_FOR_MS));

async function matchTargets(ctx: Ctx<SystemActor>, ids: readonly string[]): Promise<void> {
  const targets = Prisma.sql`
    SELECT request_id, url, url_hash, sha256, named FROM removal_targets WHERE id = ANY (${[...ids]}::text[])`;
  const found = await findByTargets(db, { targets, withRemoved: false });
  // What was logged while its removal was being confirmed knew nothing of it. Before it is an item, which isn't found again.
  for (const { depictionId } of found) if (depictionId) await matchContent(ctx, depictionId);
  await addAll(ctx, found);
}

/** The productions that a filing left for later, because there were many. Those of a chosen record's request are only suggested. */
async function matchProductions(ctx: Ctx<SystemActor>): Promise<void> {
  const open = Prisma.sql`SELECT id FROM removal_requests WHERE status = 'open' AND user_id IS NULL`;
  await addAll(ctx, await productionsOf(db, open));
}

/**
 * Publications of scenes whose distribution a performer withdrew, which aren't part of the withdrawal's request yet: those that were
 * registered since. Not for a request that its claimant withdrew, or of which a custodian rejected a record.
 */
const findWithdrawn = (): Promise<FoundRecord[]> => rowsIn<FoundRecord>(db)`
    SELECT r.id AS request_id, NULL AS depiction_id, NULL AS production_id, b.id AS publication_id, b.partner_id,
      'account' AS found_by, 'open' AS status
    FROM scene_performers w JOIN removal_requests r ON r.id = w.withdrawal_id
      JOIN scene_publications b ON b.scene_id = w.scene_id AND b.removed_at IS NULL
    WHERE r.status <> 'withdrawn'
      AND NOT EXISTS (SELECT FROM removal_items i WHERE i.request_id = r.id AND (i.publication_id = b.id OR i.status = 'rejected'))
    ORDER BY b.id LIMIT ${AT_ONCE}`;

/** Looks again for the records of requests that no custodian can handle, because their own job didn't find them in time. */
async function findUnsearched(): Promise<void> {
  const requestedAt = { lt: new Date(clock.now().getTime() - SEARCHED_WITHIN_MS) };
  const unsearched = await db.removalRequest.findMany({
    where: { searchedAt: null, requestedAt },
    orderBy: { requestedAt: "asc" },
    take: AT_ONCE,
    select: { id: true },
  });
  for (const { id: removalId } of unsearched) await inTransaction((tx) => findRecordsSoon(tx, { removalId }));
}

/** Adds records to their requests, each on its own. */
export async function addAll(ctx: Ctx<SystemActor>, found: readonly FoundRecord[]): Promise<void> {
  for (const [requestId, records] of Map.groupBy(found, (record) => record.requestId)) {
    for (let from = 0; from < records.length; from += PRODUCTIONS_AT_ONCE) {
      const matches = records.slice(from, from + PRODUCTIONS_AT_ONCE);
      await inTransaction((tx) => addItems(tx, ctx, { requestId, matches })).catch((error: unknown) => {
        if (isDatabasesFault(error)) throw error;
        log.error({ err: error, removalRequest: requestId }, "found records could not be added, will be retried");
      });
    }
  }
}

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
      await queueSimilarTo(tx, removalId);
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
