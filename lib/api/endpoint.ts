import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { isConnectionLost } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import {
  type Declaration,
  type Incoming,
  type Input,
  neededBy,
  type Outgoing,
  type PathParams,
  type Responses,
  type Result,
  type RouteHandler,
  type TypedDeclaration,
} from "./declaration";
import { declaredWork, type Find } from "./declared-work";
import { OutcomeUnknown } from "./failures";
import { answerKeyedCall } from "./keyed-call";
import { errorsOf } from "./openapi/operation";
import { webHandler } from "./web-exchange";

/**
 * A route of the partner API. Adds, in this order: request id, flood ceiling, authentication, rate limit, parsing, `handle`, the
 * declared response, headers and the request log. `handle` returns plain data (200) or `respond(status, data)`, and throws the errors
 * of lib/platform/errors. `find` looks up what the path names before the body is read and passes it to `handle`. It is for routes
 * where the contract puts 404 before errors of the body.
 */
export function endpoint<
  R extends Responses,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  F = undefined,
>({
  find,
  handle,
  ...declaration
}: TypedDeclaration<P, Q, B, R> & {
  find?: Find<Ctx<PartnerKeyActor>, P, F>;
  handle: (ctx: Ctx<PartnerKeyActor>, input: Input<P, Q, B>, found: F) => Promise<Result<R>> | Result<R>;
}): RouteHandler {
  const { effect } = declaration;
  const work = declaredWork({
    schemas: declaration,
    find,
    handle: async (ctx: Ctx<PartnerKeyActor>, input: Input<P, Q, B>, found: F) => {
      try {
        return await handle(ctx, input, found);
      } catch (error) {
        throw effect && isConnectionLost(error) ? new OutcomeUnknown(effect, error) : error;
      }
    },
    answer: (result, presented): Outgoing => {
      const { status, body } = presented(result);
      return { status, headers: {}, body };
    },
  });

  const run: RouteHandler["run"] = (ctx, incoming, params, { onBodyText }) => work(ctx, incoming, params, onBodyText);
  return keyedRoute(declaration, run);
}

/** A route from its declaration and what it does with an admitted call. */
export function keyedRoute(declaration: Declaration, work: RouteHandler["run"]): RouteHandler {
  const isDeclared = ({ status, code }: AppError) =>
    errorsOf(declaration, null).some((error) => error.status === status && error.code === code);

  async function run(...call: Parameters<RouteHandler["run"]>): Promise<Outgoing> {
    try {
      return await work(...call);
    } catch (error) {
      if (!(error instanceof AppError) || env().nodeEnv === "production" || isDeclared(error)) throw error;
      throw new UndeclaredError(`${declaration.operationId} does not declare ${error.status} ${error.code ?? ""}`, {
        cause: error,
      });
    }
  }

  function answer(incoming: Incoming, params: PathParams, route: string | null): Promise<Outgoing> {
    const needed = neededBy(declaration, incoming.method);
    return answerKeyedCall(incoming, { route, needed, run: (ctx, call) => run(ctx, incoming, params, call) });
  }
  return Object.assign(webHandler(answer), { declaration, answer, run });
}

/** A route threw an error that it doesn't declare, so the reference lacks it. Our defect. Only in development and tests. */
class UndeclaredError extends Error {
  override name = "UndeclaredError";
}
