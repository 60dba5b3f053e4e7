import { z } from "zod";
import { db } from "@/lib/platform/db";

const Row = z.object({ mark: z.instanceof(Uint8Array), count: z.coerce.number() });

/**
 * How many mails wait to be sent, by the first bytes of their seal: see `masterKeyMarks`. Mails that the queue has given
 * up are not among them; nobody opens those again.
 */
export async function countWaitingMails(): Promise<{ mark: Uint8Array; count: number }[]> {
  const rows = await db.$queryRaw`
    SELECT substring(decode(j.payload #>> '{data,sealed}', 'base64') FOR 5) AS mark, count(*) AS count
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'send_mail' AND j.attempts < j.max_attempts
    GROUP BY 1`;
  return z.array(Row).parse(rows);
}
