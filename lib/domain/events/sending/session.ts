import { Client } from "pg";
import { connectionTo, KEEPALIVES } from "@/lib/platform/connection";
import { sha256Hex } from "@/lib/platform/crypto";
import { LOCKS } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { WAKE_CHANNEL } from "./wake";

const RECONNECT_MS = 1_000;

// With keepalives, both sides notice a dead peer within half a minute, and other senders get its endpoints.
// A queue changes faster than PostgreSQL's statistics. So each query has one plan, by index, that is right for any size: planning for all
// partitions each time costs more than reading.
export const SETTINGS = `${KEEPALIVES};
  SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
  LISTEN ${WAKE_CHANNEL}`;
const QUERY_MS = 10_000;

type SessionOptions = { databaseUrl: string; onNotify: () => void; onLost: () => void };

/**
 * A sender's own database connection. It listens for new deliveries and locks the endpoints the sender sends to: one sender
 * per endpoint at a time, and the locks of a sender that dies end with its connection. Reconnects when the connection is lost.
 * Throws if it cannot connect at first.
 */
export async function openSession({ databaseUrl, onNotify, onLost }: SessionOptions) {
  let client: Client | undefined;
  let connecting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const fresh = new Client({ ...connectionTo(databaseUrl, "webhook sender"), query_timeout: QUERY_MS });
    let gone = false;
    fresh.on("error", () => undefined);
    fresh.on("notification", onNotify);
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
      connecting = connect().then(onNotify, (error: unknown) => {
        if (closed) return;
        log.warn({ err: error }, "the webhook sender has no database for a moment");
        connectLater();
      });
    }, RECONNECT_MS);
  }

  await connect();

  return {
    isConnected: () => client !== undefined,
    /** Runs a query, with no rows while the connection is lost. A query that fails or takes long ends the connection. */
    async query<Row>(text: string, values: unknown[]): Promise<Row[]> {
      const current = client;
      if (!current) return [];
      try {
        return (await current.query({ name: sha256Hex(text).slice(0, 24), text, values })).rows;
      } catch (error) {
        void end(current);
        throw error;
      }
    },
    /** Locks endpoints for this sender. Returns those it got. */
    async lock(endpointIds: readonly string[]): Promise<string[]> {
      if (endpointIds.length === 0) return [];
      const rows = await this.query<{ id: string }>(
        `SELECT id FROM unnest($1::text[]) id WHERE pg_try_advisory_lock(hashtextextended(id, ${LOCKS.webhooks}))`,
        [endpointIds],
      );
      return rows.map(({ id }) => id);
    },
    /** Unlocks endpoints, so that other senders can lock them. */
    async unlock(endpointIds: readonly string[]): Promise<void> {
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

/** Ends a connection without waiting for the server to answer. */
const end = (client: Client): Promise<void> => client.end().catch(() => undefined);

export type Session = Awaited<ReturnType<typeof openSession>>;
