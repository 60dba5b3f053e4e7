import type { z } from "zod";
import type { Actor, Ctx, PortalUserActor, Role } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import type { Incoming, Input, Responses, Result, RouteContext, TypedSchemas } from "./declaration";
import type { Presented } from "./declared-work";
import { callContext, declaredWork } from "./declared-work";
import { errorResponse, TooManyRequests } from "./failures";
import { RATE_LIMITS, rateLimitHeaders } from "./rate-limits";
import { calledFrom } from "./security";
import { incomingOf, pathParamsOf } from "./web-exchange";

/** Who is signed in, from the request's cookies; null for nobody. */
export type CurrentActor = (request: Request) => Promise<Actor | null>;

type PortalDeclaration<P, Q, B, R, To> = TypedSchemas<P, Q, B, R> & {
  summary: string;
  /** What the person must be able to do; open to every role when left out. */
  to?: To;
};

/** What the portal knows of people: who is signed in, and what a role may do. */
export type PortalPeople<To> = { currentActor: CurrentActor; may: (role: Role, to: To) => boolean };

/** A data route that knows the type of what it answers with 200. Only types know: there is no such field at run time. */
export type PortalRoute<Answer> = ((request: Request, context?: RouteContext) => Promise<Response>) & {
  readonly answer?: Answer;
};

/** What a portal's data route answers with 200, as a reader of its JSON gets it. */
export type AnswerOf<Route> = Route extends PortalRoute<infer Answer> ? Answer : never;

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Makes `portalEndpoint`: a data route of the portal. Like `endpoint`, with a session in place of a key; its calls are
 * neither in the request log nor in the API reference. `handle` may also return a Web `Response`, e.g. a file.
 */
export function portalEndpointWith<To>({ currentActor, may }: PortalPeople<To>) {
  return function portalEndpoint<
    R extends Responses,
    P extends z.ZodType = z.ZodUndefined,
    Q extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
  >({
    handle,
    ...declaration
  }: PortalDeclaration<P, Q, B, R, To> & {
    handle: (ctx: Ctx<PortalUserActor>, input: Input<P, Q, B>) => Promise<Result<R> | Response> | Result<R> | Response;
  }): PortalRoute<z.infer<R[200]>> {
    const work = declaredWork({
      schemas: declaration,
      handle,
      answer: (result, presented) => (result instanceof Response ? result : webAnswer(presented(result))),
    });

    async function serve(request: Request, incoming: Incoming, context: RouteContext | undefined, limit: Limit) {
      refuseForeignWrites(request);
      const actor = await portalUser(currentActor, request, limit);
      const { to } = declaration;
      if (to !== undefined && !may(actor.role, to)) throw new Forbidden("Your role in the team does not allow this");
      return work(callContext(actor, incoming), incoming, await pathParamsOf(context), () => {});
    }

    return (request, context) => {
      const incoming = incomingOf(request);
      return withRequestContext({ requestId: incoming.requestId }, async () => {
        const limit: Limit = { limitStatus: null };
        const answer = await serve(request, incoming, context, limit).catch(errorResponse);
        const own = { "Cache-Control": "no-store", "X-Request-Id": incoming.requestId };
        const limits = limit.limitStatus ? rateLimitHeaders(limit.limitStatus) : {};
        for (const [name, value] of Object.entries({ ...own, ...limits })) answer.headers.set(name, value);
        return answer;
      });
    };
  };
}

type Limit = { limitStatus: RateLimitStatus | null };

const JSON_TYPE = "application/json; charset=utf-8";

async function portalUser(currentActor: CurrentActor, request: Request, limit: Limit): Promise<PortalUserActor> {
  const actor = await currentActor(request);
  if (!actor) throw new Unauthorized("Sign in to continue");
  if (actor.kind !== "portal_user") throw new Forbidden("Only people of a partner's team may do this");
  limit.limitStatus = await rateLimiter().take(RATE_LIMITS.session, actor.userId);
  if (!limit.limitStatus.admitted) throw new TooManyRequests(limit.limitStatus, clock.now().getTime());
  return actor;
}

// The session cookie comes along with a form that another site posts.
function refuseForeignWrites(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const from = calledFrom(request.headers);
  if (from !== "own_page" && from !== "unsaid") throw new Forbidden("The request came from another site");
}

const webAnswer = ({ status, body }: Presented): Response =>
  new Response(body, { status, headers: { "Content-Type": JSON_TYPE } });
