import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { closeRateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { makeKey, makePartner } from "./factories";
import { createParcel, readParcel } from "./sample-endpoint";

/** A path of the partner API that the test's server has. */
export const SHELF = "/api/v1/shelves/s1";
export const VALID_PARCEL = JSON.stringify({ title: "Hello", sender: "a@b.co" });
export const JSON_TYPE = { "content-type": "application/json" };

const plain = {
  GET: () => Response.json({ fine: true }),
  PUT: (request: Request) => new Response(request.body),
};

/** A request as it was passed to Next. */
type SeenByNext = Pick<IncomingMessage, "url" | "method" | "headers" | "rawHeaders">;

type SendOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent as a bearer token. */
  key?: string | null;
};

type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: () => Record<string, unknown>;
};

type OwnServer = {
  readonly server: Server;
  readonly port: number;
  /** Requests that reached Next so far, in order. There is no real Next: this one answers everything with "next". */
  readonly toNext: SeenByNext[];
  send(path: string, options?: SendOptions): Promise<Reply>;
  /** Sends `text` on a socket and returns what comes back until the server closes or goes quiet. With `goneAfterMs` the caller leaves. */
  raw(text: string, goneAfterMs?: number): Promise<string>;
};

/** With a calling partner. Each test has a new one, with unused limits. */
type CalledServer = OwnServer & {
  readonly partnerId: string;
  readonly key: string;
  /** `send` with the partner's key by default. */
  call: OwnServer["send"];
};

/** Runs our own server for a test file. */
export function ownServer(options: { trustedProxies?: number } = {}): CalledServer {
  let started: (OwnServer & { stop(): void }) | undefined;
  let caller = { partnerId: "", key: "" };
  const running = () => {
    if (!started) throw new Error("runs while tests run");
    return started;
  };
  beforeAll(async () => {
    started = await startOwnServer(options);
  });
  afterAll(() => started?.stop());
  beforeEach(async () => {
    // All tests call from one address.
    await closeRateLimiter();
    const { id: partnerId } = await makePartner();
    caller = { partnerId, key: (await makeKey({ id: partnerId })).key };
  });
  return {
    get server() {
      return running().server;
    },
    get port() {
      return running().port;
    },
    get toNext() {
      return running().toNext;
    },
    get partnerId() {
      return caller.partnerId;
    },
    get key() {
      return caller.key;
    },
    send: (path, how) => running().send(path, how),
    raw: (text, goneAfterMs) => running().raw(text, goneAfterMs),
    call: (path, how) => running().send(path, { key: caller.key, ...how }),
  };
}

/** Our own server on a real socket, with one API route (`SHELF`), one plain one (`/plain`), and a fake Next. */
async function startOwnServer({ trustedProxies = 0 } = {}): Promise<OwnServer & { stop(): void }> {
  const toNext: OwnServer["toNext"] = [];
  const server = createHttpServer(
    createDispatch({
      routes: [{ path: "/api/v1/shelves/{shelfId}", handlers: { GET: readParcel, POST: createParcel } }],
      plainRoutes: [{ path: "/plain", handlers: plain }],
      rest: ({ url, method, headers, rawHeaders }, response) => {
        toNext.push({ url, method, headers, rawHeaders });
        response.end("next");
      },
      baseUrl: "http://localhost:3000",
      trustedProxies,
    }),
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true });
  return {
    server,
    port,
    toNext,
    send: (path, options = {}) => send({ agent, port, path }, options),
    raw: (text, goneAfterMs) => raw(port, text, goneAfterMs),
    stop() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(where: { agent: Agent; port: number; path: string }, options: SendOptions): Promise<Reply> {
  const { method = "GET", headers = {}, body, key = null } = options;
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { ...where, method, headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }),
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

// A busy machine may take long until the first byte. Only after it, silence means that the answer is over.
function raw(port: number, text: string, goneAfterMs = 30_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(goneAfterMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk;
      socket.setTimeout(500);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
  });
}
