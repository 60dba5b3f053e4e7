import type { IncomingMessage, ServerResponse } from "node:http";
import { limitedBy } from "@/lib/api/client-address";
import { PayloadTooLarge, TooManyRequests } from "@/lib/api/failures";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { AppError, Forbidden, NotFound } from "@/lib/platform/errors";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import type { RequestContext } from "@/lib/platform/request-context";
import { RATE_LIMITS } from "../rate-limits";
import { calledFrom } from "../security";
import { hasBody } from "./node-exchange";
import { createRouter } from "./router";

/** Stripe's messages don't come from our pages and arrive in bursts. Their signatures prove their origin. */
const HOOK = "/api/hooks/stripe";
/** Files that never change and cost next to nothing. A path with dots in it may lead out of the folder, to a page. */
const STATIC = /^\/_next\/static\/(?!.*(?:\/|\\|%2f|%5c)(?:\.|%2e){2})/i;
/**
 * Next's image optimizer is open to strangers and logs what they send, and its own error page answers 500. Our pages
 * use neither.
 */
const UNUSED = /^\/+(?:_next\/+image|_global-error)/;
const SAFE = new Set(["GET", "HEAD"]);
const RETRY_SECONDS = 5;

export type Visit = { message: IncomingMessage; path: string; address: string | null; baseUrl: string };
export type Refused = { error: AppError; limitStatus?: RateLimitStatus };

/**
 * Why a request may not reach Next, or null. A request that can change something must come from one of our pages.
 * Next's own check isn't enough: it accepts requests without an origin and trusts the host that a caller names.
 */
export async function refusedAtDoor({ message, path, address, baseUrl }: Visit): Promise<Refused | null> {
  if (UNUSED.test(decodeURIComponent(path))) return { error: new NotFound("There is nothing at this path") };
  if (path === HOOK) return null;
  if (!SAFE.has(message.method ?? "") && calledFrom(headersOf(message)) !== "own_page") {
    return { error: new Forbidden(`This didn't come from one of our pages. Open ${baseUrl} and send it from there`) };
  }
  // Callers without a known address would share one ceiling, which would limit the whole service.
  if (address === null || STATIC.test(path)) return null;
  const limitStatus = await rateLimiter().take(RATE_LIMITS.pages, limitedBy(address));
  return limitStatus.admitted ? null : { error: new TooManyRequests(limitStatus, clock.now().getTime()), limitStatus };
}

const headersOf = ({ headers }: IncomingMessage) => ({ get: (name: string) => headers[name]?.toString() ?? null });

// Rendering a page blocks the process for milliseconds. So API calls wait for at most two pages, and each network renders one page
// at a time.
const rendering = limitConcurrency("pages", { total: 2, perKey: 1, waiting: 60 });
/** A page that takes longer is waiting for the database, its caller or another server, and no longer blocks this process. */
const BUSY_MS = 200;

/**
 * Waits for a free slot to render a page, and frees it when the page is done. False if the caller has left meanwhile.
 * Throws 429 when too many of the network's requests wait.
 */
export async function waitForPage(
  { message, path, address }: Pick<Visit, "path" | "address"> & { message: Pick<IncomingMessage, "method"> },
  response: ServerResponse,
): Promise<boolean> {
  // A body arrives as slowly as its sender likes, and must not block a slot meanwhile.
  if (!SAFE.has(message.method ?? "") || STATIC.test(path)) return true;
  const leave = await rendering.enter(limitedBy(address)).catch(() => {
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

// Next copies a whole body before any of our code runs. So this decides which bodies it gets.

/** The largest body of a Next server action, by default. No page has a larger form. */
export const PAGE_BODY_BYTES = 1024 * 1024;
const ARRIVAL_MS = 20_000;
const ARRIVING_PER_NETWORK = 16;

type Options = {
  /** Paths whose handlers limit bodies themselves. */
  ownLimits?: readonly string[];
  arrivalMs?: number;
};

export type PageBodies = (message: IncomingMessage, path: string, address: string | null) => AppError | null;

/**
 * Why a request's body may not reach Next, or null. A body must declare its length, be small and arrive in time, or its
 * connection is closed. One network may send only a few at once.
 */
export function createPageBodies({ ownLimits = [], arrivalMs = ARRIVAL_MS }: Options = {}): PageBodies {
  const findOwnLimits = createRouter(ownLimits.map((path) => ({ path, target: path })));
  const arriving = new Map<string, Set<IncomingMessage>>();

  function watch(message: IncomingMessage, network: string): void {
    const messages = arriving.get(network) ?? new Set();
    arriving.set(network, messages.add(message));
    const leave = () => {
      clearInterval(deadline);
      messages.delete(message);
      if (messages.size === 0 && arriving.get(network) === messages) arriving.delete(network);
    };
    let isFull = false;
    const deadline = setInterval(() => {
      if (message.complete || message.socket.destroyed) return leave();
      // Nothing can arrive while Next doesn't read, so the deadline restarts after that.
      const wasFull = isFull;
      isFull = message.readableLength > 0;
      if (!isFull && !wasFull) message.destroy();
    }, arrivalMs);
    // Usually sooner, unless Next has replaced the body with its copy and removed this listener.
    message.once("close", leave);
  }

  return (message, path, address) => {
    if (!hasBody(message) || findOwnLimits(path)) return null;
    const length = message.headers["content-length"];
    if (length === undefined) return new AppError(411, "Send the length of the body, in Content-Length");
    if (Number(length) > PAGE_BODY_BYTES) return new PayloadTooLarge(PAGE_BODY_BYTES);
    const network = limitedBy(address);
    const unfinished = [...(arriving.get(network) ?? [])].filter(({ complete }) => !complete);
    if (unfinished.length >= ARRIVING_PER_NETWORK) {
      return new AppError(429, "Too many requests from your network are unfinished", {
        headers: { "Retry-After": String(RETRY_SECONDS) },
      });
    }
    watch(message, network);
    return null;
  };
}

const FORM = /^multipart\/form-data\b/i;
/** Pages' routes that take photos and other files. They limit bodies themselves. */
export const FILE_ROUTES = [
  "/onboard/{token}/photos/{kind}",
  "/consent/{token}/photos/{kind}",
  "/handoff/{token}/photos/{kind}",
  "/custodian/examinations/{examinationId}/order",
];
/** Routes that read forms themselves. */
const ROUTES = /^\/(?:(?:api|(?:onboard|consent|handoff)\/[^/]+\/photos)\/|custodian\/examinations\/[^/]+\/order$)/;

/** Whether Next treats a request as a call of a server action. */
export const callsAction = ({ method, headers }: IncomingMessage, path: string): boolean =>
  method === "POST" &&
  (headers["next-action"] !== undefined || (FORM.test(headers["content-type"] ?? "") && !ROUTES.test(path)));

/**
 * Next answers 500 if it can't decode a server action's arguments. None of our code has run by then and the mistake is
 * the caller's, so we answer 400.
 */
export function blameTheCaller(response: ServerResponse, context: RequestContext): void {
  const { writeHead } = response;
  // `more` is passed on unchanged.
  response.writeHead = (status: number, ...more: []) =>
    writeHead.call(response, status === 500 && context.action === "unread" ? 400 : status, ...more);
}
