import { LRUCache } from "lru-cache";
import { Pool } from "undici";
import { publicLookup } from "./public-address";

const POOLS = 500;

/**
 * Connections to receivers, kept open between requests, a few for each. Two receivers at one origin (a service that takes
 * webhooks for many) share none, so that one that hangs takes none from the other. Without `allowPrivate` they are made to
 * public addresses alone. A pool that is pushed out by others finishes what it sends.
 */
export function createReceiverPools({ allowPrivate }: { allowPrivate: boolean }) {
  const close = (pool: Pool) => void pool.close().catch(() => undefined);
  const pools = new LRUCache<string, Pool>({ max: POOLS, dispose: close });
  return {
    poolOf(receiver: string, origin: string): Pool {
      const name = `${receiver} ${origin}`;
      const kept = pools.get(name);
      if (kept) return kept;
      const pool = new Pool(origin, {
        // One for each request under way: how many there are is for the caller to say.
        connections: null,
        pipelining: 1,
        connect: allowPrivate ? {} : { lookup: publicLookup() },
        // The whole attempt has one deadline, which its caller keeps.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      pools.set(name, pool);
      return pool;
    },
    async close(): Promise<void> {
      const open = [...pools.values()];
      await Promise.all(open.map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

export type ReceiverPools = ReturnType<typeof createReceiverPools>;
