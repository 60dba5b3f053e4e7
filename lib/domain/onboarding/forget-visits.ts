import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** Delete visits that ended more than a day ago; a day, because codes are counted over one. */
export async function forgetVisits(): Promise<number> {
  const { count } = await db.onboardingVisit.deleteMany({
    where: { expiresAt: { lt: new Date(clock.now().getTime() - DAY_MS) } },
  });
  return count;
}

export const forgetVisitsTask = defineTask("forget_onboarding_visits", z.unknown(), async () => {
  await forgetVisits();
});

/** Every night. */
export const forgetVisitsSchedule: Schedule = { task: forgetVisitsTask, cron: "50 3 * * *" };
