import type { z } from "zod";
import { AppError, InvalidField, MissingParameter } from "@/lib/platform/errors";
import { sentenceFor } from "@/lib/platform/issue-words";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { shapeOf } from "./shape";

type Path = readonly PropertyKey[];

/**
 * Parses input with a declared schema. The first problem, in the order in which the schema lists its fields, is thrown
 * as `MissingParameter` or `InvalidField`; a refinement may name another code in `params.code`. Contract: Errors.
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
  return new InvalidField(field, `${field} must be text without NUL characters and unpaired surrogates`);
}

// What the schema itself does not mind may still stand before its first complaint.
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
