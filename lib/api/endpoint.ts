import type { z } from "zod";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import type { Input, Responses, Result, RouteHandler, TypedDeclaration } from "./declaration";
import type { Incoming, Outgoing, PathParams } from "./exchange";
import { answerKeyedCall } from "./keyed-call";
import { parseInput } from "./parse/parse-input";
import { present } from "./present";
import { webHandler } from "./web-exchange";

/**
 * A route of the partner API. Gives it, in this order: request id, flood ceiling, authentication, the key's own limit,
 * parsing, `handle`, the declared response, headers, a row in the request log. `handle` returns plain data (200) or
 * `respond(status, data)`, and throws the errors of lib/platform/errors.
 */
export function endpoint<
  R extends Responses,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>({
  handle,
  ...declaration
}: TypedDeclaration<P, Q, B, R> & {
  handle: (ctx: Ctx<PartnerKeyActor>, input: Input<P, Q, B>) => Promise<Result<R>> | Result<R>;
}): RouteHandler {
  const { params: paramsSchema, query, body, responses } = declaration;

  async function run(
    ctx: Ctx<PartnerKeyActor>,
    incoming: Incoming,
    params: PathParams,
    onBodyText: (text: string) => void,
  ) {
    const input = await parseInput({ params: paramsSchema, query, body }, incoming, params, onBodyText);
    // `parseInput` has parsed each part with the schema that its type is taken from.
    const presented = present(responses as Record<number, z.ZodType>, await handle(ctx, input as Input<P, Q, B>));
    return { ...presented, headers: {} };
  }

  function answer(incoming: Incoming, params: PathParams, route: string | null): Promise<Outgoing> {
    return answerKeyedCall(incoming, { route, run: (ctx, onBodyText) => run(ctx, incoming, params, onBodyText) });
  }

  return Object.assign(webHandler(answer), { declaration, answer });
}
