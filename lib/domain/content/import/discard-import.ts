import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertMay } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { CHECKED, notChecked } from "./checked";
import { deleteFiles, subjectOf } from "./finish-import";

const MOST_AT_ONCE = 500;

/**
 * Throws away a file that was checked: it can be imported no more. What the check found stays for the report. Throws
 * `NotFound`, `Forbidden`, and `Conflict` `NOT_CHECKED` when it waits for nobody.
 */
export async function discardChecked(ctx: Ctx<PortalUserActor>, { importId }: { importId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  if (!isId(importId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    if ((await tx.contentImport.count({ where: { id: importId, partnerId } })) === 0) throw new NotFound();
    const { count } = await tx.contentImport.updateMany({
      where: { id: importId, partnerId, ...CHECKED },
      data: { discardedAt: clock.now() },
    });
    if (count === 0) throw notChecked();
    record(tx, { ctx, action: "content_import.discarded", ...subjectOf({ id: importId, partnerId }) });
  });
  await deleteFiles({ id: importId, partnerId });
}

/**
 * Throws away what was checked before a moment and nobody went on with. Who may do so is not asked: time does it. Throws between
 * two once the signal aborts.
 */
export async function discardOld(before: Date, signal?: AbortSignal): Promise<void> {
  const ctx = { actor: { kind: "system", name: "sweep_content_imports" }, requestId: newId() } as const;
  for (;;) {
    const old = await db.contentImport.findMany({
      where: { ...CHECKED, finishedAt: { lt: before } },
      select: { id: true, partnerId: true },
      take: MOST_AT_ONCE,
    });
    for (const one of old) {
      signal?.throwIfAborted();
      await inTransaction(async (tx) => {
        const data = { discardedAt: clock.now() };
        const { count } = await tx.contentImport.updateMany({ where: { id: one.id, ...CHECKED }, data });
        if (count > 0) record(tx, { ctx, action: "content_import.discarded", ...subjectOf(one) });
      });
      await deleteFiles(one);
    }
    if (old.length < MOST_AT_ONCE) return;
  }
}
