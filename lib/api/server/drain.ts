import type { Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MINUTE_MS } from "@/lib/platform/duration";
import { log } from "@/lib/platform/log";

/** Something to end before the process does, in the order given. */
export type Ending = { name: string; end: () => Promise<unknown> | unknown };

export type Drain = {
  server: Server;
  /** How long the calls under way may take. */
  graceMs: number;
  endings: readonly Ending[];
  exit: (code: number) => void;
};

const ENDING_MS = 10_000;

/**
 * Ends the process in order: takes no new connection, hangs up web sockets, lets running calls finish (at most `graceMs`),
 * then runs the endings one after another. Exits 0; 1 when an ending failed or hung. A second call exits at once.
 */
export function createDrain({ server, graceMs, endings, exit }: Drain): () => Promise<void> {
  const upgraded = upgradedSockets(server);
  let draining = false;
  return async () => {
    if (draining) return exit(130);
    draining = true;
    log.info("stopping: finishing the calls under way");
    for (const socket of upgraded) socket.destroy();
    await finishCalls(server, graceMs);
    let failed = false;
    for (const { name, end } of endings) {
      try {
        await within(ENDING_MS, end());
      } catch (error) {
        failed = true;
        log.error({ err: error, part: name }, "could not be stopped in order");
      }
    }
    exit(failed ? 1 : 0);
  };
}

// Node counts an upgraded socket as a connection, but no longer closes it: a server with one would wait for it for ever.
function upgradedSockets(server: Server): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>();
  server.on("upgrade", (_, socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

async function finishCalls(server: Server, graceMs: number): Promise<void> {
  // A connection kept alive would go on bringing calls; after its next answer it is closed.
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
    timer = setTimeout(() => reject(new Error(`no end within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers of more bytes than this are counted until they are taken. */
const LONG = 256 * 1024;
/** How many bytes of them may wait to be taken, of all callers together. */
const WAITING_MOST = 128 * 2 ** 20;
/** A caller who takes nothing of one for so long has gone. */
const STALLED_MS = MINUTE_MS;

let waiting = 0;

/**
 * Counts an answer that may wait in memory until its caller takes it, and breaks it off when nothing of it is taken for a minute.
 * False where so much waits already that it should not be sent.
 */
export function holdUntilTaken(response: ServerResponse, bytes: number): boolean {
  if (bytes <= LONG) return true;
  if (waiting + bytes > WAITING_MOST) return false;
  waiting += bytes;
  response.setTimeout(STALLED_MS, () => response.destroy());
  response.once("close", () => {
    waiting -= bytes;
  });
  return true;
}
