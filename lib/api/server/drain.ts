import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";

/** A part of the process to shut down, in the order given. */
export type Shutdown = { name: string; end: () => Promise<unknown> | unknown };

export type Drain = {
  server: Server;
  /** How long running calls may take. */
  graceMs: number;
  endings: readonly Shutdown[];
  exit: (code: number) => void;
};

const ENDING_MS = 10_000;

/**
 * Shuts the process down: accepts no new connections, closes web sockets, lets running calls finish (at most `graceMs`), then runs
 * the endings one after another. Exits 0, or 1 when an ending failed or hung. A second call exits at once.
 */
export function createDrain({ server, graceMs, endings, exit }: Drain): () => Promise<void> {
  const upgraded = upgradedSockets(server);
  let draining = false;
  return async () => {
    if (draining) return exit(130);
    draining = true;
    log.info("stopping: finishing running calls");
    for (const socket of upgraded) socket.destroy();
    await finishCalls(server, graceMs);
    let failed = false;
    for (const { name, end } of endings) {
      try {
        await within(ENDING_MS, end());
      } catch (error) {
        failed = true;
        log.error({ err: error, part: name }, "could not be stopped cleanly");
      }
    }
    exit(failed ? 1 : 0);
  };
}

// Node counts an upgraded socket as a connection but doesn't close it, so closing the server would wait forever.
function upgradedSockets(server: Server): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>();
  server.on("upgrade", (_, socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

async function finishCalls(server: Server, graceMs: number): Promise<void> {
  // Close kept-alive connections after their next answer. Otherwise they would keep sending calls.
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => {
    log.warn("closing connections whose calls did not finish in time");
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

async function within(ms: number, work: unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers larger than this count until the caller has received them. */
const LONG = 256 * 1024;
/** How many bytes of large answers may wait in memory, for all callers together. */
const WAITING_MAX = 128 * 2 ** 20;
/** A caller that receives nothing for this long is gone. */
const STALLED_MS = MINUTE_MS;

let waiting = 0;

/**
 * Counts a large answer until its caller has received it, and aborts it when the caller receives nothing for a minute.
 * False if too much is waiting already, so this answer must not be sent.
 */
export function holdUntilTaken(response: ServerResponse, bytes: number): boolean {
  if (bytes <= LONG) return true;
  if (waiting + bytes > WAITING_MAX) return false;
  waiting += bytes;
  response.setTimeout(STALLED_MS, () => response.destroy());
  response.once("close", () => {
    waiting -= bytes;
  });
  return true;
}
