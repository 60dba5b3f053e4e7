import type { z } from "zod";
import { AppError, InvalidInput, invalidField, NotFound } from "@/lib/platform/errors";
import { BODY_LIMIT, type Declaration, type Incoming, type PathParams } from "./declaration";
import { problemsIn, unstorableIn } from "./problems";
import { readJson, readQuery } from "./read-json";
import { isOptional, shapeOf } from "./shape";

type InputSchemas = Pick<Declaration, "params" | "query" | "body" | "bodyLimit">;
type ParsedInput = { params: unknown; query: unknown; body: unknown };

/**
 * Parses what a route declares: path, then query, then body. Undeclared parts are undefined and not read. `find` looks up what the
 * path names before the body is read, so a missing resource is 404 whatever the body.
 */
export async function parseInput<F>(
  schemas: InputSchemas,
  incoming: Incoming,
  {
    params,
    find,
    onBodyText,
  }: { params: PathParams; find: (params: unknown) => Promise<F> | F; onBodyText: (text: string) => void },
): Promise<{ input: ParsedInput; found: F }> {
  const named = schemas.params && parseParams(schemas.params, params);
  const found = await find(named);
  const query = schemas.query && parseQuery(schemas.query, incoming.search);
  const body =
    schemas.body && (await parseBody(schemas.body, incoming, { limit: schemas.bodyLimit, onText: onBodyText }));
  return { input: { params: named, query, body }, found };
}

// A malformed id is a 404, like an unknown one.
function parseParams(schema: z.ZodType, params: PathParams): unknown {
  try {
    return validate(schema, params);
  } catch (error) {
    throw error instanceof AppError ? new NotFound() : error;
  }
}

function parseQuery(schema: z.ZodType, search: string): unknown {
  const { values, repeated, sent } = readQuery(search, Object.keys(shapeOf(schema)));
  if (repeated.size === 0) return validate(schema, values, sent);
  const twice = [...repeated].map((name) => invalidField(name, `${name} must not be repeated`));
  const others = problemsIn(schema, values, sent).filter(({ field }) => !repeated.has(field));
  throw new InvalidInput([...twice, ...others]);
}

async function parseBody(
  schema: z.ZodType,
  incoming: Incoming,
  { limit = BODY_LIMIT, onText }: { limit: number | undefined; onText: (text: string) => void },
): Promise<unknown> {
  const { value, empty } = await readJson(incoming, limit, onText);
  return empty && isOptional(schema) ? undefined : validate(schema, value);
}

/**
 * Parses input with a declared schema. Throws every problem as one `InvalidInput`, the first in the order of the schema's fields.
 * A refinement can set another code in `params.code`. `sent` as in `problemsIn`. Contract: Errors.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  input: Readonly<Record<string, unknown>>,
  sent?: readonly string[],
): z.output<S> {
  const parsed = schema.safeParse(input);
  const problems = parsed.success ? unstorableIn(parsed.data) : problemsIn(schema, input, sent);
  if (problems.length > 0) throw new InvalidInput(problems);
  return parsed.data as z.output<S>;
}
