import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Account, toJson } from "./account";
import { answerCall } from "./api";
import { answerPage } from "./pages";

const HOST = "127.0.0.1";
/** Longer than the service waits for a response. */
const HELD_MS = 30_000;
const BODY_MAX = 4 * 2 ** 20;
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  // No `form-action`: browsers would also apply it to the redirect back to the service.
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/** How the stand-in misbehaves, when a test asks for it. */
export type Trouble = {
  broken: boolean;
  /** Paths of calls that run, but whose response is dropped once. */
  losesAnswerTo: RegExp | null;
  /** Paths of calls whose response is delayed once until this resolves. */
  delays: { path: RegExp; until: Promise<void> } | null;
};

type Served = {
  account: Account;
  secretKey: string;
  port: number;
  trouble: Trouble;
  /** Collects each API call as `METHOD path`. */
  calls: string[];
  /** Called after each possible change, before the response. */
  changed: () => Promise<void>;
};

/**
 * Serves the API and the pages on a local port, or on a free one for 0. Rejects with the system's error if it isn't
 * available.
 */
export async function serve({ account, secretKey, port, trouble, calls, changed }: Served) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stripe");
    const body = await bodyOf(request);
    if (body === null) return void response.writeHead(413, { Connection: "close" }).end();
    const asked = { method: request.method ?? "GET", url, headers: request.headers, body };
    if (url.pathname.startsWith("/v1/")) return answerApi(asked, request, response);
    const shown = answerPage(account, asked);
    if (shown.status === 303) await changed();
    const location = "location" in shown ? { Location: shown.location } : {};
    response.writeHead(shown.status, { ...PAGE_HEADERS, ...location });
    response.end("html" in shown ? shown.html : undefined);
  }

  async function answerApi(
    asked: Parameters<typeof answerCall>[2],
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const { method, url } = asked;
    calls.push(`${method} ${url.pathname}`);
    const down = { status: 503, body: { error: { type: "api_error", message: "The stand-in is down." } } };
    const done = trouble.broken ? down : answerCall(account, secretKey, asked);
    const json = toJson(done.body);
    if (method !== "GET") await changed();
    if (trouble.delays?.path.test(url.pathname)) {
      const { until } = trouble.delays;
      trouble.delays = null;
      await until;
    }
    if (Reflect.get(done.body, "_held")) await wait(HELD_MS, undefined, { ref: false });
    if (trouble.losesAnswerTo?.test(url.pathname)) {
      trouble.losesAnswerTo = null;
      await wait(1);
      request.socket.destroy();
      return;
    }
    response.writeHead(done.status, { "Content-Type": "application/json", "Request-Id": "req_sim" });
    response.end(json);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // Never send a response before saving. The caller retries.
      console.error("The Stripe stand-in could not answer:", error);
      request.socket.destroy();
    });
  });
  // The SDK reuses connections. Node's default would close idle ones after five seconds, possibly during the next call.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > BODY_MAX) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}
