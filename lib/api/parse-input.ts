import { z } from "zod";
import { AppError, InvalidField, MissingParameter, NotFound, sentenceFor } from "@/lib/platform/errors";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { BODY_LIMIT, type Declaration, type Incoming, type PathParams } from "./declaration";
import { readJson, readQuery } from "./read-json";

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

const parseQuery = (schema: z.ZodType, search: string): unknown =>
  validate(schema, readQuery(search, Object.keys(shapeOf(schema))));

async function parseBody(
  schema: z.ZodType,
  incoming: Incoming,
  { limit = BODY_LIMIT, onText }: { limit: number | undefined; onText: (text: string) => void },
): Promise<unknown> {
  const { value, empty } = await readJson(incoming, limit, onText);
  return empty && isOptional(schema) ? undefined : validate(schema, value);
}

type Path = readonly PropertyKey[];

/**
 * Parses input with a declared schema. Throws the first problem, in the order of the schema's fields, as `MissingParameter` or
 * `InvalidField`. A refinement can set another code in `params.code`. Contract: Errors.
 */
export function validate<S extends z.ZodType>(schema: S, input: Readonly<Record<string, unknown>>): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) {
    const unstorable = findUnstorableText(parsed.data);
    if (unstorable) throw unstorableText(unstorable);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const before = unstorableBefore(schema, input, path);
  if (before) throw unstorableText(before);
  const field = path.map(String).join(".");
  if (issue?.code === "custom" && typeof issue.params?.code === "string") {
    throw new AppError(400, sentenceFor(field, issue), { code: issue.params.code, ...(field && { field }) });
  }
  if (field && valueAt(input, path) === undefined) throw new MissingParameter(field);
  throw new InvalidField(field, issue ? sentenceFor(field, issue) : `${field} is not valid`);
}

function unstorableText(path: Path): InvalidField {
  const field = path.map(String).join(".");
  return new InvalidField(field, `${field} must be text without NUL characters or unpaired surrogates`);
}

// A field that the schema accepts may be unstorable and come before the schema's first error.
function unstorableBefore(schema: z.ZodType, input: Readonly<Record<string, unknown>>, path: Path): Path | null {
  for (const name of Object.keys(shapeOf(schema))) {
    if (name === path[0]) return null;
    const found = findUnstorableText(input[name], [name]);
    if (found) return found;
  }
  return null;
}

function valueAt(input: unknown, path: Path): unknown {
  let at = input;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** The fields of an object schema in order, unwrapped if need be. Empty for any other schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodPipe)) return {};
  // A preprocessed schema has the fields of its output.
  return shapeOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
}

/** Whether a body, or a field, may be left out. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;
