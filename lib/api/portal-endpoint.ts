import type { z } from "zod";
import type { Actor, Ctx, PortalUserActor, Role } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";
import type { Input, Responses, Result, RouteContext } from "./declaration";
import { errorAnswer } from "./error-answer";
import type { Incoming } from "./exchange";
import { TooManyRequests } from "./failures";
import { parseInput } from "./parse/parse-input";
import { present } from "./present";
import { rateLimitHeaders } from "./rate-limit/headers";
import { type Standing, WINDOWS } from "./rate-limit/limiter";
import { rateLimiter } from "./rate-limit/shared-limiter";
import { incomingOf, pathParamsOf } from "./web-exchange";

/** Who is signed in, from the request's cookies; null for nobody. */
export type CurrentActor = (request: Request) => Promise<Actor | null>;

type PortalDeclaration<P, Q, B, R> = {
  summary: string;
  /** Who may; every role when left out. */
  roles?: readonly Role[];
  params?: P;
  query?: Q;
  body?: B;
  responses: R;
};

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Makes `portalEndpoint`: a data route of the portal. Like `endpoint`, with a session in place of a key; its calls are
 * neither in the request log nor in the API reference. `handle` may also return a Web `Response`, e.g. a file.
 */
export function portalEndpointWith(currentActor: CurrentActor) {
  return function portalEndpoint<
    R extends Responses,
    P extends z.ZodType = z.ZodUndefined,
    Q extends z.ZodType = z.ZodUndefined,
    B extends z.ZodType = z.ZodUndefined,
  >({
    handle,
    ...declaration
  }: PortalDeclaration<P, Q, B, R> & {
    handle: (ctx: Ctx<PortalUserActor>, input: Input<P, Q, B>) => Promise<Result<R> | Response> | Result<R> | Response;
  }): (request: Request, context?: RouteContext) => Promise<Response> {
    const { params, query, body, responses, roles } = declaration;

    async function serve(request: Request, incoming: Incoming, context: RouteContext | undefined, limit: Limit) {
      refuseForeignWrites(request);
      const actor = await portalUser(currentActor, request, roles, limit);
      const input = await parseInput({ params, query, body }, incoming, await pathParamsOf(context), () => {});
      // `parseInput` has parsed each part with the schema that its type is taken from.
      const result = await handle(contextOf(actor, incoming), input as Input<P, Q, B>);
      if (result instanceof Response) return result;
      const { status, body: text } = present(responses as Record<number, z.ZodType>, result);
      return new Response(text, { status, headers: { "Content-Type": JSON_TYPE } });
    }

    return (request, context) => {
      const incoming = incomingOf(request);
      return withRequestContext({ requestId: incoming.requestId }, async () => {
        const limit: Limit = { standing: null };
        const answer = await serve(request, incoming, context, limit).catch(refusal);
        const own = { "Cache-Control": "no-store", "X-Request-Id": incoming.requestId };
        const limits = limit.standing ? rateLimitHeaders(limit.standing) : {};
        for (const [name, value] of Object.entries({ ...own, ...limits })) answer.headers.set(name, value);
        return answer;
      });
    };
  };
}

type Limit = { standing: Standing | null };

const JSON_TYPE = "application/json; charset=utf-8";

async function portalUser(
  currentActor: CurrentActor,
  request: Request,
  roles: readonly Role[] | undefined,
  limit: Limit,
): Promise<PortalUserActor> {
  const actor = await currentActor(request);
  if (!actor) throw new Unauthorized("Sign in to continue");
  if (actor.kind !== "portal_user") throw new Forbidden("Only people of a partner's team may do this");
  limit.standing = await rateLimiter().take(WINDOWS.session, actor.userId);
  if (!limit.standing.admitted) throw new TooManyRequests(limit.standing, clock.now().getTime());
  if (roles && !roles.includes(actor.role)) throw new Forbidden("Your role in the team does not allow this");
  return actor;
}

// The session cookie comes along with a form that another site posts. Browsers say where a request was made.
function refuseForeignWrites(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const foreign = site ? site !== "same-origin" : origin !== null && origin !== env().baseUrl;
  if (foreign) throw new Forbidden("The request came from another site");
}

function contextOf(actor: PortalUserActor, incoming: Incoming): Ctx<PortalUserActor> {
  const userAgent = incoming.header("user-agent");
  return {
    actor,
    requestId: incoming.requestId,
    ...(incoming.address !== null && { ip: incoming.address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}

function refusal(error: unknown): Response {
  const { status, headers, body } = errorAnswer(error);
  return new Response(body, { status, headers: { ...headers, "Content-Type": JSON_TYPE } });
}
