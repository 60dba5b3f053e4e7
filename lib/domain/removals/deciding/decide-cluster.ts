import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { reservedAmong } from "@/lib/domain/custody/conflicts";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { AppError, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { RemovalItem } from "@/prisma/generated/client";
import { lockFalseMatchesOf } from "../matching/false-matches";
import { attachLocked } from "./add-items";
import { putBackIfDone } from "./assignment";
import { addCopies, confirmLocked } from "./confirm-item";
import { assertSuggested, dismissLocked } from "./dismiss-item";
import { CLUSTER_DID, CLUSTER_LEFT, CLUSTER_MOST, type ClusterDid, type ClusterLeft } from "./labels";
import { afterDecision, decideIfDone, type LockedRequest, lockToHandle } from "./locked-request";
import { assertDecidable, rejectionOf, rejectLocked } from "./reject-item";

/** What is decided of all records alike. A null reason of a rejection is the one that another custodian proposed, of each record its own. */
export type ClusterDecision =
  | { act: "attach" | "dismiss" }
  | { act: "confirm"; reason: string }
  | { act: "reject"; reason: string | null };

/** How many records became what, and which were left, in the order of `itemIds`. */
export type ClusterOutcome = {
  did: Partial<Record<ClusterDid, number>>;
  left: { itemId: string; why: ClusterLeft }[];
};

type Of = { requestId: string; itemIds: readonly string[]; decision: ClusterDecision };

/** How many records a transaction confirms: it keeps the hashes of every frame of a video, which takes a second for the longest. */
const CONFIRMED_AT_ONCE = 8;

/**
 * A custodian decides alike about depictions of a request that are near copies of one another. Each record follows the rules that it has
 * alone, with the same events and ledger entries. One that changed meanwhile, or that another custodian must decide, is left, and the
 * outcome says why. In one transaction, or some of them in each: once the first has committed, an error leaves those that were not reached,
 * and a repeat does them. Contract: Removal requests. Throws `NotFound`, `Forbidden`, also `conflict_of_interest`, and `Conflict` `request_withdrawn`,
 * `assigned_elsewhere`, `reason_missing`.
 */
export async function decideCluster(ctx: Ctx<StaffActor>, { itemIds, ...of }: Of): Promise<ClusterOutcome> {
  const ids = [...new Set(itemIds)].filter(isId).slice(0, CLUSTER_MOST);
  const size = of.decision.act === "confirm" ? CONFIRMED_AT_ONCE : CLUSTER_MOST;
  const all: ClusterOutcome = { did: {}, left: [] };
  for (let from = 0; from < ids.length; from += size) {
    try {
      const { did, left } = await decideSome(ctx, { ...of, itemIds: ids.slice(from, from + size) });
      for (const one of CLUSTER_DID) if (did[one]) all.did[one] = (all.did[one] ?? 0) + did[one];
      all.left.push(...left);
    } catch (error) {
      if (from === 0) throw error;
      const why = whyStopped(error, of.requestId);
      all.left.push(...ids.slice(from).map((itemId) => ({ itemId, why })));
      break;
    }
  }
  if (Object.keys(all.did).length + all.left.length === 0) throw new NotFound();
  return all;
}

/** Why an error leaves the records that were not reached. One that the page has no words for is logged, because it is not thrown. */
function whyStopped(error: unknown, requestId: string): ClusterLeft {
  const known = error instanceof AppError ? CLUSTER_LEFT.find((why) => why === error.code) : undefined;
  if (known) return known;
  log.error({ err: error, removalRequest: requestId }, "the rest of a cluster could not be decided");
  return "failed";
}

function decideSome(ctx: Ctx<StaffActor>, { requestId, itemIds, decision }: Of): Promise<ClusterOutcome> {
  return inTransaction(async (tx) => {
    const request = await lockToHandle(tx, ctx, requestId);
    const items = await itemsOf(tx, { requestId, itemIds });
    const depictionIds = items.flatMap(({ depictionId }) => depictionId ?? []);
    const reserved = await reservedAmong(tx, ctx, { what: "depiction", ids: depictionIds });
    // In one order, so that clusters of two requests don't wait for each other.
    if (decision.act === "confirm")
      await tx.$queryRaw`SELECT FROM depictions WHERE id = ANY (${depictionIds}::text[]) ORDER BY id FOR UPDATE`;
    if (decision.act === "attach") await lockFalseMatchesOf(tx, { requestId, depictionIds });
    const acting = actingFor(tx, ctx, { request, decision });
    const outcome: ClusterOutcome = { did: {}, left: [] };
    const ready: RemovalItem[] = [];
    for (const item of items) {
      const why = reserved.has(item.depictionId ?? "") ? "conflict_of_interest" : whyLeft(acting, item);
      if (why) outcome.left.push({ itemId: item.id, why });
      else ready.push(item);
    }
    for (const item of ready) {
      const did = acting.isDone(item) ? "before" : await acting.act(item);
      outcome.did[did] = (outcome.did[did] ?? 0) + 1;
    }
    await acting.end(outcome.did);
    return outcome;
  });
}

/** The depictions among these items of a request. */
async function itemsOf(tx: Tx, { requestId, itemIds: ids }: Omit<Of, "decision">): Promise<RemovalItem[]> {
  const found = await tx.removalItem.findMany({
    where: { requestId, id: { in: [...ids] }, depictionId: { not: null } },
  });
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** One decision. `isDone`: the record has this outcome already. `check` throws what the record alone would be refused with. */
type Acting = {
  isDone: (item: RemovalItem) => boolean;
  check: (item: RemovalItem) => void;
  act: (item: RemovalItem) => Promise<ClusterDid>;
  end: (did: ClusterOutcome["did"]) => Promise<void>;
};

function whyLeft({ isDone, check }: Acting, item: RemovalItem): ClusterLeft | null {
  if (isDone(item)) return null;
  try {
    check(item);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "second_custodian") return error.code;
    if (error.code === "item_decided" || error.code === "item_not_attached") return "changed";
    throw error;
  }
}

type Deciding = { request: LockedRequest; decision: ClusterDecision };

function actingFor(tx: Tx, ctx: Ctx<StaffActor>, { request, decision }: Deciding): Acting {
  const requestId = request.id;
  switch (decision.act) {
    case "attach":
      return {
        isDone: ({ status }) => status === "open",
        check: assertSuggested,
        act: async ({ depictionId, productionId, publicationId, partnerId }) => {
          await attachLocked(tx, ctx, { requestId, record: { depictionId, productionId, publicationId, partnerId } });
          return "attached";
        },
        end: async () => undefined,
      };
    case "dismiss":
      return {
        isDone: ({ status }) => status === "dismissed",
        check: assertSuggested,
        act: async (item) => {
          await dismissLocked(tx, ctx, item);
          return "dismissed";
        },
        end: async ({ dismissed }) => {
          if (dismissed && !(await decideIfDone(tx, ctx, request))) await putBackIfDone(tx, ctx, request);
        },
      };
    case "confirm": {
      const { reason } = decision;
      let hasCopies = false;
      return {
        isDone: ({ status }) => status === "confirmed" || status === "already_removed",
        check: (item) => assertDecidable(ctx, item),
        act: async (item) => {
          const { outcome, hasNew } = await confirmLocked(tx, ctx, { request, item, reason });
          hasCopies ||= hasNew;
          return outcome;
        },
        end: async ({ confirmed, already_removed }) => {
          if (hasCopies) await addCopies(tx, ctx, request);
          if (confirmed || already_removed) await afterDecision(tx, ctx, request);
        },
      };
    }
    case "reject": {
      const { reason } = decision;
      return {
        isDone: ({ status, proposedById }) =>
          status === "rejected" || (status === "open" && proposedById === ctx.actor.userId),
        check: (item) => {
          rejectionOf(ctx, { request, item, reason });
        },
        act: (item) => rejectLocked(tx, ctx, { request, item, ...rejectionOf(ctx, { request, item, reason }) }),
        end: async ({ rejected, proposed }) => {
          if (rejected) await afterDecision(tx, ctx, request);
          else if (proposed) await putBackIfDone(tx, ctx, request);
        },
      };
    }
  }
}
