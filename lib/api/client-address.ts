import { isIP } from "node:net";
import { env } from "@/lib/platform/env";

/** What we know about where a request came from. */
export type Origin = {
  /** The other end of the socket, if we have the socket. */
  socketAddress: string | undefined;
  forwardedFor: string | undefined;
  /** How many of the proxies in front of us we trust. */
  trustedProxies: number;
};

/**
 * The caller's address: the socket's or, behind trusted proxies, the entry that they added to `X-Forwarded-For`. Counted from the
 * right, because a caller can invent the entries further left. Null when unknown.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxies }: Origin): string | null {
  const socket = socketAddress === undefined ? null : normalAddress(socketAddress);
  if (trustedProxies === 0 || forwardedFor === undefined) return socket;
  const entry = forwardedFor.split(",").at(-trustedProxies);
  // Fewer entries than proxies, or an invalid one: the request didn't come through our proxies.
  return (entry === undefined ? null : normalAddress(withoutPort(entry.trim()))) ?? socket;
}

/** An address in canonical form: IPv4-mapped IPv6 as IPv4, no zone, no brackets. Null for other text. */
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
 * The network that limits an address. For IPv6 that is its /64, because a subscriber can use a new address of it for
 * each request. All unknown addresses count together.
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

// The eight numbers of a valid IPv6 address. The last two may be written as IPv4.
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
 * The caller's address and request id, for handlers and pages that Next serves. Our own server wrote them into the headers. Under a
 * plain `next start`, only trusted proxies give the address, and there is no id.
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

/** Our own server calls this once when it listens. From then on, every request of this process passes through it. */
export function claimSocket(): void {
  shared[KEY] = true;
}

/**
 * Whether requests pass through our own server. Only then can handlers trust the address and request id in the headers. Under a
 * plain `next start` the caller sets them.
 */
export const ownsSocket = (): boolean => shared[KEY] === true;
