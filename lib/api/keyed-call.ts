import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import type { NeededScope } from "@/lib/domain/parties/keys/scopes";
import { touchKey } from "@/lib/domain/parties/keys/touch-key";
import { clock } from "@/lib/platform/clock";
import { type AppError, NotFound } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { enterCall, withRequestContext } from "@/lib/platform/request-context";
import { type Admission, admit, countCall, peekRateLimit, readFor } from "./admit";
import type { AdmittedCall, Incoming, Outgoing } from "./declaration";
import { callContext } from "./declared-work";
import { errorAnswer, type Failure, MethodNotAllowed } from "./failures";
import { rateLimitHeaders } from "./rate-limits";
import { requestLog } from "./request-log/queue";
import { webHandler } from "./web-exchange";

/** What a call does once admitted: run a route, or refuse an unknown path or method. */
type Work = {
  /** The declared path, or null for an unknown one. */
  route: string | null;
  /** What it needs of a restricted key. Null for an unknown path or method. */
  needed: NeededScope | null;
  /** May throw. */
  run(ctx: Ctx<PartnerKeyActor>, call: AdmittedCall): Promise<Outgoing>;
};

/**
 * Answers one call of the partner API: admission, the route's work, headers, request log. Never rejects, because every error
 * becomes the flat error envelope. Contract: Authentication, Errors, Limits.
 */
export function answerKeyedCall(incoming: Incoming, work: Work): Promise<Outgoing> {
  return withRequestContext({ requestId: incoming.requestId }, () => answerAndLog(incoming, work));
}

async function answerAndLog(incoming: Incoming, work: Work): Promise<Outgoing> {
  const started = performance.now();
  const at = clock.now().getTime();
  const limiter = rateLimiter();
  const admission: Admission = { key: null, limitStatus: null, loggedCode: null };
  let requestBody: string | null = null;
  let answer: Outgoing | Failure;
  try {
    const key = await admit(incoming, limiter, admission, work.needed);
    enterCall(key.partnerId);
    const run = () =>
      work.run(callContext(actorOf(key), incoming), {
        onBodyText(text) {
          requestBody = text;
        },
        countAnother: () => countCall(key, limiter, admission),
      });
    answer = await readFor(incoming, run);
  } catch (error) {
    answer = errorAnswer(error);
    if (answer.status === 401 || answer.status === 403) {
      const subject = admission.key?.id ?? incoming.header("authorization") ?? null;
      logRefusal("API call", { subject, ip: incoming.address ?? undefined, status: answer.status });
    }
  }
  completeAnswer(answer, incoming.requestId, admission.limitStatus ?? (await peekRateLimit(incoming, limiter)));
  const { key, loggedCode } = admission;
  if (key) {
    const code = loggedCode ?? ("code" in answer ? answer.code : null);
    logCall(incoming, work, key, answer, { at, durationMs: performance.now() - started, requestBody, code });
  }
  return answer;
}

const actorOf = (key: { id: string; partnerId: string }): PartnerKeyActor => ({
  kind: "partner_key",
  partnerId: key.partnerId,
  keyId: key.id,
});

function logCall(
  incoming: Incoming,
  work: Work,
  key: { id: string; partnerId: string },
  answer: Outgoing | Failure,
  call: { at: number; durationMs: number; requestBody: string | null; code: string | null },
): void {
  touchKey(key.id, call.at);
  requestLog().add({
    id: incoming.requestId,
    at: call.at,
    partnerId: key.partnerId,
    keyId: key.id,
    method: incoming.method,
    route: work.route,
    path: incoming.path,
    query: incoming.search,
    status: answer.status,
    code: call.code,
    field: "field" in answer ? answer.field : null,
    durationMs: call.durationMs,
    ip: incoming.address,
    userAgent: incoming.header("user-agent") ?? null,
    requestHeaders: incoming.rawHeaders(),
    requestBody: call.requestBody,
    responseHeaders: answer.headers,
    responseBody: "logged" in answer ? (answer.logged ?? answer.body) : answer.body,
  });
}

/** Adds the headers of every partner API response. Contract: Limits. */
export function completeAnswer(answer: Outgoing, requestId: string, limitStatus: RateLimitStatus): void {
  Object.assign(answer.headers, {
    "Content-Type": answer.headers["Content-Type"] ?? "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...rateLimitHeaders(limitStatus),
    ...(answer.status === 401 && { "WWW-Authenticate": "Bearer" }),
  });
}

/** An unknown path under /api/v1. Only callers with a key get the 404. Limited and logged like any call. */
export const answerUnknownPath = (incoming: Incoming): Promise<Outgoing> =>
  answerRefused(incoming, new NotFound("There is nothing at this path"));

/** Refuses a call with `error`, whatever its path. Only callers with a key get it. Limited and logged like any call. */
export function answerRefused(incoming: Incoming, error: AppError): Promise<Outgoing> {
  return answerKeyedCall(incoming, { route: null, needed: null, run: () => Promise.reject(error) });
}

/** An unknown method of a path. Answers OPTIONS with the supported methods. */
export function answerUnknownMethod(incoming: Incoming, route: string, allowed: readonly string[]): Promise<Outgoing> {
  return answerKeyedCall(incoming, {
    route,
    needed: null,
    run: async () => {
      if (incoming.method !== "OPTIONS") throw new MethodNotAllowed(allowed);
      return { status: 204, headers: { Allow: allowed.join(", ") }, body: "" };
    },
  });
}

/** `answerUnknownPath` as a Web handler. */
export const unknownRoute = webHandler(answerUnknownPath);
