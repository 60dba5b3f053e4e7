import type { IncomingMessage, ServerResponse } from "node:http";
import { limitedBy } from "@/lib/api/client-address";
import { PayloadTooLarge, TooManyRequests } from "@/lib/api/failures";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { AppError, Forbidden, NotFound } from "@/lib/platform/errors";
import type { Standing } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import type { RequestContext } from "@/lib/platform/request-context";
import { WINDOWS } from "../rate-limits";
import { calledFrom } from "../security";
import { hasBody } from "./node-exchange";
import { createRouter } from "./router";

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
const drawing = limitConcurrency("pages", { total: 2, perKey: 1, waiting: 60 });
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
  const leave = await drawing.enter(limitedBy(address)).catch(() => {
    throw new AppError(429, "Too many requests from your network are waiting", {
      headers: { "Retry-After": String(RETRY_SECONDS) },
    });
  });
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

// Next keeps a copy of a body before it asks whose it is, and waits for its end. So what may come to it is decided here.

/** What a server action of Next takes at most, unless it is configured: no page has a larger form. */
export const PAGE_BODY_BYTES = 1024 * 1024;
const ARRIVAL_MS = 20_000;
const ARRIVING_PER_PLACE = 16;

type Options = {
  /** Paths whose handlers hold the bodies they are sent to limits of their own. */
  ownLimits?: readonly string[];
  arrivalMs?: number;
};

export type PageBodies = (message: IncomingMessage, path: string, address: string | null) => AppError | null;

/**
 * Lets a request go on to Next, or says why not: a body has to say its length, be small, and come whole within a time;
 * the connection of one that does not is closed. One network may have only so many of them on their way at once.
 */
export function createPageBodies({ ownLimits = [], arrivalMs = ARRIVAL_MS }: Options = {}): PageBodies {
  const findOwnLimits = createRouter(ownLimits.map((path) => ({ path, target: path })));
  const arriving = new Map<string, Set<IncomingMessage>>();

  function watch(message: IncomingMessage, place: string): void {
    const there = arriving.get(place) ?? new Set();
    arriving.set(place, there.add(message));
    const leave = () => {
      clearInterval(deadline);
      there.delete(message);
      if (there.size === 0 && arriving.get(place) === there) arriving.delete(place);
    };
    let held = false;
    const deadline = setInterval(() => {
      if (message.complete || message.socket.destroyed) return leave();
      // While Next does not take up what has come, nothing more can come: after that the time begins anew.
      const wasHeld = held;
      held = message.readableLength > 0;
      if (!held && !wasHeld) message.destroy();
    }, arrivalMs);
    // Sooner than that, unless Next, which puts its copy in the place of a body, has put away who listens to it.
    message.once("close", leave);
  }

  return (message, path, address) => {
    if (!hasBody(message) || findOwnLimits(path)) return null;
    const length = message.headers["content-length"];
    if (length === undefined) return new AppError(411, "Send the length of the body, in Content-Length");
    if (Number(length) > PAGE_BODY_BYTES) return new PayloadTooLarge(PAGE_BODY_BYTES);
    const place = limitedBy(address);
    const unfinished = [...(arriving.get(place) ?? [])].filter(({ complete }) => !complete);
    if (unfinished.length >= ARRIVING_PER_PLACE) {
      return new AppError(429, "Too many requests from your network are unfinished", {
        headers: { "Retry-After": String(RETRY_SECONDS) },
      });
    }
    watch(message, place);
    return null;
  };
}

const FORM = /^multipart\/form-data\b/i;
/** Routes that read forms themselves. */
const ROUTES = /^\/(?:api|onboard\/[^/]+\/photos)\//;

/** Whether Next treats a request as a call of a server action. */
export const callsAction = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === "POST" &&
  (headers["next-action"] !== undefined || (FORM.test(headers["content-type"] ?? "") && !ROUTES.test(path)));

/**
 * Next answers 500 when it can't decode a server action's arguments. None of our code has run by then and the mistake is the
 * caller's, so we answer 400.
 */
export function blameTheCaller(response: ServerResponse, context: RequestContext): void {
  const { writeHead } = response;
  // `more` is passed on unchanged.
  response.writeHead = (status: number, ...more: []) =>
    writeHead.call(response, status === 500 && context.action === "unread" ? 400 : status, ...more);
}
