import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "@/lib/api/client-address";
import type { Method, Route, RouteModule } from "@/lib/api/declaration";
import { redactText } from "@/lib/api/request-log/redact";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type RequestContext, withRequestContext } from "@/lib/platform/request-context";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { inSpan } from "@/lib/platform/telemetry/traces";
import type { Incoming, Outgoing, PathParams } from "../declaration";
import { answerRefused, answerUnknownMethod, answerUnknownPath } from "../keyed-call";
import { nodeIncoming, send, sendWebResponse, webRequest } from "./node-exchange";
import {
  blameTheCaller,
  callsAction,
  createPageBodies,
  type PageBodies,
  type Refused,
  refusedAtDoor,
  waitForPage,
} from "./page-door";
import { isUploadPath, nodeUpload, receiveUpload } from "./receive-upload";
import { inWords, isOwnCall, ownHeaders, refusal } from "./refusal";
import {
  awaitsContinue,
  isApiPath,
  isLegible,
  isServed,
  malformation,
  meansApiPath,
  SERVED_METHODS,
  type Target,
  targetOf,
  unknownMethod,
  unmetDemand,
} from "./request-flaws";
import { createRouter } from "./router";

/** A handler outside the partner API that our server calls without Next: a health check, a key set. */
export type PlainRoute = {
  path: string;
  handlers: Readonly<
    Partial<
      Record<Method, (request: Request, context: { params: Promise<PathParams> }) => Promise<Response> | Response>
    >
  >;
};

export type Dispatch = {
  routes: readonly Route[];
  plainRoutes: readonly PlainRoute[];
  /** Everything else, which Next handles. */
  rest: (message: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  /** Decides which bodies Next may receive. */
  pageBodies?: PageBodies;
  baseUrl: string;
  trustedProxies: number;
};

/** One request: its id, its sender's address, and for metrics and traces its declared path, or the kind of what has none. */
type Call = { requestId: string; address: string | null; route: string };

/** The listener of our own server. Gives each request an address and an id, and decides who answers it. */
export function createDispatch(dispatch: Dispatch) {
  const { routes, plainRoutes, rest, pageBodies = createPageBodies(), baseUrl, trustedProxies } = dispatch;
  const findRoute = createRouter(routes.map(({ path, handlers }) => ({ path, target: handlers })));
  const findPlain = createRouter(plainRoutes.map(({ path, handlers }) => ({ path, target: handlers })));

  function answerApi(incoming: Incoming, call: Call): Promise<Outgoing> {
    const match = findRoute(incoming.path);
    if (!match) return answerUnknownPath(incoming);
    call.route = match.path;
    const handler = handlerFor(match.target, incoming.method);
    return handler
      ? handler.answer(incoming, match.params, match.path)
      : answerUnknownMethod(incoming, match.path, methodsOf(match.target));
  }

  async function serve(message: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
    const target = targetOf(message.url);
    const malformed = malformation(message);
    if (malformed) return send(message, response, await refusal(malformed, call));
    const unmet = unmetDemand(message);
    if (target && (isApiPath(target.path) || meansApiPath(target.path))) {
      call.route = "/api/v1";
      const incoming = nodeIncoming(message, response, target, call);
      return send(message, response, await (unmet ? answerRefused(incoming, unmet) : answerApi(incoming, call)));
    }
    const refused = unmet ?? unservable(message, target);
    if (refused) return send(message, response, await refusal(refused, call));
    if (!target) return send(message, response, aboutTheServer(call.requestId));
    if (isUploadPath(target.path)) {
      call.route = "upload";
      return send(message, response, await receiveUpload(nodeUpload(message, response, target, call)));
    }
    message.url = target.search ? `${target.path}?${target.search}` : target.path;
    const plain = findPlain(target.path);
    const handler = plain && handlerFor(plain.target, message.method ?? "GET");
    call.route = plain?.path ?? "page";
    if (!handler || !plain) return serveByNext(message, response, target, call);
    ownHeaders(message, { ...call, baseUrl });
    if (awaitsContinue(message)) response.writeContinue();
    const answer = await handler(webRequest(message, baseUrl), { params: Promise.resolve(plain.params) });
    answer.headers.set("x-request-id", call.requestId);
    await sendWebResponse(answer, response);
  }

  async function serveByNext(
    message: IncomingMessage,
    response: ServerResponse,
    { path }: Target,
    call: { requestId: string; address: string | null },
  ): Promise<void> {
    const refuse = async ({ error, limitStatus }: Refused) => {
      const answer = await refusal(error, call, limitStatus);
      const isRead = /\btext\/html\b/.test(message.headers.accept ?? "");
      send(message, response, isRead ? inWords(answer, error) : answer);
    };
    // Next waits for this call while serving another request, which already has a slot.
    if (!isOwnCall(message)) {
      const visit = { message, path, baseUrl, ...call };
      const refused = await refusedAtDoor(visit);
      if (refused) return refuse(refused);
      const unfit = pageBodies(message, path, call.address);
      if (unfit) return refuse({ error: unfit });
      try {
        if (!(await waitForPage(visit, response))) return;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return refuse({ error });
      }
    }
    ownHeaders(message, { ...call, baseUrl });
    if (awaitsContinue(message)) response.writeContinue();
    const context: RequestContext = { requestId: call.requestId };
    if (callsAction(message, path)) {
      context.action = "unread";
      blameTheCaller(response, context);
    }
    await withRequestContext(context, async () => rest(message, response));
  }

  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now();
    const call: Call = { requestId: newId(), address: addressOf(message, trustedProxies), route: "refused" };
    const method = isServed(message.method) ? message.method : "other";
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : "none";
      metrics().requests.observe({ route: call.route, method, status }, (performance.now() - started) / 1000);
    });
    await inSpan(`${method}`, { requestId: call.requestId, kind: "SERVER" }, async (span) => {
      try {
        await serve(message, response, call);
      } catch (error) {
        log.error({ err: error }, "request could not be served");
        if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
        response.end();
      }
      span?.updateName(`${method} ${call.route}`);
      span?.setAttributes({ "http.route": call.route, "http.response.status_code": response.statusCode });
    });
    if (log.isLevelEnabled("debug")) noteAccess(message, response, performance.now() - started);
  };
}

// Requests that Next must not get, because it fails to answer some of them.
function unservable(message: IncomingMessage, target: Target | null): AppError | null {
  if (!isServed(message.method)) return unknownMethod();
  if (target && !isLegible(target.path)) {
    return new AppError(400, "The address contains an invalid % sequence. Check that you copied all of it");
  }
  if (target || (message.method === "OPTIONS" && message.url === "*")) return null;
  return new AppError(400, "The request line has no path");
}

// `OPTIONS *`.
const aboutTheServer = (requestId: string): Outgoing => ({
  status: 204,
  headers: { Allow: SERVED_METHODS, "X-Request-Id": requestId },
  body: "",
});

// The path only. Queries, headers and bodies may contain what must not be logged.
function noteAccess(message: IncomingMessage, response: ServerResponse, ms: number): void {
  const path = redactText(targetOf(message.url)?.path ?? "");
  log.debug({ method: message.method, path, status: response.statusCode, ms: Math.round(ms) }, "request");
}

function addressOf(message: IncomingMessage, trustedProxies: number): string | null {
  const forwarded = message.headers["x-forwarded-for"];
  if (isOwnCall(message)) return forwarded?.toString() ?? null;
  return clientAddress({
    socketAddress: message.socket.remoteAddress,
    forwardedFor: Array.isArray(forwarded) ? forwarded.join(", ") : forwarded,
    trustedProxies,
  });
}

// HEAD is GET without a body, which node:http leaves out.
function handlerFor<H>(handlers: Readonly<Partial<Record<Method, H>>>, method: string): H | undefined {
  const name = method === "HEAD" ? "GET" : method;
  return Object.hasOwn(handlers, name) ? handlers[name as Method] : undefined;
}

function methodsOf(handlers: RouteModule): string[] {
  const methods = Object.keys(handlers).filter((name) => /^[A-Z]+$/.test(name));
  return methods.includes("GET") ? [...methods, "HEAD", "OPTIONS"] : [...methods, "OPTIONS"];
}
