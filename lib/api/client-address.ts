import { isIP } from "node:net";
import { env } from "@/lib/platform/env";

/** What the receiving side knows of where a request came from. */
export type Origin = {
  /** The other end of the socket; absent where the socket is out of reach. */
  socketAddress: string | undefined;
  forwardedFor: string | undefined;
  /** How many proxies in front of us are ours. */
  trustedProxies: number;
};

/**
 * The caller's address: the socket's, unless proxies are trusted; then that entry of `X-Forwarded-For`, counted from the
 * right, because only the entries that our own proxies appended are not the caller's invention. Null when unknown.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxies }: Origin): string | null {
  const socket = socketAddress === undefined ? null : normalAddress(socketAddress);
  if (trustedProxies === 0 || forwardedFor === undefined) return socket;
  const entry = forwardedFor.split(",").at(-trustedProxies);
  // Fewer entries than proxies, or one that is no address: the request did not come the way it should have.
  return (entry === undefined ? null : normalAddress(withoutPort(entry.trim()))) ?? socket;
}

/** An address in its one canonical form: IPv4-mapped IPv6 as IPv4, no zone, no brackets. Null when it is none. */
export function normalAddress(text: string): string | null {
  const bare = text.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const version = isIP(bare);
  if (version === 4) return bare;
  if (version === 0) return null;
  const groups = groupsOf(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return mapped ? dotted(groups[6] ?? 0, groups[7] ?? 0) : new URL(`http://[${bare}]`).hostname.slice(1, -1);
}

/**
 * What an address is limited by. One subscriber holds a whole /64 of IPv6 and could use a new address for each request;
 * an unknown address shares one place with all unknown ones.
 */
export function limitedBy(address: string | null): string {
  if (address === null) return "unknown";
  if (!address.includes(":")) return address;
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

function withoutPort(entry: string): string {
  return /^(\[[^\]]*\]|\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

// The eight numbers of a valid IPv6 address, whose last two may be written as IPv4.
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const [head = "", tail] = hex.split("::");
  const left = numbers(head);
  if (tail === undefined) return left;
  const right = numbers(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const numbers = (text: string): number[] =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));

type HeaderReader = { get(name: string): string | null };

/**
 * Who calls, for handlers and pages that Next serves: the address and the request id that our own server wrote into the
 * headers. Under a plain `next start` nothing tells the address but trusted proxies, and there is no id yet.
 */
export function clientOf(headers: HeaderReader): { ip?: string; requestId?: string } {
  const forwardedFor = headers.get("x-forwarded-for") ?? undefined;
  if (ownsSocket()) {
    const requestId = headers.get("x-request-id") ?? undefined;
    return { ...(forwardedFor && { ip: forwardedFor }), ...(requestId && { requestId }) };
  }
  const ip = clientAddress({ socketAddress: undefined, forwardedFor, trustedProxies: env().trustedProxies });
  return ip ? { ip } : {};
}

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.ownsSocket");
const shared = globalThis as { [KEY]?: true };

/** Said once by our own server when it listens: from then on every request of this process has passed through it. */
export function claimSocket(): void {
  shared[KEY] = true;
}

/**
 * Whether our own server stands in front of this process's handlers. Only then are the address and the request id in
 * the headers its own words; under a plain `next start` they are the caller's.
 */
export const ownsSocket = (): boolean => shared[KEY] === true;
