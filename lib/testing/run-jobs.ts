import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Task } from "@/lib/platform/jobs";

/** A task's run: the first of several attempts. */
export const firstRun = { requestId: "test", attempt: 1, lastAttempt: false, signal: undefined };

/**
 * Runs a task's jobs that are due by the service's clock, one after another, including jobs they add. `about` selects
 * those whose payload contains it. Returns how many ran.
 */
export async function runJobs(task: Task, about: Record<string, unknown> = {}): Promise<number> {
  for (let ran = 0; ; ran++) {
    const [job] = await db.$queryRaw<{ payload: { requestId?: string; data: unknown } }[]>`
      DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
      WHERE j.id = (
        SELECT d.id FROM graphile_worker._private_jobs d JOIN graphile_worker._private_tasks k ON k.id = d.task_id
        WHERE k.identifier = ${task.name} AND d.run_at <= greatest(${clock.now()}::timestamptz, now())
          AND (d.payload -> 'data')::jsonb @> ${JSON.stringify(about)}::jsonb
        ORDER BY d.run_at, d.id LIMIT 1
      ) AND t.id = j.task_id
      RETURNING j.payload`;
    if (!job) return ran;
    const { requestId = "test", data } = job.payload;
    await task.run(data, { ...firstRun, requestId });
  }
}

/** Runs the search indexer until its queue is empty, as a worker does every second. */
export async function fillWholeSearch(): Promise<void> {
  do await fillSearch();
  while ((await db.$queryRaw<unknown[]>`SELECT FROM search_queue LIMIT 1`).length > 0);
}
