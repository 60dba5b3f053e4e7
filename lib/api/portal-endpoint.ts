import type { z } from "zod";
import type { Actor, Ctx, PortalUserActor, Role } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import type { RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import type { Incoming, Input, Responses, Result, RouteContext, TypedSchemas } from "./declaration";
import { callContext, declaredWork, type Presented } from "./declared-work";
import { errorResponse, MethodNotAllowed, TooManyRequests } from "./failures";
import { RATE_LIMITS, rateLimitHeaders } from "./rate-limits";
import { calledFrom } from "./security";
import { endUnread, incomingOf, pathParamsOf } from "./web-exchange";

/** The signed-in person, from the request's cookies. Null without one. */
export type CurrentActor = (request: Request) => Promise<Actor | null>;

type PortalDeclaration<P, Q, B, R, To> = TypedSchemas<P, Q, B, R> & {
  summary: string;
  /** The permission the person needs. The one to read, by default. */
  to?: To;
};

/** The signed-in person, what a role may do, and the permission that a route needs if it declares none. */
export type PortalPeople<To> = { currentActor: CurrentActor; may: (role: Role, to: To) => boolean; usual: To };

/** A data route with the type of its 200 answer. The field exists only in the type, not at run time. */
export type PortalRoute<Answer> = ((request: Request, context?: RouteContext) => Promise<Response>) & {
  readonly answer?: Answer;
};

/** The JSON type of a data route's 200 answer. */
export type AnswerOf<Route> = Route extends PortalRoute<infer Answer> ? Answer : never;

/**
 * Makes `portalEndpoint`, for data routes of the portal. Like `endpoint`, but with a session instead of a key, and
 * without the request log or the API reference. `handle` may also return a Web `Response`, such as a file.
 */
export function portalEndpointWith<To>({ currentActor, may, usual }: PortalPeople<To>) {
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

    async function serve(request: Request, incoming: Incoming, context: RouteContext | undefined, caller: Caller) {
      // Next serves HEAD with the handler of GET, which may record a download that didn't happen.
      if (request.method === "HEAD") throw new MethodNotAllowed(["GET"]);
      refuseForeignWrites(request);
      const actor = await portalUser(currentActor, request, caller);
      if (!may(actor.role, declaration.to ?? usual)) throw new Forbidden("Your role in the team doesn't allow this");
      return work(callContext(actor, incoming), incoming, await pathParamsOf(context), () => {});
    }

    return (request, context) => {
      const incoming = incomingOf(request);
      return withRequestContext({ requestId: incoming.requestId }, async () => {
        const caller: Caller = { userId: null, limitStatus: null };
        const answer = await serve(request, incoming, context, caller).catch(errorResponse);
        if (answer.status === 401 || answer.status === 403) {
          logRefusal("portal request", {
            subject: caller.userId,
            ip: incoming.address ?? undefined,
            status: answer.status,
          });
        }
        const own = { "Cache-Control": "no-store", "X-Request-Id": incoming.requestId };
        const limits = caller.limitStatus ? rateLimitHeaders(caller.limitStatus) : {};
        for (const [name, value] of Object.entries({ ...own, ...limits })) answer.headers.set(name, value);
        return endUnread(request, answer);
      });
    };
  };
}

/** What serving learns about the caller. Filled step by step, so that refusals can also be answered and logged. */
type Caller = { userId: string | null; limitStatus: RateLimitStatus | null };

const JSON_TYPE = "application/json; charset=utf-8";

async function portalUser(currentActor: CurrentActor, request: Request, caller: Caller): Promise<PortalUserActor> {
  const actor = await currentActor(request);
  if (!actor) throw new Unauthorized("Sign in to continue");
  if ("userId" in actor) caller.userId = actor.userId;
  if (actor.kind !== "portal_user") throw new Forbidden("Only members of a partner's team can do this");
  caller.limitStatus = await rateLimiter().take(RATE_LIMITS.session, actor.userId);
  if (!caller.limitStatus.admitted) throw new TooManyRequests(caller.limitStatus, clock.now().getTime());
  return actor;
}

// Browsers send the session cookie with forms that another site posts.
function refuseForeignWrites(request: Request): void {
  if (request.method === "GET") return;
  const from = calledFrom(request.headers);
  if (from !== "own_page" && from !== "unsaid") throw new Forbidden("The request came from another site");
}

const webAnswer = ({ status, body }: Presented): Response =>
  new Response(body, { status, headers: { "Content-Type": JSON_TYPE } });
