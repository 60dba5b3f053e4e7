import type { z } from "zod";
import type { Incoming, PathParams } from "@/lib/api/exchange";
import { AppError, NotFound } from "@/lib/platform/errors";
import { readQuery } from "./query";
import { readJson } from "./read-json";
import { isOptional, shapeOf } from "./shape";
import { validate } from "./validate";

export type InputSchemas = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
export type ParsedInput = { params: unknown; query: unknown; body: unknown };

/**
 * Parses what a route declares, in the order path, query, body; what it does not declare is undefined and is not read.
 * `find` looks up what the path names before the body is read: what is not there is 404, whatever the body says.
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
  const body = schemas.body && (await parseBody(schemas.body, incoming, onBodyText));
  return { input: { params: named, query, body }, found };
}

// An id of an impossible form names nothing, exactly like an id that nobody has.
function parseParams(schema: z.ZodType, params: PathParams): unknown {
  try {
    return validate(schema, params);
  } catch (error) {
    throw error instanceof AppError ? new NotFound() : error;
  }
}

const parseQuery = (schema: z.ZodType, search: string): unknown =>
  validate(schema, readQuery(search, Object.keys(shapeOf(schema))));

async function parseBody(schema: z.ZodType, incoming: Incoming, onText: (text: string) => void): Promise<unknown> {
  const { value, empty } = await readJson(incoming, onText);
  return empty && isOptional(schema) ? undefined : validate(schema, value);
}
