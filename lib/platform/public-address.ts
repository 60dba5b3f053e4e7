import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** An address of somebody else's that we must not connect to. `message` is written for who gave it. */
export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

// Names that only mean something inside of a network.
const INWARD = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|onion|home\.arpa)\.?$/i;

/**
 * Whether an IP address is one of the public internet. Loopback, private and link-local networks (cloud metadata among
 * them), IPv4 in IPv6 in any of its forms, and everything reserved are not.
 */
export function isPublicIp(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

/**
 * Parses the URL of a receiver. It must be https, without a name and password, and its host must not be an inward one; a
 * host written as a number (decimal, octal, hex) is one by its value. What a name resolves to is not looked at here.
 * With `allowPrivate` http and inward hosts are fine. Throws `UnusableAddress`.
 */
export function parseReceiverUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  if (!URL.canParse(text)) throw new UnusableAddress("This is not a URL.");
  const url = new URL(text);
  if (url.protocol !== "https:" && !(allowPrivate && url.protocol === "http:")) {
    throw new UnusableAddress("The URL must begin with https://.");
  }
  if (url.username || url.password) throw new UnusableAddress("The URL must not contain a name or a password.");
  if (allowPrivate) return url;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) ? !isPublicIp(host) : !host.includes(".") || INWARD.test(host)) throw inward(host);
  return url;
}

/** How a name is resolved: `dns.lookup`, as sockets use it. */
type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Makes sure that a host resolves, and only to public addresses. Throws `UnusableAddress`. */
export async function checkPublicHost(hostname: string, lookup = publicLookup()): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    lookup(hostname.replace(/^\[|\]$/g, ""), { all: true }, (error) => (error ? reject(error) : resolve())),
  );
}

/**
 * A `lookup` for sockets that answers with public addresses or an error: the address that was checked is the one that is
 * connected to, whatever the name resolves to a moment later. One inward address among several refuses them all.
 */
export function publicLookup(resolve: Resolve = dnsLookup): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(new UnusableAddress(`The host ${hostname} could not be found (${error.code}).`), "");
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicIp(address))) return callback(inward(hostname), "");
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

const inward = (host: string) =>
  new UnusableAddress(`The host ${host} is not an address of the public internet; we send only there.`);
