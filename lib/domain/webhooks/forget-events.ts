import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** For how long events, their deliveries and their attempts are kept. */
const KEPT_DAYS = 90;
const BATCH = 1_000;
/** What the health of an endpoint is read from: a week, and a day for who looks later. */
const HOURS_KEPT_DAYS = 8;

/** Erases events of more than 90 days ago with what was sent of them, in small batches, and sums that nobody reads any more. */
export const forgetEventsTask = defineTask("forget_webhook_events", z.object({}), async () => {
  const before = `evt_${firstIdAt(new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))}`;
  for (let erased = BATCH; erased === BATCH; ) {
    erased = await db.$executeRaw`
      DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events WHERE id < ${before} ORDER BY id LIMIT ${BATCH})`;
  }
  const hours = new Date(clock.now().getTime() - HOURS_KEPT_DAYS * 86_400_000);
  await db.webhookEndpointHour.deleteMany({ where: { hour: { lt: hours } } });
});

export const forgetEvents: Schedule = { task: forgetEventsTask, cron: "40 3 * * *" };
