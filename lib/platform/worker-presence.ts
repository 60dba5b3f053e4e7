import { Client } from "pg";
import { log } from "./log";

// The first half of an advisory lock's key: "a worker pool lives".
const WORKER_LIVES = 0x776f726b;
const SWEEP_EVERY_MS = 15_000;
// A pool takes its first job a moment before its lock is in place.
const GRACE_SECONDS = 5;

/**
 * Tells living workers from dead ones. Each worker pool holds an advisory lock for as long as its connection lives, so
 * the database itself notices a death; jobs taken by a pool whose lock is free go back to the queue.
 */
export class WorkerPresence {
  readonly #databaseUrl: string;
  readonly #pools = new Set<string>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async open(): Promise<void> {
    await this.#connect();
    await this.#sweep();
    this.#timer = setInterval(() => void this.#tick(), SWEEP_EVERY_MS).unref();
  }

  /** Says that the pool of this id belongs to this process. */
  async announce(poolId: string): Promise<void> {
    this.#pools.add(poolId);
    await this.#hold(poolId).catch((error: unknown) => log.warn({ err: error }, "worker presence not announced"));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #tick(): Promise<void> {
    try {
      if (!this.#client) await this.#connect();
      await this.#sweep();
    } catch (error) {
      log.warn({ err: error }, "worker sweep failed, will be tried again");
    }
  }

  async #connect(): Promise<void> {
    const client = new Client({ connectionString: this.#databaseUrl, application_name: "worker presence" });
    client.on("error", () => undefined);
    client.on("end", () => {
      if (this.#client === client && !this.#closed) this.#client = undefined;
    });
    await client.connect();
    this.#client = client;
    for (const poolId of this.#pools) await this.#hold(poolId);
  }

  async #hold(poolId: string): Promise<void> {
    await this.#client?.query("select pg_advisory_lock($1::int, hashtext($2))", [WORKER_LIVES, poolId]);
  }

  async #sweep(): Promise<void> {
    const found = await this.#client?.query<{ pool: string }>(
      `select distinct locked_by as pool from (
         select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
         union all
         select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
       ) taken where locked_at < now() - make_interval(secs => $1)`,
      [GRACE_SECONDS],
    );
    for (const { pool } of found?.rows ?? []) {
      if (!this.#pools.has(pool)) await this.#releaseIfDead(pool);
    }
  }

  async #releaseIfDead(pool: string): Promise<void> {
    const key = [WORKER_LIVES, pool];
    const free = await this.#client?.query<{ got: boolean }>(
      "select pg_try_advisory_lock($1::int, hashtext($2)) as got",
      key,
    );
    if (!free?.rows[0]?.got) return;
    try {
      await this.#client?.query("select graphile_worker.force_unlock_workers(array[$1])", [pool]);
      log.warn({ pool }, "gave back the jobs of a worker that died");
    } finally {
      await this.#client?.query("select pg_advisory_unlock($1::int, hashtext($2))", key);
    }
  }
}
