import { isIP, type LookupFunction } from "node:net";
import { LRUCache } from "lru-cache";
import { buildConnector, Pool } from "undici";
import { inward, isPublicIp, publicLookup, type Resolve } from "./public-address";

const POOLS = 500;

/**
 * Connections to receivers, kept open between requests, a few for each. Two receivers at one origin (a service that takes
 * webhooks for many) share none, so that one that hangs takes none from the other. Without `allowPrivate` they are made to
 * public addresses alone, found by `resolve`, and never through a proxy that the environment names. A pool that is pushed
 * out by others finishes what it sends.
 */
export function createReceiverPools({ allowPrivate, resolve }: { allowPrivate: boolean; resolve?: Resolve }) {
  const close = (pool: Pool) => void pool.close().catch(() => undefined);
  const pools = new LRUCache<string, Pool>({ max: POOLS, dispose: close });
  const connect = allowPrivate ? connector() : publicConnector(resolve);
  return {
    poolOf(receiver: string, origin: string): Pool {
      const name = `${receiver} ${origin}`;
      const kept = pools.get(name);
      if (kept) return kept;
      const pool = new Pool(origin, {
        // One for each request under way: how many there are is for the caller to say.
        connections: null,
        pipelining: 1,
        connect,
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

// As long as any request may take; its own deadline mostly ends it earlier.
const CONNECT_MS = 30_000;

/** HTTP/1.1 alone, and over TLS that is verified whatever the environment says. */
function connector(lookup?: LookupFunction): buildConnector.connector {
  const options = { allowH2: false, rejectUnauthorized: true, timeout: CONNECT_MS };
  return buildConnector(lookup ? { ...options, lookup } : options);
}

// A host that is an address itself is connected to without a lookup, so it is looked at here.
function publicConnector(resolve?: Resolve): buildConnector.connector {
  const toNames = connector(publicLookup(resolve));
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (!isIP(host) || isPublicIp(host)) return toNames(options, done);
    done(inward(host), null);
  };
}

export type ReceiverPools = ReturnType<typeof createReceiverPools>;
