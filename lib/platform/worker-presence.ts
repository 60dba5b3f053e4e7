import type { ClientBase } from "pg";
import { log } from "./log";

type Connection = Pick<ClientBase, "query">;

// The first half of an advisory lock's key: "a worker pool lives".
const WORKER_LIVES = 0x776f726b;
// A pool takes its first job a moment before its lock is in place.
const GRACE_SECONDS = 5;

// Living workers are told from dead ones by the database itself: each worker pool holds an advisory lock for as long as
// its connection lives. What a pool has taken whose lock is free goes back to the queue.

/** Says on this connection, for as long as it lives, that a worker pool lives. */
export async function announceWorker(connection: Connection, poolId: string): Promise<void> {
  await connection.query("select pg_advisory_lock($1::int, hashtext($2))", [WORKER_LIVES, poolId]);
}

/** Lets others do what a worker pool has taken. */
export async function giveBackJobs(connection: Connection, poolId: string): Promise<void> {
  await connection.query("select graphile_worker.force_unlock_workers(array[$1])", [poolId]);
}

/** Gives back what dead worker pools had taken; `own` ones live, whatever their locks say. */
export async function sweepDeadWorkers(connection: Connection, own: ReadonlySet<string>): Promise<void> {
  const taken = await connection.query<{ pool: string }>(
    `select distinct locked_by as pool from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
     ) taken where locked_at < now() - make_interval(secs => $1)`,
    [GRACE_SECONDS],
  );
  for (const { pool } of taken.rows) if (!own.has(pool)) await giveBackIfDead(connection, pool);
}

async function giveBackIfDead(connection: Connection, pool: string): Promise<void> {
  const key = [WORKER_LIVES, pool];
  const free = await connection.query<{ got: boolean }>(
    "select pg_try_advisory_lock($1::int, hashtext($2)) as got",
    key,
  );
  if (!free.rows[0]?.got) return;
  try {
    await giveBackJobs(connection, pool);
    log.warn({ pool }, "gave back the jobs of a worker that died");
  } finally {
    await connection.query("select pg_advisory_unlock($1::int, hashtext($2))", key);
  }
}
