import { db } from "@/lib/platform/db";
import { MarkCounts } from "@/lib/platform/mark-counts";

/**
 * How many mails wait to be sent, by the first bytes of their seal: see `masterKeyMarks`. Mails that the queue has given
 * up are not among them; nobody opens those again.
 */
export async function countWaitingMails(): Promise<MarkCounts> {
  const rows = await db.$queryRaw`
    SELECT substring(decode(j.payload #>> '{data,sealed}', 'base64') FOR 5) AS mark, count(*) AS count
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'send_mail' AND j.attempts < j.max_attempts
    GROUP BY 1`;
  return MarkCounts.parse(rows);
}
