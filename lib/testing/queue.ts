import { db } from "@/lib/platform/db";
import { asOwner } from "./sql";

// The one place that names the private tables of graphile-worker. Its public view has no payloads, and none of its functions can
// simulate a worker that died with a job.

/** The table of jobs, for tests that lock it or break a statement on it. */
export const JOBS_TABLE = "graphile_worker._private_jobs";

/** Deletes every job, also running ones. */
export async function clearJobs(): Promise<void> {
  await db.$executeRaw`
    SELECT graphile_worker.force_unlock_workers(ARRAY(
      SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL))`;
  await db.$executeRaw`SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs))`;
}

type Payload<Data> = { requestId?: string; data: Data };

/** The payloads of a task's jobs, in the order they were queued. */
export const payloadsOf = <Data>(task: string): Promise<{ payload: Payload<Data>; runAt: Date }[]> => db.$queryRaw`
  SELECT p.payload, j.run_at AS "runAt" FROM graphile_worker.jobs j
  JOIN graphile_worker._private_jobs p ON p.id = j.id
  WHERE j.task_identifier = ${task} ORDER BY j.id`;

/** Removes the first of a task's jobs that is due at `now`, and whose payload contains `about`. Null if none is due. */
export async function takeJob(
  task: string,
  { now, about }: { now: Date; about: Record<string, unknown> },
): Promise<Payload<unknown> | null> {
  const [job] = await db.$queryRaw<{ payload: Payload<unknown> }[]>`
    DELETE FROM graphile_worker._private_jobs WHERE id = (
      SELECT p.id FROM graphile_worker._private_jobs p JOIN graphile_worker._private_tasks t ON t.id = p.task_id
      WHERE t.identifier = ${task} AND p.run_at <= greatest(${now}::timestamptz, now())
        AND (p.payload -> 'data')::jsonb @> ${JSON.stringify(about)}::jsonb
      ORDER BY p.run_at, p.id LIMIT 1
    ) RETURNING payload`;
  return job?.payload ?? null;
}

/** As if a worker pool had taken a task's jobs a minute ago. It locks their queues, too, like the worker does. */
export async function lockJobs(task: string, poolId: string): Promise<void> {
  await asOwner(
    `WITH taken AS (
       UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - interval '1 minute'
       WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = $2) RETURNING job_queue_id)
     UPDATE graphile_worker._private_job_queues SET locked_by = $1, locked_at = now() - interval '1 minute'
     WHERE id IN (SELECT job_queue_id FROM taken)`,
    [poolId, task],
  );
}

/** Workers give back jobs of dead ones after five seconds. This simulates that time. */
export async function ageLocks(): Promise<void> {
  await asOwner(`UPDATE ${JOBS_TABLE} SET locked_at = locked_at - interval '6 seconds' WHERE locked_by IS NOT NULL`);
}
