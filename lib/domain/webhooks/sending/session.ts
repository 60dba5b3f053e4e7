import { Client } from "pg";
import { LOCKS } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { WAKE_CHANNEL } from "../delivery-states";

const RECONNECT_MS = 1_000;

// Both sides notice a peer that is gone without a word, and give its endpoints to others, within half a minute.
// What a queue looks like changes faster than what PostgreSQL knows of it: each look is planned by its true size, by index.
const SETTINGS = `
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;
  SET plan_cache_mode = force_custom_plan; SET enable_seqscan = off; SET enable_bitmapscan = off;
  LISTEN ${WAKE_CHANNEL}`;
const PATIENCE = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

type Wanted = { databaseUrl: string; onNews: () => void; onLost: () => void };

/**
 * A sender's own connection to the database. It hears of new deliveries on it, and holds on it the endpoints that it sends
 * to, as locks of the connection: one sender for an endpoint at a time, and a sender that dies gives back everything in the
 * moment in which its connection ends. Connects again when it is lost. Throws when it cannot connect at first.
 */
export async function openSession({ databaseUrl, onNews, onLost }: Wanted) {
  let client: Client | undefined;
  let connecting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: databaseUrl, application_name: "webhook sender", ...PATIENCE });
    let gone = false;
    fresh.on("error", () => undefined);
    fresh.on("notification", onNews);
    fresh.once("end", () => {
      gone = true;
      if (client === fresh) lost();
    });
    try {
      await fresh.connect();
      await fresh.query(SETTINGS);
      if (gone || closed) throw new Error("The connection ended as it began.");
    } catch (error) {
      await end(fresh);
      throw error;
    }
    client = fresh;
  }

  function lost(): void {
    client = undefined;
    onLost();
    if (!closed) connectLater();
  }

  function connectLater(): void {
    timer = setTimeout(() => {
      connecting = connect().then(onNews, (error: unknown) => {
        if (closed) return;
        log.warn({ err: error }, "the webhook sender has no database for a moment");
        connectLater();
      });
    }, RECONNECT_MS);
  }

  await connect();

  return {
    isConnected: () => client !== undefined,
    /** Runs a query on this connection; no rows while it is lost. One that fails, or takes long, costs the connection. */
    async query<Row>(text: string, values: unknown[]): Promise<Row[]> {
      const current = client;
      if (!current) return [];
      try {
        return (await current.query(text, values)).rows;
      } catch (error) {
        void end(current);
        throw error;
      }
    },
    /** Those of some endpoints that are this sender's from now on: nobody else has them. */
    async take(endpointIds: readonly string[]): Promise<string[]> {
      if (endpointIds.length === 0) return [];
      const rows = await this.query<{ id: string }>(
        `SELECT id FROM unnest($1::text[]) id WHERE pg_try_advisory_lock(hashtextextended(id, ${LOCKS.webhooks}))`,
        [endpointIds],
      );
      return rows.map(({ id }) => id);
    },
    /** Lets others have endpoints. */
    async giveBack(endpointIds: readonly string[]): Promise<void> {
      if (endpointIds.length === 0) return;
      await this.query(
        `SELECT pg_advisory_unlock(hashtextextended(id, ${LOCKS.webhooks})) FROM unnest($1::text[]) id`,
        [endpointIds],
      );
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await connecting;
      if (client) await end(client);
    },
  };
}

/** Ends a connection, without waiting for a server that does not answer. */
const end = (client: Client): Promise<void> => client.end().catch(() => undefined);

export type Session = Awaited<ReturnType<typeof openSession>>;
