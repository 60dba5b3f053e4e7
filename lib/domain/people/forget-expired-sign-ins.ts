import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

/** Deletes expired sessions, spent challenges that have expired, and magic links that no longer count towards a mailbox's cap. */
export const forgetExpiredSignInsTask = defineTask("forget_expired_sign_ins", z.object({}), async () => {
  const now = clock.now();
  await db.session.deleteMany({ where: { expires: { lt: now } } });
  await db.spentChallenge.deleteMany({ where: { expires: { lt: now } } });
  await db.verificationToken.deleteMany({ where: { expires: { lt: new Date(now.getTime() - DAY_MS) } } });
});

export const forgetExpiredSignIns: Schedule = { task: forgetExpiredSignInsTask, cron: "17 * * * *" };
