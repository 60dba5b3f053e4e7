import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { countFailedSince } from "./failed-since";
import { lockEndpoint } from "./lock-endpoint";
import { replayTask } from "./replay-task";

type Failed = { endpointId: string; since: Date };

/** A replay that was asked for: `replayId` is null when nothing had failed. `isNew` is false for one that was under way already. */
export type AskedReplay = { replayId: string | null; total: number; isNew: boolean };

/**
 * Begins to send again what has failed for an endpoint since a moment, whenever it was made: a job does it, in batches, each
 * on the schedule anew. There is one replay of an endpoint at a time; asked for another meanwhile, this is the one under way,
 * and it goes on if its job had been given up. Throws `Conflict` `endpoint_paused`, `NotFound`, `Forbidden`.
 */
export async function replayFailed(ctx: Ctx<PortalUserActor>, { endpointId, since }: Failed): Promise<AskedReplay> {
  return inTransaction(async (tx) => {
    const { id, partnerId, status } = await lockEndpoint(tx, ctx, endpointId);
    if (status === "paused") throw new Conflict("endpoint_paused", "The endpoint is paused. Let it go on first.");
    const underWay = await tx.webhookReplay.findFirst({ where: { endpointId: id, finishedAt: null } });
    if (underWay) {
      await enqueueReplay(tx, underWay.id);
      return { replayId: underWay.id, total: underWay.total, isNew: false };
    }
    const startedAt = clock.now();
    const total = await countFailedSince(tx, { endpointId: id, since, until: startedAt });
    if (total === 0) return { replayId: null, total, isNew: false };
    const replayId = newId();
    const startedById = ctx.actor.userId;
    await tx.webhookReplay.create({
      data: { id: replayId, endpointId: id, partnerId, since, total, startedAt, startedById },
    });
    await enqueueReplay(tx, replayId);
    const subject = { kind: "webhook_endpoint", id } as const;
    const detail = { replayId, since: since.toISOString(), total };
    record(tx, { ctx, action: "webhook_endpoint.replayed", subject, partnerId, detail });
    return { replayId, total, isNew: true };
  });
}

// A job that waits for its next try, or has none left, begins anew at once. Beside one that runs, there is nothing left for it.
const enqueueReplay = (tx: Tx, replayId: string): Promise<void> =>
  enqueue(tx, replayTask.name, { replayId }, { jobKey: `${replayTask.name} ${replayId}` });
