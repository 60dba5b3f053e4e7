import type { IncomingMessage, ServerResponse } from "node:http";
import { calledFrom } from "@/lib/api/called-from";
import { limitedBy } from "@/lib/api/client-address";
import { TooManyRequests } from "@/lib/api/failures";
import { WINDOWS } from "@/lib/api/rate-limit/windows";
import { clock } from "@/lib/platform/clock";
import { AppError, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Standing } from "@/lib/platform/rate-limit/limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { turns } from "@/lib/platform/turns";

/** Stripe's messages don't come from our pages and arrive in bursts. Their signatures prove where they come from. */
const HOOK = "/api/hooks/stripe";
/** Files that never change and cost next to nothing. A path with dots in it may lead out of the folder again, to a page. */
const STATIC = /^\/_next\/static\/(?!.*(?:\/|\\|%2f|%5c)(?:\.|%2e){2})/i;
/** Next's image optimizer is open to strangers and logs what they send; its own error page answers 500. No page of ours uses either. */
const UNUSED = /^\/+(?:_next\/+image|_global-error)/;
const SAFE = new Set(["GET", "HEAD"]);
const RETRY_SECONDS = 5;

export type Visit = { message: IncomingMessage; path: string; address: string | null; baseUrl: string };
export type Refused = { error: AppError; standing?: Standing };

/**
 * Why a request may not go on to Next; null when it may. A request that can change something has to come from one of our pages.
 * Next's own check isn't enough: it accepts requests without an origin and trusts the host that a caller names.
 */
export async function refusedAtDoor({ message, path, address, baseUrl }: Visit): Promise<Refused | null> {
  if (UNUSED.test(decodeURIComponent(path))) return { error: new NotFound("There is nothing at this path") };
  if (path === HOOK) return null;
  if (!SAFE.has(message.method ?? "") && calledFrom(headersOf(message)) !== "own_page") {
    return { error: new Forbidden(`This didn't come from one of our pages. Open ${baseUrl} and send it from there`) };
  }
  // Callers without a known address would share one ceiling, which would cap the whole service.
  if (address === null || STATIC.test(path)) return null;
  const standing = await rateLimiter().take(WINDOWS.pages, limitedBy(address));
  return standing.admitted ? null : { error: new TooManyRequests(standing, clock.now().getTime()), standing };
}

const headersOf = ({ headers }: IncomingMessage) => ({ get: (name: string) => headers[name]?.toString() ?? null });

// Drawing a page keeps the process busy for milliseconds. API calls wait behind at most two pages instead of behind all that
// were requested, and each network draws one page at a time.
const enter = turns("pages", { each: 1, all: 2, waiting: 60 });
/** A page that takes longer is waiting for the database, its caller or another server, and no longer blocks this process. */
const BUSY_MS = 200;

/**
 * Waits until a page may be drawn for a network, and counts as running until it is drawn. False when the caller has gone away
 * meanwhile. Throws 429 when too many of the network's requests wait.
 */
export async function turnForPage(
  { message, path, address }: Pick<Visit, "path" | "address"> & { message: Pick<IncomingMessage, "method"> },
  response: ServerResponse,
): Promise<boolean> {
  // A body may take as long to arrive as its sender likes: what is sent doesn't hold a place while it does.
  if (!SAFE.has(message.method ?? "") || STATIC.test(path)) return true;
  const leave = await turnOf(limitedBy(address));
  const end = () => {
    clearTimeout(late);
    response.off("close", end);
    leave();
  };
  const late = setTimeout(end, BUSY_MS);
  response.once("close", end);
  if (response.closed) end();
  return !response.closed;
}

function turnOf(network: string): ReturnType<typeof enter> {
  try {
    return enter(network);
  } catch {
    throw new AppError(429, "Too many requests from your network are waiting", {
      headers: { "Retry-After": String(RETRY_SECONDS) },
    });
  }
}
