import type { IncomingMessage, ServerResponse } from "node:http";
import { calledFrom } from "@/lib/api/called-from";
import { limitedBy } from "@/lib/api/client-address";
import { TooManyRequests } from "@/lib/api/failures";
import { WINDOWS } from "@/lib/api/rate-limit/windows";
import { clock } from "@/lib/platform/clock";
import { type AppError, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Standing } from "@/lib/platform/rate-limit/limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { turns } from "@/lib/platform/turns";

/** The processor's messages come from no page of ours, in bursts. Their signatures say that they are its own. */
const HOOK = "/api/hooks/stripe";
/** Files that never change, and cost next to nothing. A path with dots in it may lead out of there again, to a page. */
const STATIC = /^\/_next\/static\/(?!.*(?:\/|\\|%2f|%5c)(?:\.|%2e){2})/i;
/** Next makes pictures smaller for whoever asks, writes what it is asked into the log, and none of our pages needs it. */
const IMAGES = /^\/+_next\/+image/;
const SAFE = new Set(["GET", "HEAD"]);

export type Visit = { message: IncomingMessage; path: string; address: string | null; baseUrl: string };
export type Refused = { error: AppError; standing?: Standing };

/**
 * Why a request may not go on to Next; null when it may. What changes something has to come from a page of ours, also
 * where Next would not ask: it lets by what names no origin, and believes the name that a caller gives this server.
 */
export async function refusedAtDoor({ message, path, address, baseUrl }: Visit): Promise<Refused | null> {
  if (IMAGES.test(decodeURIComponent(path))) return { error: new NotFound("There is nothing at this path") };
  if (path === HOOK) return null;
  if (!SAFE.has(message.method ?? "") && calledFrom(headersOf(message)) !== "own_page") {
    return { error: new Forbidden(`This was not sent from a page of ours. Open ${baseUrl} and send it from there`) };
  }
  // An unknown address stands for everybody: a ceiling over all of them would be a ceiling over the service.
  if (address === null || STATIC.test(path)) return null;
  const standing = await rateLimiter().take(WINDOWS.pages, limitedBy(address));
  return standing.admitted ? null : { error: new TooManyRequests(standing, clock.now().getTime()), standing };
}

const headersOf = ({ headers }: IncomingMessage) => ({ get: (name: string) => headers[name]?.toString() ?? null });

// Making a page keeps the process busy for milliseconds at a time, and calls of the API come in between: behind one or two
// pages, not behind all that were asked for. One network waits for itself.
const enter = turns("pages", { each: 1, all: 2, waiting: 60 });
/** Whoever takes longer waits for the database, the caller or another server, and not for this process. */
const BUSY_MS = 200;

/**
 * Waits until a page may be made for a network, and holds that place until it is made. False when its caller has gone
 * away meanwhile. Throws `Unavailable` when too many wait.
 */
export async function turnForPage({ path, address }: Pick<Visit, "path" | "address">, response: ServerResponse) {
  if (STATIC.test(path) || path === HOOK) return true;
  const leave = await enter(limitedBy(address));
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
