import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Actor, Ctx } from "@/lib/domain/core/context";
import { env } from "@/lib/platform/env";
import { type Incoming, type Input, type PathParams, Reply, type Responses, type TypedSchemas } from "./declaration";
import { parseInput } from "./parse-input";

/** Looks up what a path names. Throws the error to return if it is missing. */
export type Find<C, P extends z.ZodType, F> = (ctx: C, params: z.output<P>) => Promise<F>;

/** What a route does with one call. Passes the raw body to `onBodyText`. */
type Work<C, A> = (ctx: C, incoming: Incoming, params: PathParams, onBodyText: (text: string) => void) => Promise<A>;

type Handling<C, T, A, F, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Responses> = {
  schemas: TypedSchemas<P, Q, B, R>;
  /** Looks up what the path names, before the body is read. */
  find?: Find<C, P, F> | undefined;
  handle: (ctx: C, input: Input<P, Q, B>, found: F) => Promise<T> | T;
  /** Builds the response from the result of `handle`. `presented` checks it against the declaration. */
  answer: (result: T, presented: (data: unknown) => Presented) => A;
};

/**
 * What every declared route does with an admitted call: parse the input, run `handle`, present the result. Created once per route.
 * Throws what parsing, `handle` and `present` throw.
 */
export function declaredWork<
  C,
  T,
  A,
  F,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Responses,
>({ schemas, find, handle, answer }: Handling<C, T, A, F, P, Q, B, R>): Work<C, A> {
  const { params: paramsSchema, query, body, bodyLimit } = schemas;
  const inputSchemas = { params: paramsSchema, query, body, bodyLimit };
  const responses = schemas.responses as Record<number, z.ZodType>;
  const presented = (data: unknown) => present(responses, data);
  return async (ctx, incoming, params, onBodyText) => {
    const { input, found } = await parseInput(inputSchemas, incoming, {
      params,
      onBodyText,
      // `parseInput` parsed each part with the schema that its type comes from.
      find: (named) => find?.(ctx, named as z.output<P>),
    });
    return answer(await handle(ctx, input as Input<P, Q, B>, found as F), presented);
  };
}

export type Presented = { status: number; body: string };

/** A route returned something it doesn't declare. Our defect, so a 500. */
class UndeclaredResponse extends Error {
  override name = "UndeclaredResponse";
}

/**
 * Turns a route's result into its declared body. Undeclared fields are dropped in production, and an error in development and tests.
 * Throws `UndeclaredResponse`.
 */
function present(responses: Readonly<Record<number, z.ZodType>>, result: unknown): Presented {
  const { status, data } = result instanceof Reply ? result : { status: 200, data: result };
  const schema = responses[status];
  if (!schema) throw new UndeclaredResponse(`Status ${status} is not declared.`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`);
    // Without the values, which may be secret.
    throw new UndeclaredResponse(`The response does not fit its declaration. ${problems.join("; ")}`);
  }
  const body = JSON.stringify(parsed.data);
  if (env().nodeEnv !== "production") requireNothingMore(data, body);
  return { status, body };
}

function requireNothingMore(data: unknown, body: string): void {
  const returned: unknown = JSON.parse(JSON.stringify(data));
  const declared: unknown = JSON.parse(body);
  if (!isDeepStrictEqual(returned, declared)) {
    throw new UndeclaredResponse("The response has fields that its declaration does not have, or changes them.");
  }
}

/** A call's context for verbs: who acts, and where the call came from. */
export function callContext<A extends Actor>(actor: A, incoming: Incoming): Ctx<A> {
  const userAgent = incoming.header("user-agent");
  return {
    actor,
    requestId: incoming.requestId,
    ...(incoming.address !== null && { ip: incoming.address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}
