import { env } from "@/lib/platform/env";
import { clientAddress } from "./client-address";
import { ownsSocket } from "./socket-owner";

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
