import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { isConnectionLost, pool } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";

// Recorded on its own as soon as the server answers, because most repeated mails came from what a job did after that.

/** Mails that were accepted while the database was away. This process knows it, and so never sends them again. */
const unrecorded = new Set<string>();

const PAUSE_MS = 100;

/** Whether the mail server accepted a mail in an earlier attempt. Throws without a database, which could not record it. */
export async function isAccepted(mailId: string): Promise<boolean> {
  const { rows } = await pool().query({
    name: "find_mail_acceptance",
    text: "SELECT FROM mail_acceptances WHERE mail_id = $1",
    values: [mailId],
  });
  return rows.length > 0 || unrecorded.has(mailId);
}

/** Records that the mail server accepted a mail. Waits while the database is away, because nobody else knows it. */
export async function recordAcceptance(mailId: string): Promise<void> {
  unrecorded.add(mailId);
  for (;;) {
    try {
      await pool().query({
        name: "record_mail_acceptance",
        text: "INSERT INTO mail_acceptances (mail_id) VALUES ($1) ON CONFLICT DO NOTHING",
        values: [mailId],
      });
      unrecorded.delete(mailId);
      return;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Forgets acceptances whose job has ended. The queue retries a job for less than five days. */
export const forgetAcceptancesTask = defineTask("forget_mail_acceptances", z.unknown(), async () => {
  await pool().query("DELETE FROM mail_acceptances WHERE accepted_at < now() - interval '14 days'");
});

/** Every night. */
export const forgetAcceptances: Schedule = { task: forgetAcceptancesTask, cron: "20 4 * * *" };
