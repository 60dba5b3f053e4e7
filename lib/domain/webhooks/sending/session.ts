import { Client } from "pg";
import { log } from "@/lib/platform/log";
import { WAKE_CHANNEL } from "./wake";

const RECONNECT_MS = 1_000;
// Endpoints are locked in a range of their own: the second half of the hash.
const LOCK_RANGE = 0x7765_6268;

// A sender that dies with its machine is noticed by its silence, which gives its endpoints to others after half a minute.
// What a queue looks like changes faster than what PostgreSQL knows of it: each look is planned by its true size, by index.
const SETTINGS = `
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4;
  SET plan_cache_mode = force_custom_plan; SET enable_seqscan = off; SET enable_bitmapscan = off`;

type Wanted = { databaseUrl: string; onNews: () => void; onLost: () => void };

/**
 * A sender's own connection to the database. It hears of new deliveries on it, and holds on it the endpoints that it sends
 * to, as locks of the connection: one sender for an endpoint at a time, and a sender that dies gives back everything in the
 * moment in which its connection ends. Connects again when it is lost.
 */
export async function openSession({ databaseUrl, onNews, onLost }: Wanted) {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new Client({ connectionString: databaseUrl, application_name: "webhook sender", keepAlive: true });
    fresh.on("error", () => undefined);
    fresh.on("end", () => {
      client = undefined;
      onLost();
      if (!closed) timer = setTimeout(() => void reconnect(), RECONNECT_MS);
    });
    fresh.on("notification", onNews);
    await fresh.connect();
    await fresh.query(SETTINGS);
    await fresh.query(`LISTEN ${WAKE_CHANNEL}`);
    client = fresh;
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      onNews();
    } catch (error) {
      // A failed connection ends too, and its end asks for the next try.
      log.warn({ err: error }, "the webhook sender has no database for a moment");
    }
  }

  await connect();

  return {
    /** Runs a query on this connection; no rows while it is lost. */
    async query<Row>(text: string, values: unknown[]): Promise<Row[]> {
      return client ? (await client.query(text, values)).rows : [];
    },
    /** Those of some endpoints that are this sender's from now on: nobody else has them. */
    async take(endpointIds: readonly string[]): Promise<string[]> {
      if (endpointIds.length === 0) return [];
      const rows = await this.query<{ id: string }>(
        `SELECT id FROM unnest($1::text[]) id WHERE pg_try_advisory_lock(hashtextextended(id, ${LOCK_RANGE}))`,
        [endpointIds],
      );
      return rows.map(({ id }) => id);
    },
    /** Lets others have endpoints. */
    async giveBack(endpointIds: readonly string[]): Promise<void> {
      if (endpointIds.length === 0) return;
      await this.query(`SELECT pg_advisory_unlock(hashtextextended(id, ${LOCK_RANGE})) FROM unnest($1::text[]) id`, [
        endpointIds,
      ]);
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}

export type Session = Awaited<ReturnType<typeof openSession>>;
