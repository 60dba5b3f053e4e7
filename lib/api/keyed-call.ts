import { requestLog } from "@/lib/api/request-log/queue";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { touchKey } from "@/lib/domain/keys/touch-key";
import { clock } from "@/lib/platform/clock";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import { type Admission, admit, fallbackStanding } from "./admit";
import { callContext } from "./call-context";
import { completeAnswer } from "./complete-answer";
import { errorAnswer, type Failure } from "./error-answer";
import type { Incoming, Outgoing } from "./exchange";

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
