import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { format, stripVTControlCharacters } from "node:util";
import { redactText } from "@/lib/api/request-log/redact";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isUnreadAction } from "@/lib/platform/request-context";
import { securityHeaders } from "../security";
import { refuseOnSocket } from "./refusal";
import { unknownMethod } from "./request-flaws";

const HEADERS_TIMEOUT_MS = 15_000;
// Long enough to send 500 MB from a phone. API bodies have a shorter deadline.
const REQUEST_TIMEOUT_MS = 30 * MINUTE_MS;
// Longer than the idle timeout of common load balancers, so they close first.
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16 * 1024;

const REFUSALS: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, "The request headers are too large"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The request body has too many chunk extensions"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time"],
};
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/;

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };
type UpgradeListener = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * An HTTP server with limits for slow and malformed callers. Offers of other protocols (`Upgrade: h2c`) are ignored; only web
 * sockets reach `onUpgrade`.
 */
export function createHttpServer(listener: RequestListener, onUpgrade?: UpgradeListener): Server {
  const server = createServer(
    {
      ServerResponse: ownAnswers(),
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
      // We refuse a missing Host header ourselves. node:http would answer with a bare status.
      requireHostHeader: false,
      shouldUpgradeCallback: ({ headers }) => onUpgrade !== undefined && headers.upgrade?.toLowerCase() === "websocket",
    },
    listener,
  );
  if (onUpgrade) server.on("upgrade", onUpgrade);
  // By default node:http answers these with an empty body, or not at all.
  server.on("checkContinue", (message, response) => server.emit("request", message, response));
  server.on("checkExpectation", (message, response) => server.emit("request", message, response));
  server.on("connect", (_, socket) => void refuseOnSocket(unknownMethod(), socket));
  server.on("clientError", (error: ParserError, socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else void refuseOnSocket(malformed(error), socket);
  });
  return server;
}

// Every answer's headers are written here, so this adds the security headers that it doesn't set itself.
function ownAnswers(): typeof ServerResponse {
  const own = Object.entries(securityHeaders(env().baseUrl));
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(
      status: number,
      reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
      headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
    ): this {
      for (const [name, value] of own) if (!this.hasHeader(name)) this.setHeader(name, value);
      return typeof reason === "string" ? super.writeHead(status, reason, headers) : super.writeHead(status, reason);
    }
  };
}

/** Starts listening. Resolves with the port, or rejects with the system's error (`EADDRINUSE`, `EACCES`). */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function malformed({ code = "", rawPacket, bytesParsed = 0 }: ParserError): AppError {
  const [status, message] = REFUSALS[code] ?? [400, "The request is not valid HTTP"];
  // The parser has a fixed list of methods. Anything else in a valid request line is still a method.
  const isMethod = code === "HPE_INVALID_METHOD" && rawPacket && REQUEST_LINE.test(lineAt(rawPacket, bytesParsed));
  return isMethod ? unknownMethod() : new AppError(status, message);
}

function lineAt(packet: Buffer, offset: number): string {
  const end = packet.indexOf("\n", offset);
  return packet.toString("latin1", packet.lastIndexOf("\n", offset) + 1, end === -1 ? packet.length : end + 1);
}

const LINE_MAX = 8_000;
const LEVELS = { log: "info", info: "info", debug: "debug", trace: "debug", warn: "warn", error: "error" } as const;
type Method = keyof typeof LEVELS;

/** Sends Next's console output to our log: one JSON object a line, with tokens redacted. Returns a function that undoes it. */
export function captureConsole(): () => void {
  const methods = Object.keys(LEVELS) as Method[];
  const former = methods.map((method) => [method, console[method]] as const);
  for (const method of methods) {
    console[method] = (...values: unknown[]) => {
      const text = redactText(stripVTControlCharacters(format(...values)).trim()).slice(0, LINE_MAX);
      // Arguments that Next can't decode are the caller's mistake, so log a warning without a stack.
      if (isUnreadAction()) log.warn(`a server action's arguments can't be read: ${text.split("\n")[0]}`);
      // Next marks its startup messages this way.
      else log[text.startsWith("✓") ? "debug" : LEVELS[method]](text);
    };
  }
  return () => {
    for (const [method, own] of former) console[method] = own;
  };
}
