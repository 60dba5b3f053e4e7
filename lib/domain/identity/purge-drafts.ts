import { z } from "zod";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { discardDraft } from "./discard-draft";
import { findAndLockCheck } from "./lock-check";

const KEPT_DAYS = 30;

/** Delete drafts that nobody has touched for 30 days, with their photos. Returns how many went. */
export async function purgeDrafts(requestId: string): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const stale = await db.identityCheck.findMany({
    where: { status: "draft", updatedAt: { lt: before } },
    select: { id: true },
  });
  let purged = 0;
  for (const { id } of stale) {
    await inTransaction(async (tx) => {
      const check = await findAndLockCheck(tx, id);
      // Somebody may have come back to it since the list was read.
      if (check?.status !== "draft" || check.updatedAt >= before) return;
      await discardDraft(tx, check);
      record(tx, {
        ctx: { actor: { kind: "system", name: "purge_identity_drafts" }, requestId },
        action: "identity_check.draft_purged",
        subject: { kind: "identity_check", id },
      });
      purged++;
    });
  }
  return purged;
}

export const purgeDraftsTask = defineTask("purge_identity_drafts", z.unknown(), async (_, { requestId }) => {
  await purgeDrafts(requestId);
});

/** Every night. */
export const purgeDraftsSchedule: Schedule = { task: purgeDraftsTask, cron: "40 3 * * *" };
