import { setTimeout as wait } from "node:timers/promises";
import { type ClientBase, Pool, type PoolClient } from "pg";
import { connectionTo, KEEPALIVES } from "./connection";
import { LOCKS } from "./locks";
import { log } from "./log";

type Connection = Pick<ClientBase, "query">;

// A pool may take its first job just before it has its lock.
const GRACE_SECONDS = 5;
const CLOSE_MS = 1_000;

// Each worker pool keeps an advisory lock while its connection lives. If a pool's lock is free, the pool is dead and its jobs go
// back to the queue.

/** Marks a worker pool as alive while this connection lives. */
export async function announceWorker(connection: Connection, poolId: string): Promise<void> {
  await connection.query("select pg_advisory_lock($1::int, hashtext($2))", [LOCKS.worker, poolId]);
}

/** Returns a worker pool's jobs to the queue. */
export async function giveBackJobs(connection: Connection, poolId: string): Promise<void> {
  await connection.query("select graphile_worker.force_unlock_workers(array[$1])", [poolId]);
}

/** Returns the jobs of dead worker pools to the queue. `own` pools count as alive, whatever their locks say. */
export async function sweepDeadWorkers(connection: Connection, own: ReadonlySet<string>): Promise<void> {
  // A pool locks a queue together with the queue's job, so the jobs name the pools. A queue whose job is gone waits for
  // graphile-worker's own reset, after four hours.
  const taken = await connection.query<{ pool: string }>(
    `select distinct locked_by as pool from graphile_worker.jobs
     where locked_by is not null and locked_at < now() - make_interval(secs => $1)`,
    [GRACE_SECONDS],
  );
  for (const { pool } of taken.rows) if (!own.has(pool)) await giveBackIfDead(connection, pool);
}

async function giveBackIfDead(connection: Connection, pool: string): Promise<void> {
  const key = [LOCKS.worker, pool];
  const free = await connection.query<{ got: boolean }>(
    "select pg_try_advisory_lock($1::int, hashtext($2)) as got",
    key,
  );
  if (!free.rows[0]?.got) return;
  try {
    await giveBackJobs(connection, pool);
    log.warn({ pool }, "returned a dead worker's jobs to the queue");
  } finally {
    await connection.query("select pg_advisory_unlock($1::int, hashtext($2))", key);
  }
}

/** The connections of one job runner. `onLost` runs when any of them breaks. */
export function openConnections(given: { databaseUrl: string; max: number; onLost: (error: Error) => void }) {
  const { databaseUrl, max, onLost } = given;
  const open = new Set<PoolClient>();
  const pool = new Pool({
    ...connectionTo(databaseUrl, "worker"),
    max,
    onConnect: async (client) => void (await client.query(KEEPALIVES)),
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    open.add(client);
    client.on("error", onLost);
  });
  pool.on("remove", (client) => open.delete(client));
  return {
    pool,
    /** Breaks every connection, so that nothing waits for a server that doesn't answer. */
    giveUp(): void {
      for (const client of open) client.connection.stream.destroy();
    },
    /** Also ends connections that the pool doesn't close in time. */
    async close(): Promise<void> {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })]).catch(() => undefined);
      await Promise.race([
        Promise.allSettled([...open].map((client) => client.end())),
        wait(CLOSE_MS, undefined, { ref: false }),
      ]);
    },
  };
}
