import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { buildConnector, Pool } from "undici";

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

/** An address of somebody else's that we must not connect to. `message` is written for who gave it. */
export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

// Names that only mean something inside of a network.
const INWARD = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|onion|home\.arpa)$/i;

// Whatever else lies in the address space of IPv6 is reserved, IPv4 in its old "compatible" form (::a.b.c.d) among it.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

// Public by its number, and yet a cloud's own: Azure answers its machines there.
const CLOUD = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is one of the public internet. Loopback, private and link-local networks (cloud metadata among
 * them), IPv4 in IPv6 in any of its forms, and everything reserved are not.
 */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== "unicast") return false;
  return ip instanceof ipaddr.IPv6 ? ip.match(GLOBAL_IPV6) : !CLOUD.has(ip.toString());
}

/**
 * Parses the URL of a receiver. It must be https, without a name and password, and its host must not be an inward one; a
 * host written as a number (decimal, octal, hex) is one by its value. Any port will do: what listens there has to speak TLS
 * before it hears a word. What a name resolves to is not looked at here.
 * With `allowPrivate` http and inward hosts are fine. Throws `UnusableAddress`.
 */
export function parseReceiverUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  if (!URL.canParse(text)) throw new UnusableAddress("This is not a URL.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) {
    throw new UnusableAddress(`The URL must begin with ${allowPrivate ? "http:// or " : ""}https://.`);
  }
  if (url.port === "0") throw new UnusableAddress("Nothing listens on port 0.");
  if (url.username || url.password) throw new UnusableAddress("The URL must not contain a name or a password.");
  if (allowPrivate) return url;
  const host = bareHost(url.hostname);
  if (isIP(host) ? !isPublicIp(host) : !host.includes(".") || INWARD.test(host)) throw inward(host);
  return url;
}

/** How a name is resolved: to all of its addresses. Fails with a `code` of `node:dns`. */
type Resolve = (name: string) => Promise<string[]>;

/**
 * Asks the name servers. Not `dns.lookup`: that holds one of the few threads which all files of the process are read by,
 * for as long as somebody's name server likes; and it believes the machine's own list of hosts.
 */
const askNameServers: Resolve = async (name) => {
  // Made anew each time, as the machine's name servers may be others by now.
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length === 0 && v4.status === "rejected") throw v4.reason;
  return addresses;
};

const CHECK_MS = 5_000;

/**
 * Makes sure that a host resolves, within 5 seconds, and only to public addresses. Somebody waits for the answer. Throws
 * `UnusableAddress`.
 */
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
 * A `lookup` for sockets that answers with public addresses or an error: the address that was checked is the one that is
 * connected to, whatever the name resolves to a moment later. One inward address among several refuses them all. Sockets
 * do not ask for a host that is an address itself: see `parseReceiverUrl`.
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

// As names are compared: without the brackets of IPv6 and the dot at the end of a name that says it is whole.
const bareHost = (hostname: string) => hostname.replace(/^\[|\]$|\.+$/g, "");

const unknown = (host: string, error: unknown) =>
  new UnusableAddress(
    `The host ${host} could not be found (${error instanceof Error && "code" in error ? error.code : "no answer"}).`,
  );

/** Says that a host is not one to connect to. */
const inward = (host: string): UnusableAddress =>
  new UnusableAddress(`The host ${host} is not an address of the public internet; we send only there.`);
