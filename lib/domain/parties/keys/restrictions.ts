import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { Restrictions } from "./scopes";

const Stored = z
  .object({ scopes: z.array(z.string()).nullable(), networks: z.array(z.string()).nullable() })
  .nullable();

export const UNRESTRICTED: Restrictions = { scopes: null, networks: null };

/** A key's restrictions, from the table's column. */
export const readRestrictions = (stored: unknown): Restrictions => Stored.parse(stored) ?? UNRESTRICTED;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network, ready to compare with addresses. */
export type Network = readonly [Address, number];

/** Of IPv4 in IPv6: the bits before those of the IPv4 address. */
const MAPPED_BITS = 96;

/**
 * A network as we store it: CIDR without host bits, IPv4-mapped IPv6 as IPv4. An address alone is a network of one. Null for text that
 * names no network.
 */
export function normalNetwork(text: string): string | null {
  const [base = "", length, ...more] = text.split("/");
  // ipaddr.js also accepts octal, hex and shortened IPv4.
  const version = base.includes("%") ? 0 : isIP(base);
  if (version === 0 || more.length > 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(/^\d{1,3}$/.exec(length)?.[0] ?? Number.NaN);
  if (!(bits <= most)) return null;
  if (version === 4) return `${ipaddr.IPv4.networkAddressFromCIDR(`${base}/${bits}`)}/${bits}`;
  const address = ipaddr.IPv6.parse(base);
  if (!address.isIPv4MappedAddress()) return `${rest(address, bits)}/${bits}`;
  // Calls from mapped addresses count as IPv4, so a wider network than all of IPv4 would be another one than it says.
  return bits < MAPPED_BITS ? null : normalNetwork(`${address.toIPv4Address()}/${bits - MAPPED_BITS}`);
}

const rest = (address: ipaddr.IPv6, bits: number): string =>
  ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`).toRFC5952String();

export const parseNetwork = (cidr: string): Network => ipaddr.parseCIDR(cidr);

/** Whether a caller's address is in one of the networks. An unknown address is in none. IPv4-mapped IPv6 counts as IPv4. */
export function isWithin(address: string | null, networks: readonly Network[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => caller.kind() === network[0].kind() && matches(caller, network));
}

function matches(caller: Address, [base, bits]: Network): boolean {
  return caller instanceof ipaddr.IPv4
    ? base instanceof ipaddr.IPv4 && caller.match(base, bits)
    : base instanceof ipaddr.IPv6 && caller.match(base, bits);
}
