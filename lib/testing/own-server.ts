import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { createParcel, readParcel } from "./sample-endpoint";

/** A path of the partner API that the test's server knows. */
export const SHELF = "/api/v1/shelves/s1";
export const VALID_PARCEL = JSON.stringify({ title: "Hello", sender: "a@b.co" });
export const JSON_TYPE = { "content-type": "application/json" };

const plain = {
  GET: () => Response.json({ fine: true }),
  PUT: (request: Request) => new Response(request.body),
};

/** What a request looked like when it was handed on to Next. */
type SeenByNext = Pick<IncomingMessage, "url" | "method" | "headers" | "rawHeaders">;

export type SendOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Goes along as a bearer token. */
  key?: string | null;
};

type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: () => Record<string, unknown>;
};

export type OwnServer = {
  server: Server;
  port: number;
  /** What came to Next so far, in order. Next itself is not there: it answers everything with "next". */
  toNext: SeenByNext[];
  send(path: string, options?: SendOptions): Promise<Reply>;
  /** Says `text` on a socket and returns everything that comes back until the server closes or is quiet. */
  raw(text: string, quietMs?: number): Promise<string>;
  stop(): void;
};

/** Our own server on a real socket, with one route of the API (`SHELF`), one plain one (`/plain`), and a Next of paper. */
export async function startOwnServer({ trustedProxies = 0 } = {}): Promise<OwnServer> {
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
    raw: (text, quietMs = 300) => raw(port, text, quietMs),
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

function raw(port: number, text: string, quietMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      said += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
  });
}

/** One answer, as it stood on the wire. */
export type WireAnswer = { status: number; headers: Headers; body: string };

/** The answers in what `raw` returned, one after the other. Throws for what is not one. */
export function answersIn(said: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = said; rest !== ""; ) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (!head?.[1] || head[2] === undefined) throw new Error(`not an answer: ${JSON.stringify(rest)}`);
    const lines = head[2].split("\r\n").filter((line) => line !== "");
    const headers = new Headers(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    const end = head[0].length + Number(headers.get("content-length") ?? 0);
    answers.push({ status: Number(head[1]), headers, body: rest.slice(head[0].length, end) });
    rest = rest.slice(end);
  }
  return answers;
}

/** The one answer in what `raw` returned, after making sure that it is an error in the envelope with every header. */
export function envelopeIn(said: string): WireAnswer {
  const [answer, ...more] = answersIn(said);
  if (!answer || more.length > 0) throw new Error(`not one answer: ${JSON.stringify(said)}`);
  const { headers, body } = answer;
  if (!/^[0-9a-z]{25}$/.test(headers.get("x-request-id") ?? "")) throw new Error("no X-Request-Id");
  if (headers.get("content-type") !== "application/json; charset=utf-8") throw new Error("not declared as JSON");
  if (headers.get("cache-control") !== "no-store") throw new Error("may be stored");
  if (!hasLimits(Object.fromEntries(headers))) throw new Error("without rate-limit headers");
  const { error, code, field, ...unknown } = JSON.parse(body);
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (typeof error !== "string" || !isText(code) || !isText(field) || Object.keys(unknown).length > 0) {
    throw new Error(`not the envelope: ${body}`);
  }
  return answer;
}

/** Whether an answer has the three headers of the limits. */
export const hasLimits = (headers: IncomingHttpHeaders): boolean =>
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].every((name) =>
    /^\d+$/.test(String(headers[name])),
  );
