import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { mailAdmins } from "./mail-admins";

const DAY_MS = 86_400_000;

/** Tells admins, once each, of enabled endpoints that nothing has reached for a day and for five days after a first failure. */
export const tellLongOutagesTask = defineTask("tell_long_webhook_outages", z.object({}), async () => {
  const now = clock.now();
  for (const { told, days, news } of [
    { told: 2, days: 5, news: "five_days" },
    { told: 1, days: 1, news: "day" },
  ] as const) {
    const since = new Date(now.getTime() - days * DAY_MS);
    await inTransaction(async (tx) => {
      const endpoints = await tx.$queryRaw<{ id: string }[]>`
        UPDATE webhook_endpoints SET told = ${told + 1}
        WHERE told = ${told} AND failing_since <= ${since} AND status = 'enabled' AND deleted_at IS NULL RETURNING id`;
      for (const { id } of endpoints) await mailAdmins(tx, { endpointId: id, news });
    });
  }
});

export const tellLongOutages: Schedule = { task: tellLongOutagesTask, cron: "*/15 * * * *" };
