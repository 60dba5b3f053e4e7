import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/**
 * Gives up what still waits for endpoints that were deleted lately: an event that was being written while its endpoint was
 * deleted, which neither of the two could see.
 */
export const giveUpDeletedTask = defineTask("give_up_webhooks_of_deleted_endpoints", z.object({}), async () => {
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  await db.$executeRaw`
    UPDATE webhook_deliveries d SET status = 'failed', next_attempt_at = NULL, settled_at = ${now}
    FROM webhook_endpoints e
    WHERE e.deleted_at > ${since} AND d.endpoint_id = e.id AND d.status = 'pending'`;
});

export const giveUpDeleted: Schedule = { task: giveUpDeletedTask, cron: "*/15 * * * *" };
