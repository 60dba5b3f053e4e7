import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { touchKey } from "@/lib/domain/keys/touch-key";
import { clock } from "@/lib/platform/clock";
import { type AppError, NotFound } from "@/lib/platform/errors";
import type { Standing } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import { type Admission, admit, fallbackStanding } from "./admit";
import type { Incoming, Outgoing } from "./declaration";
import { callContext } from "./declared-work";
import { errorAnswer, type Failure, MethodNotAllowed } from "./failures";
import { rateLimitHeaders } from "./rate-limits";
import { requestLog } from "./request-log/queue";
import { webHandler } from "./web-exchange";

/** What stands behind the door: a route's own work, or the refusal of a path or method that is none. */
export type Door = {
  /** The declared path; null where there is none. */
  route: string | null;
  /** May throw; `onBodyText` takes the body as it was sent, for the log. */
  run(ctx: Ctx<PartnerKeyActor>, onBodyText: (text: string) => void): Promise<Outgoing>;
};

/**
 * One call of the partner API from its arrival to its answer: admission, the door's own work, headers, request log.
 * Never rejects: whatever is thrown becomes the flat error envelope. Contract: Authentication, Errors, Limits.
 */
export function answerKeyedCall(incoming: Incoming, door: Door): Promise<Outgoing> {
  return withRequestContext({ requestId: incoming.requestId }, () => passThrough(incoming, door));
}

async function passThrough(incoming: Incoming, door: Door): Promise<Outgoing> {
  const started = performance.now();
  const at = clock.now().getTime();
  const limiter = rateLimiter();
  const admission: Admission = { key: null, standing: null };
  let requestBody: string | null = null;
  let answer: Outgoing | Failure;
  try {
    const key = await admit(incoming, limiter, admission);
    answer = await door.run(callContext(actorOf(key), incoming), (text) => {
      requestBody = text;
    });
  } catch (error) {
    answer = errorAnswer(error);
  }
  completeAnswer(answer, incoming.requestId, admission.standing ?? (await fallbackStanding(incoming, limiter)));
  if (admission.key)
    note(incoming, door, admission.key, answer, { at, durationMs: performance.now() - started, requestBody });
  return answer;
}

const actorOf = (key: { id: string; partnerId: string }): PartnerKeyActor => ({
  kind: "partner_key",
  partnerId: key.partnerId,
  keyId: key.id,
});

function note(
  incoming: Incoming,
  door: Door,
  key: { id: string; partnerId: string },
  answer: Outgoing | Failure,
  call: { at: number; durationMs: number; requestBody: string | null },
): void {
  touchKey(key.id, call.at);
  requestLog().add({
    id: incoming.requestId,
    at: call.at,
    partnerId: key.partnerId,
    keyId: key.id,
    method: incoming.method,
    route: door.route,
    path: incoming.path,
    query: incoming.search,
    status: answer.status,
    code: "code" in answer ? answer.code : null,
    field: "field" in answer ? answer.field : null,
    durationMs: call.durationMs,
    ip: incoming.address,
    userAgent: incoming.header("user-agent") ?? null,
    requestHeaders: incoming.rawHeaders(),
    requestBody: call.requestBody,
    responseHeaders: answer.headers,
    responseBody: answer.body,
  });
}

/** Gives an answer the headers that every answer of the partner API has, whoever makes it. Contract: Limits. */
export function completeAnswer(answer: Outgoing, requestId: string, standing: Standing): void {
  Object.assign(answer.headers, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    ...rateLimitHeaders(standing),
    ...(answer.status === 401 && { "WWW-Authenticate": "Bearer" }),
  });
}

/** A path under /api/v1 that does not exist: told only to whoever has a key, limited and logged like any call. */
export const answerUnknownPath = (incoming: Incoming): Promise<Outgoing> =>
  answerRefused(incoming, new NotFound("There is nothing at this path"));

/** A call that cannot be made, whatever its path: refused with `error` to whoever has a key, limited and logged. */
export function answerRefused(incoming: Incoming, error: AppError): Promise<Outgoing> {
  return answerKeyedCall(incoming, { route: null, run: () => Promise.reject(error) });
}

/** A path that exists, asked with a method that it does not have; OPTIONS is told the methods that it has. */
export function answerUnknownMethod(incoming: Incoming, route: string, allowed: readonly string[]): Promise<Outgoing> {
  return answerKeyedCall(incoming, {
    route,
    run: async () => {
      if (incoming.method !== "OPTIONS") throw new MethodNotAllowed(allowed);
      return { status: 204, headers: { Allow: allowed.join(", ") }, body: "" };
    },
  });
}

/** `answerUnknownPath` as a Web handler. */
export const unknownRoute = webHandler(answerUnknownPath);
