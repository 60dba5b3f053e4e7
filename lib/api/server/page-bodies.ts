import type { IncomingMessage } from "node:http";
import { limitedBy } from "@/lib/api/client-address";
import { PayloadTooLarge } from "@/lib/api/failures";
import { AppError } from "@/lib/platform/errors";
import { hasBody } from "./node-exchange";
import { createRouter } from "./router";

// Next keeps a copy of a body before it asks whose it is, and waits for its end. So what may come to it is decided here.

/** What a server action of Next takes at most, unless it is configured: no page has a larger form. */
export const PAGE_BODY_BYTES = 1024 * 1024;
const ARRIVAL_MS = 20_000;
const ARRIVING_PER_PLACE = 16;
const RETRY_SECONDS = 5;

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
