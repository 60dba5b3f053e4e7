import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { connectionTo, KEEPALIVES } from "./connection";
import { env } from "./env";
import { log } from "./log";
import { isRequest } from "./request-context";

// The server ends what a lost process left behind: its locks would otherwise stay for hours. It also ends a statement once its
// client has given up, as `BoundedClient` does. A statement uses one core of the server, so that one partner's report leaves the
// others to everybody else.
const SETTINGS = `${KEEPALIVES};
  SET max_parallel_workers_per_gather = 0;
  SET idle_in_transaction_session_timeout = '60s'; SET client_connection_check_interval = '5s'`;

const WORK_WAITS_MS = 10_000;
const PROBE_PAUSE_MS = 250;
const PROBE_STEPS = 4;
/** How old a standby's copy may be. */
export const STALE_S = 60;

// The server can't be written to or is about to end: a standby, an old primary, a shutdown.
const UNFIT_STATE = /^(?:25006|57P0)/;
// The server refuses one more connection, so it answers.
const ANSWERING_STATE = /^(?:53|28|3D)/;

/** Throws if a server answers but isn't fit for the pool's work. */
type Fit = (client: Pick<pg.ClientBase, "query">) => Promise<void>;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient["release"]) => void;

/** An error like that of a socket, which Prisma and `isConnectionLost` know. */
const tooLate = (): Error => Object.assign(new Error("The database did not answer in time."), { code: "ETIMEDOUT" });

/**
 * A pool whose users don't wait for a database that is away. When somebody waits long, for a connection or a statement, it asks the
 * database over a new connection. If there is no answer either, whatever waits fails, all connections are dropped, and new work is
 * refused at once until the database answers. While it answers, a request waits for a connection for `databaseConnectMs`, for a lock
 * for `databaseLockMs` and for a statement for `databaseStatementMs`. Jobs and commands wait longer, and for statements forever.
 */
export class BoundedPool extends pg.Pool {
  readonly #databaseUrl: string;
  readonly #assertFit: Fit;
  readonly #clients = new Set<BoundedClient>();
  readonly #waiting = new Set<(error: Error) => void>();
  /** Whether the database doesn't answer. */
  get isAway(): boolean {
    return this.#isAway;
  }

  #isAway = false;
  #isAsking = false;

  /** `livesS`: after so many seconds, a connection is replaced, and the new one is asked again whether it is fit. */
  constructor(databaseUrl: string, { max, assertFit, livesS = 0 }: { max: number; assertFit: Fit; livesS?: number }) {
    const config = { ...connectionTo(databaseUrl), connectionTimeoutMillis: WORK_WAITS_MS };
    const doubt = () => this.#doubt();
    const opened = (client: BoundedClient) => {
      this.#clients.add(client);
      client.once("end", () => this.#clients.delete(client));
    };
    super({
      max,
      maxLifetimeSeconds: livesS,
      onConnect: async (client) => {
        await client.query(SETTINGS);
        await assertFit(client);
      },
      Client: class extends BoundedClient {
        constructor() {
          super(config, doubt);
          opened(this);
        }
      },
    });
    this.#databaseUrl = databaseUrl;
    this.#assertFit = assertFit;
    // The pool replaces a connection that dies. Without a listener its error would end the process, whether it is idle in the pool
    // or checked out between queries.
    this.on("error", () => {});
    this.on("connect", (client) => void client.on("error", () => {}));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#isAway) throw tooLate();
    const { databaseConnectMs, databaseLockMs } = env();
    const isAwaited = isRequest();
    const { promise: late, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    const doubts = setInterval(() => this.#doubt(), databaseConnectMs / 2);
    const limit = setTimeout(
      () => reject(tooLate()),
      isAwaited ? databaseConnectMs : Math.max(databaseConnectMs, WORK_WAITS_MS),
    );
    const connecting = super.connect();
    try {
      const client = await Promise.race([connecting, late]);
      if (client instanceof BoundedClient) await client.limitLocks(isAwaited ? databaseLockMs : 0);
      return client;
    } catch (error) {
      connecting.then(
        (client) => client.release(true),
        () => {},
      );
      throw error;
    } finally {
      this.#waiting.delete(reject);
      clearInterval(doubts);
      clearTimeout(limit);
    }
  }

  /** Asks the database whether it is there, unless that is being asked. */
  #doubt(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#ask().finally(() => {
      this.#isAsking = false;
    });
  }

  async #ask(): Promise<void> {
    while (!this.ending) {
      try {
        await this.#assertAnswers(env().databaseConnectMs / 2);
        if (this.#isAway) log.info("the database answers again");
        this.#isAway = false;
        return;
      } catch (error) {
        if (!this.#isAway) log.error({ err: error }, "the database does not answer: what waits for it is given up");
        this.#isAway = true;
      }
      for (const giveUp of this.#waiting) giveUp(tooLate());
      for (const client of this.#clients) client.giveUp();
      await wait(PROBE_PAUSE_MS);
    }
  }

  /** Throws if the database doesn't answer over a new connection within the time, or isn't fit. */
  async #assertAnswers(limitMs: number): Promise<void> {
    const client = new pg.Client({ ...connectionTo(this.#databaseUrl, "probe"), connectionTimeoutMillis: 0 });
    client.on("error", () => {});
    const asked = client.connect().then(() => this.#assertFit(client));
    try {
      await Promise.race([asked, late(limitMs)]);
    } catch (error) {
      if (!ANSWERING_STATE.test(String(Reflect.get(Object(error), "code")))) throw error;
    } finally {
      asked.catch(() => {});
      client.connection.stream.destroy();
    }
  }
}

/**
 * A connection that breaks when a statement of a request takes too long. The limit is ours and not the server's: a server that hangs
 * can't keep one, and jobs, which may take long, use the same connections. Calls `onSlow` while a statement takes long.
 */
class BoundedClient extends pg.Client {
  #limit: NodeJS.Timeout | undefined;
  #slow: NodeJS.Timeout | undefined;
  #lockMs = 0;
  #hasEnded = false;
  readonly #onSlow: () => void;

  override query = ((...args: unknown[]) => {
    this.#forgetLimits();
    // It refuses the statement without an event that would end these timers, such as the ROLLBACK after a lost connection.
    if (this.#hasEnded) return Reflect.apply(super.query, this, args);
    const { databaseStatementMs, databaseConnectMs } = env();
    this.#slow = setInterval(this.#onSlow, databaseConnectMs / 2);
    if (isRequest()) this.#limit = setTimeout(() => this.giveUp(), databaseStatementMs);
    return Reflect.apply(super.query, this, args);
  }) as pg.Client["query"];

  constructor(config: pg.ClientConfig, onSlow: () => void) {
    super(config);
    this.#onSlow = onSlow;
    this.on("drain", () => this.#forgetLimits());
    this.on("end", () => {
      this.#hasEnded = true;
      this.#forgetLimits();
    });
    // After the statement has failed with it.
    this.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (UNFIT_STATE.test(code ?? "")) setImmediate(() => this.giveUp());
    });
  }

  /** Breaks the connection. What waits for it fails. */
  giveUp(): void {
    this.connection.stream.destroy(tooLate());
  }

  /** How long statements wait for a lock from now on; 0 is forever. */
  async limitLocks(ms: number): Promise<void> {
    if (ms === this.#lockMs) return;
    await this.query(`SET lock_timeout = ${ms}`);
    this.#lockMs = ms;
  }

  #forgetLimits(): void {
    clearTimeout(this.#limit);
    clearInterval(this.#slow);
  }
}

/** Throws if the server answers but can't be written to. */
export async function assertPrimary(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  if (rows[0]?.standby) throw Object.assign(new Error("The database is a standby."), { code: "25006" });
}

/**
 * For the standby: nothing is written, and what it lacks is seconds old. While writes reach the primary, there is a transaction every
 * few seconds. The standby may have become the primary.
 */
export async function assertFreshCopy(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query("SET default_transaction_read_only = on");
  const { rows } = await client.query<{ fresh: boolean | null }>(
    `SELECT NOT pg_is_in_recovery() OR now() - pg_last_xact_replay_timestamp() < '${STALE_S} s' AS fresh`,
  );
  if (!rows[0]?.fresh) throw Object.assign(new Error("The standby's copy is old."), { code: "57P03" });
}

/** In steps, so that an answer counts that came while this process itself was busy. */
async function late(ms: number): Promise<never> {
  for (let step = 0; step < PROBE_STEPS; step++) await wait(ms / PROBE_STEPS, undefined, { ref: false });
  throw tooLate();
}
