import type { z } from "zod";
import { invalidField, missingParameter, type Problem, sentenceFor } from "@/lib/platform/errors";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { alikeNames } from "./alike-names";
import { afterPreprocess, shapeAt, shapeOf } from "./shape";

type Input = Readonly<Record<string, unknown>>;
type Path = readonly PropertyKey[];
type Found = Problem & { path: Path };

const PROBLEMS_MOST = 50;

/**
 * Every field that a schema refuses, in their order, with its first problem; empty if it accepts the input. `sent` are the names that
 * were sent, if the input lacks unknown ones. Repeats names of fields, never values. Contract: Errors.
 */
export function problemsIn(schema: z.ZodType, input: Input, sent: readonly string[] = Object.keys(input)): Problem[] {
  const issues = issuesOf(schema, input).slice(0, 2 * PROBLEMS_MOST);
  const found = oneOfEach(issues.map((issue) => problemOf(issue, input)));
  if (found.length === 0) return [];
  insertUnstorable(found, schema, input);
  nameMisspelt(found, schema, input, sent);
  return withoutPaths(found);
}

/** The texts in accepted input that PostgreSQL can't store. */
export function unstorableIn(accepted: unknown): Problem[] {
  if (findUnstorableText(accepted) === null) return [];
  return withoutPaths(Object.entries(accepted as object).flatMap(([name, value]) => unstorable(name, value)));
}

const withoutPaths = (found: readonly Found[]): Problem[] =>
  found.slice(0, PROBLEMS_MOST).map(({ path: _, ...problem }) => problem);

function issuesOf(schema: z.ZodType, input: Input): z.core.$ZodIssue[] {
  const issues = schema.safeParse(input).error?.issues ?? [];
  // zod doesn't read the fields after a problem before them.
  const next = issues.length > 0 ? afterPreprocess(schema) : null;
  return next ? [...issues, ...issuesOf(next, input)] : issues;
}

function problemOf(issue: z.core.$ZodIssue, input: Input): Found {
  const { path } = issue;
  const field = nameOf(path);
  const message = sentenceFor(field, issue);
  if (issue.code === "custom" && typeof issue.params?.code === "string") {
    return { code: issue.params.code, field, message, path };
  }
  if (field && valueAt(input, path) === undefined) return { ...missingParameter(field), path };
  return { ...invalidField(field, message), path };
}

// What else a field breaks mostly has the same cause: a text that is no date is no date after 1900 either.
function oneOfEach(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ field }) => !seen.has(field) && seen.add(field));
}

function unstorable(name: string, value: unknown): Found[] {
  const path = findUnstorableText(value, [name]);
  if (!path) return [];
  const field = nameOf(path);
  return [{ ...invalidField(field, `${field} must be text without NUL characters or unpaired surrogates`), path }];
}

/** Adds text that the schema accepts and PostgreSQL doesn't, at its field's place. */
function insertUnstorable(found: Found[], schema: z.ZodType, input: Input): void {
  const fields = Object.entries(shapeOf(schema));
  const place = ({ path: [name] }: Found) => fields.findIndex(([field]) => field === name);
  for (const [name, field] of fields) {
    if (found.some(({ path }) => path[0] === name)) continue;
    // As the schema leaves it, because what it removes does no harm.
    for (const problem of unstorable(name, field.safeParse(input[name]).data)) {
      const next = found.findIndex((other) => place(other) > place(problem));
      found.splice(next === -1 ? found.length : next, 0, problem);
    }
  }
}

/** Names misspelt fields: in the message of the missing field, and at the end if the field is optional, because we ignored it. */
function nameMisspelt(found: Found[], schema: z.ZodType, input: Input, sent: readonly string[]): void {
  const missing = found.filter(({ path }) => path.length > 0 && valueAt(input, path) === undefined);
  const objects = new Map<string, Path>([["", []]]);
  for (const { path } of missing) objects.set(nameOf(path.slice(0, -1)), path.slice(0, -1));
  for (const at of objects.values()) {
    const known = Object.keys(shapeAt(schema, at));
    const given = at.length === 0 ? sent : Object.keys(valueAt(input, at) ?? {});
    const absent = known.filter((name) => !given.includes(name));
    const unknown = given.filter((name) => !known.includes(name));
    for (const [name, as] of alikeNames(absent, unknown)) {
      const path = [...at, name];
      const field = nameOf(path);
      const problem = missing.find((other) => other.field === field);
      if (problem) problem.message += `. Did you send it as ${as}?`;
      else
        found.push({
          code: "unknown_field",
          field,
          message: `We ignored ${nameOf([...at, as])}. Did you mean ${field}?`,
          path,
        });
    }
  }
}

const nameOf = (path: Path): string => path.map(String).join(".");

function valueAt(input: unknown, path: Path): unknown {
  let at = input;
  for (const step of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}
