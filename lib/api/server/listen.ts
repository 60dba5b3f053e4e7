import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { limitedBy, normalAddress } from "@/lib/api/client-address";
import { rateLimitHeaders } from "@/lib/api/rate-limit/headers";
import { WINDOWS } from "@/lib/api/rate-limit/limiter";
import { rateLimiter } from "@/lib/api/rate-limit/shared-limiter";
import { newId } from "@/lib/platform/ids";

const HEADERS_TIMEOUT_MS = 15_000;
// Long enough for half a gigabyte from a phone; what the API reads itself has a shorter deadline of its own.
const REQUEST_TIMEOUT_MS = 30 * 60_000;
// Longer than the idle timeout of usual load balancers, so that it is they who close.
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16 * 1024;

const REFUSALS: Record<string, readonly [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The request headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not arrive in time"],
};

type UpgradeListener = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * An HTTP server that slow and malformed callers cannot hold up. A request that offers another protocol (`Upgrade: h2c`) is
 * answered as if it did not, whoever listens for upgrades; only web sockets go to `onUpgrade`, where there is one.
 */
export function createHttpServer(listener: RequestListener, onUpgrade?: UpgradeListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
      shouldUpgradeCallback: ({ headers }) => onUpgrade !== undefined && headers.upgrade?.toLowerCase() === "websocket",
    },
    listener,
  );
  if (onUpgrade) server.on("upgrade", onUpgrade);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => void refuse(error, socket));
  return server;
}

/** Starts listening; resolves with the port, rejects with the system's error (`EADDRINUSE`, `EACCES`). */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

// What is not HTTP never becomes a request, and yet is answered like one: same envelope, same headers.
async function refuse(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable || hasBegunAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, phrase, message] = REFUSALS[error.code ?? ""] ?? [400, "Bad Request", "The request is not valid HTTP"];
  const body = JSON.stringify({ error: message });
  const place = limitedBy(normalAddress(socket.remoteAddress ?? ""));
  const standing = await rateLimiter().peek(WINDOWS.unkeyed, place);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    "Cache-Control": "no-store",
    Connection: "close",
    "X-Request-Id": newId(),
    ...rateLimitHeaders(standing),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

// node:http notes on its sockets which answer is being written; into the middle of one nothing may be put.
function hasBegunAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse };
  return answer?.headersSent ?? false;
}
