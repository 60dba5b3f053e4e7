import type { z } from "zod";
import { parseInput } from "@/lib/api/parse/parse-input";
import type { Input, Responses, TypedSchemas } from "./declaration";
import type { Incoming, PathParams } from "./exchange";
import { type Presented, present } from "./present";

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
