import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { authorize } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { queueChange } from "./queue-change";
import type { ChangeKind, Selection } from "./schemas";
import { selectedIds } from "./selected";

/** A change that was asked for. Where another was under way, `isNew` is false: that one is named, and this was not begun. */
export type AskedChange = { changeId: string; isNew: boolean };

/**
 * Begins to deactivate or reactivate many creators, by a job, each by the same verb as alone. Whom the selection means is
 * settled here: who comes to match later is not among them. One change of a partner runs at a time; it goes on if its job had
 * been given up. Throws `Forbidden`, `Conflict` `nobody_selected` and `too_many`.
 */
export async function startChange(
  ctx: Ctx<PortalUserActor>,
  { kind, selection }: { kind: ChangeKind; selection: Selection },
): Promise<AskedChange> {
  const { partnerId, userId } = ctx.actor;
  const ids = await selectedIds(partnerId, selection);
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_records" });
    const underWay = await tx.rosterChange.findFirst({ where: { partnerId, finishedAt: null }, select: { id: true } });
    if (underWay) {
      await queueChange(tx, underWay.id);
      return { changeId: underWay.id, isNew: false };
    }
    if (ids.length === 0) throw new Conflict("nobody_selected", "Nobody is selected any more. Look at the list again.");
    const changeId = newId();
    const about = { id: changeId, partnerId, kind, total: ids.length };
    await tx.rosterChange.create({
      data: { ...about, startedById: userId, requestId: ctx.requestId, startedAt: clock.now() },
    });
    await tx.$executeRaw`
      INSERT INTO roster_change_items (change_id, account_id) SELECT ${changeId}, unnest(${ids}::text[])`;
    await queueChange(tx, changeId);
    const subject = { kind: "roster_change", id: changeId } as const;
    record(tx, { ctx, action: "roster_change.started", subject, detail: { kind, total: ids.length } });
    return { changeId, isNew: true };
  });
}
