import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { checkoutRoutes } from "./checkouts";
import { customerRoutes } from "./customers";
import { checked, type Fields, listOf, object, text } from "./fields";
import { identityRoutes } from "./identity";
import { intentRoutes } from "./intents";
import { invoiceRoutes } from "./invoices";
import { refundRoutes } from "./refunds";
import { invalid, Refusal } from "./refusal";
import type { Route } from "./route";
import type { PeerState } from "./state";
import { subscriptionRoutes } from "./subscriptions";

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...refundRoutes,
  ...intentRoutes,
  ...identityRoutes,
];

/** How the peer misbehaves, on wish. */
export type Trouble = {
  broken: boolean;
  /** Paths of calls that are done, but whose answer is lost once. */
  losesAnswerTo: RegExp | null;
  /** Paths of calls whose answer, as of the call, is held back once until this resolves. */
  holds: { path: RegExp; until: Promise<void> } | null;
};

type Kept = { call: string; answer: { status: number; body: object } };

/** The peer's own HTTP server on a free port of this machine. `calls` takes each call as `METHOD path`. */
export async function serve(options: { state: PeerState; secretKey: string; trouble: Trouble; calls: string[] }) {
  const { state, secretKey, trouble, calls } = options;
  const kept = new Map<string, Kept>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://peer");
    calls.push(`${request.method} ${url.pathname}`);
    const body = await textOf(request);
    const done = outcomeOf(() => once(request, url, body));
    if (trouble.holds?.path.test(url.pathname)) {
      const { until } = trouble.holds;
      trouble.holds = null;
      await until;
    }
    if (trouble.losesAnswerTo?.test(url.pathname)) {
      trouble.losesAnswerTo = null;
      await wait(1);
      request.socket.destroy();
      return;
    }
    response.writeHead(done.status, { "Content-Type": "application/json", "Request-Id": "req_peer" });
    response.end(JSON.stringify(done.body));
  }

  function once(request: IncomingMessage, url: URL, body: string): { status: number; body: object } {
    if (trouble.broken) throw new Refusal(503, { type: "api_error", message: "The peer is down." });
    assertHeaders(request, secretKey);
    const key = request.headers["idempotency-key"];
    const call = `${request.method} ${url.pathname} ${body}`;
    const before = typeof key === "string" && request.method === "POST" ? kept.get(key) : undefined;
    if (before && before.call !== call) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      throw new Refusal(400, { type: "idempotency_error", message });
    }
    if (before) return before.answer;
    const found = outcomeOf(() => ({ status: 200, body: run(request.method ?? "", url, body) }));
    // What was refused before anything was done is not remembered; a declined card is.
    if (typeof key === "string" && (found.status === 200 || found.status === 402))
      kept.set(key, { call, answer: found });
    return found;
  }

  function run(method: string, url: URL, body: string): object {
    const route = ROUTES.find((one) => one.method === method && one.path.test(url.pathname));
    if (!route) {
      const message = `Unrecognized request URL (${method}: ${url.pathname}).`;
      throw new Refusal(404, { type: "invalid_request_error", message });
    }
    const shape = object({ ...route.takes.fields, expand: listOf(text) }, route.takes.required);
    const { expand, ...fields } = checked(shape, method === "POST" ? new URLSearchParams(body) : url.searchParams);
    const id = route.path.exec(url.pathname)?.[1] ?? "";
    return structuredClone(route.run({ state, id, fields, expand: expansions(route, expand) }));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function assertHeaders({ headers, method }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new Refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  }
  if (headers["stripe-version"] !== Stripe.API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${String(headers["stripe-version"])}`);
  }
  if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    throw invalid("The content type must be application/x-www-form-urlencoded.");
  }
}

function expansions({ expands = [] }: Route, asked: Fields[string] | undefined): ReadonlySet<string> {
  const paths = Array.isArray(asked) ? asked.map(String) : [];
  for (const path of paths) {
    if (path.split(".").length > 4) throw invalid("You cannot expand more than 4 levels of a property.");
    if (!expands.includes(path)) throw invalid(`This property cannot be expanded (${path}).`);
  }
  return new Set(paths);
}

function outcomeOf(run: () => { status: number; body: object }): { status: number; body: object } {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: { error: structuredClone(error.error) } };
    return { status: 500, body: { error: { type: "api_error", message: String(error) } } };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
