import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Actor, Ctx } from "@/lib/domain/context";
import { env } from "@/lib/platform/env";
import { type Incoming, type Input, type PathParams, Reply, type Responses, type TypedSchemas } from "./declaration";
import { parseInput } from "./parse-input";

/** Looks up what a path names, and throws what is to be said where there is nothing. */
export type Find<C, P extends z.ZodType, F> = (ctx: C, params: z.output<P>) => Promise<F>;

/** A route's own work on one call. `onBodyText` takes the body as it was sent. */
type Work<C, A> = (ctx: C, incoming: Incoming, params: PathParams, onBodyText: (text: string) => void) => Promise<A>;

type Declared<C, T, A, F, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Responses> = {
  schemas: TypedSchemas<P, Q, B, R>;
  /** Looks up what the path names, before the body is read. */
  find?: Find<C, P, F> | undefined;
  handle: (ctx: C, input: Input<P, Q, B>, found: F) => Promise<T> | T;
  /** Makes the answer of what `handle` returned; `presented` checks that it is what the route declares. */
  answer: (result: T, presented: (data: unknown) => Presented) => A;
};

/**
 * What every declared route does with an admitted call, whoever admitted it: parses what it declares, runs `handle`,
 * presents what comes of it. Made once for each route. The work throws what parsing, `handle` and `present` throw.
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
>({ schemas, find, handle, answer }: Declared<C, T, A, F, P, Q, B, R>): Work<C, A> {
  const { params: paramsSchema, query, body } = schemas;
  const inputSchemas = { params: paramsSchema, query, body };
  const responses = schemas.responses as Record<number, z.ZodType>;
  const presented = (data: unknown) => present(responses, data);
  return async (ctx, incoming, params, onBodyText) => {
    const { input, found } = await parseInput(inputSchemas, incoming, {
      params,
      onBodyText,
      // `parseInput` has parsed each part with the schema that its type is taken from.
      find: (named) => find?.(ctx, named as z.output<P>),
    });
    return answer(await handle(ctx, input as Input<P, Q, B>, found as F), presented);
  };
}

export type Presented = { status: number; body: string };

/** The data that a route returned is not what it declares: a defect of ours, hence a 500. */
class UndeclaredResponse extends Error {
  override name = "UndeclaredResponse";
}

/**
 * Turns what a route returned into the body that it declares. Nothing undeclared leaves: in production it is cut off, in
 * development and tests it is an error, so that it is found. Throws `UndeclaredResponse`.
 */
function present(responses: Readonly<Record<number, z.ZodType>>, result: unknown): Presented {
  const { status, data } = result instanceof Reply ? result : { status: 200, data: result };
  const schema = responses[status];
  if (!schema) throw new UndeclaredResponse(`Status ${status} is not declared.`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`);
    // The values stay out: they may be what must not be logged.
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

/** A call's context for the verbs: who acts, and what is known of where the call came from. */
export function callContext<A extends Actor>(actor: A, incoming: Incoming): Ctx<A> {
  const userAgent = incoming.header("user-agent");
  return {
    actor,
    requestId: incoming.requestId,
    ...(incoming.address !== null && { ip: incoming.address }),
    ...(userAgent !== undefined && { userAgent }),
  };
}
