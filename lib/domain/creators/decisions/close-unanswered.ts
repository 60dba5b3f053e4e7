import { z } from "zod";
import { findAndLockCheck, findUnanswered, isUnanswered, readUsualTimes } from "@/lib/domain/identity";
import { logUnreadable } from "@/lib/domain/identity/id-facts";
import { inTransaction } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { rejectCheck } from "./apply-decision";

const NAME = "close_unanswered_photo_requests";

/** Rejects checks whose person never sent the better photos that they were asked for, and mails them how to start again. */
export const closeUnansweredTask = defineTask(NAME, z.unknown(), async (_, { requestId }) => {
  const ctx = { actor: { kind: "system", name: NAME } as const, requestId };
  const unanswered = await findUnanswered();
  if (unanswered.length === 0) return;
  const { reviewMs } = await readUsualTimes();
  for (const id of unanswered) await close(id).catch((error: unknown) => logUnreadable(error, id));

  async function close(id: string): Promise<void> {
    await inTransaction(async (tx) => {
      const check = await findAndLockCheck(tx, id);
      // They may have sent them since the list was read.
      if (check && isUnanswered(check))
        await rejectCheck(tx, ctx, check, { reason: "check_abandoned", note: null, reviewMs });
    });
  }
});

/** Every hour. */
export const closeUnansweredSchedule: Schedule = { task: closeUnansweredTask, cron: "50 * * * *" };
