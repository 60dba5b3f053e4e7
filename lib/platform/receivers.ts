import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { buildConnector, Pool } from "undici";

const POOLS = 500;

/**
 * Keeps connections to webhook receivers open between requests. Two receivers at one origin don't share connections, so a slow one
 * can't delay the other. Without `allowPrivate`, connects only to public addresses, found by `resolve`. Never uses a proxy from the
 * environment. An evicted pool finishes its requests.
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
        // One per running request. The caller limits how many run.
        connections: null,
        pipelining: 1,
        connect,
        // The caller sets one deadline for the whole attempt.
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

// The longest that any request may take. Its own deadline is usually shorter.
const CONNECT_MS = 30_000;

/** HTTP/1.1 only. Always verifies TLS, whatever the environment says. */
function connector(lookup?: LookupFunction): buildConnector.connector {
  const options = { allowH2: false, rejectUnauthorized: true, timeout: CONNECT_MS };
  return buildConnector(lookup ? { ...options, lookup } : options);
}

// A host that is an IP address gets no lookup, so check it here.
function publicConnector(resolve?: Resolve): buildConnector.connector {
  const toNames = connector(publicLookup(resolve));
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (!isIP(host) || isPublicIp(host)) return toNames(options, done);
    done(inward(host), null);
  };
}

export type ReceiverPools = ReturnType<typeof createReceiverPools>;

/** An address that we must not connect to. `message` is for the person who entered it. */
export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

// Names that only exist inside a private network.
const INWARD = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|onion|home\.arpa)$/i;

// All other IPv6 space is reserved, including the old IPv4-compatible form (::a.b.c.d).
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

// A public number that belongs to a cloud: Azure answers its machines there.
const CLOUD = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is on the public internet. False for loopback, private and link-local networks (such as cloud metadata),
 * every form of IPv4 in IPv6, and all reserved space.
 */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip instanceof ipaddr.IPv6 ? ip.match(GLOBAL_IPV6) : !CLOUD.has(ip.toString());
}

/**
 * Parses a receiver's URL. It must be https, without a username and password, and its host must not be private, even as a number
 * (decimal, octal, hex). Any port is fine, because its server must speak TLS first. Doesn't resolve names. `allowPrivate` permits
 * http and private hosts. Throws `UnusableAddress`.
 */
export function parseReceiverUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  if (!URL.canParse(text)) throw new UnusableAddress("This is not a URL.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) {
    throw new UnusableAddress(`The URL must begin with ${allowPrivate ? "http:// or " : ""}https://.`);
  }
  if (url.port === "0") throw new UnusableAddress("Nothing listens on port 0.");
  if (url.username || url.password) throw new UnusableAddress("The URL must not contain a username or password.");
  if (allowPrivate) return url;
  const host = bareHost(url.hostname);
  if (isIP(host) ? !isPublicIp(host) : !host.includes(".") || INWARD.test(host)) throw inward(host);
  return url;
}

/** Resolves a name to all its addresses. Rejects with a `code` of `node:dns`. */
type Resolve = (name: string) => Promise<string[]>;

/**
 * Asks the name servers. Not `dns.lookup`, which blocks one of the few threads for file access while a name server is slow, and
 * trusts the machine's hosts file.
 */
const askNameServers: Resolve = async (name) => {
  // Created each time, because the machine's name servers can change.
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
  return addresses;
};

const CHECK_MS = 5_000;

/** Checks that a host resolves within 5 seconds, and only to public addresses. Throws `UnusableAddress`. */
export async function checkPublicHost(
  hostname: string,
  { resolve = askNameServers, withinMs = CHECK_MS }: { resolve?: Resolve; withinMs?: number } = {},
): Promise<void> {
  const host = bareHost(hostname);
  const ended = new AbortController();
  const late = wait(withinMs, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new UnusableAddress(`The host ${host} could not be found: its name servers did not answer in time.`);
  });
  try {
    await Promise.race([findPublic(host, resolve), late]);
  } finally {
    late.catch(() => undefined);
    ended.abort();
  }
}

/**
 * A `lookup` for sockets that returns only public addresses, or an error. So sockets connect to the address that was checked, even if
 * the name changes. One private address among several refuses them all. Sockets skip this for a host that is an IP address: see
 * `parseReceiverUrl`.
 */
export function publicLookup(resolve: Resolve = askNameServers): LookupFunction {
  return (hostname, options, callback) => {
    findPublic(hostname, resolve).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
}

async function findPublic(host: string, resolve: Resolve): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = isIP(host) ? [host] : await resolve(host).catch((error) => Promise.reject(unknown(host, error)));
  const [first, ...others] = found.map((address) => ({ address, family: isIP(address) }));
  if (!first || !found.every(isPublicIp)) throw inward(host);
  return [first, ...others];
}

// To compare names: without the brackets of IPv6 and the final dot of a name.
const bareHost = (hostname: string) => hostname.replace(/^\[|\]$|\.+$/g, "");

const unknown = (host: string, error: unknown) =>
  new UnusableAddress(
    `The host ${host} could not be found (${error instanceof Error && "code" in error ? error.code : "no answer"}).`,
  );

/** The error for a host that we must not connect to. */
const inward = (host: string): UnusableAddress =>
  new UnusableAddress(`The host ${host} is not an address of the public internet; we send only there.`);
