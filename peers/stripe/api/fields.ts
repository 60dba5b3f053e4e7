import { type Account, invalid, type Thing } from "@/peers/stripe/account";

// The parameters of calls and their validation, with Stripe's error texts.

export type Shape =
  | { is: "text" | "integer" | "boolean" | "url" }
  | { is: "enum"; of: readonly string[] }
  | { is: "list"; of: Shape }
  | { is: "object"; fields: Readonly<Record<string, Shape>>; required: readonly string[] }
  | { is: "metadata" };

export type ObjectShape = Extract<Shape, { is: "object" }>;
export type Value = string | number | boolean | Value[] | { [name: string]: Value };
export type Fields = { [name: string]: Value };

export const text: Shape = { is: "text" };
export const integer: Shape = { is: "integer" };
export const boolean: Shape = { is: "boolean" };
export const url: Shape = { is: "url" };
export const metadata: Shape = { is: "metadata" };
export const oneOf = (...of: string[]): Shape => ({ is: "enum", of });
export const listOf = (of: Shape): Shape => ({ is: "list", of });
export const object = (fields: Record<string, Shape>, required: readonly string[] = []): ObjectShape => ({
  is: "object",
  fields,
  required,
});

type Tree = string | Map<string, Tree>;

/** The validated values of a form or query. Throws `Refusal`. */
export function checked(shape: ObjectShape, sent: URLSearchParams): Fields {
  const root = new Map<string, Tree>();
  for (const [name, value] of sent) place(root, name, value);
  return checkObject(shape, root, "");
}

// `a[b][0][c]` is a path of names.
function place(root: Map<string, Tree>, name: string, value: string): void {
  const path = [name.split("[")[0] ?? "", ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? "")];
  let at = root;
  for (const part of path.slice(0, -1)) {
    const next = at.get(part) ?? new Map<string, Tree>();
    if (typeof next === "string") throw invalid(`Invalid object: ${name}`);
    at.set(part, next);
    at = next;
  }
  at.set(path.at(-1) ?? "", value);
}

function checkObject({ fields, required }: ObjectShape, tree: Map<string, Tree>, path: string): Fields {
  const found: Fields = {};
  for (const [name, value] of tree) {
    const shape = fields[name];
    const param = path ? `${path}[${name}]` : name;
    if (!shape) throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
    found[name] = check(shape, value, param);
  }
  for (const name of required) {
    const param = path ? `${path}[${name}]` : name;
    if (!tree.has(name)) throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return found;
}

function check(shape: Shape, value: Tree, param: string): Value {
  if (shape.is === "object") {
    if (typeof value === "string") throw invalid("Invalid object", { param });
    return checkObject(shape, value, param);
  }
  if (shape.is === "list") {
    if (typeof value === "string") throw invalid("Invalid array", { param });
    return [...value].map(([n, item]) => check(shape.of, item, `${param}[${n}]`));
  }
  if (shape.is === "metadata") return checkMetadata(value, param);
  if (typeof value !== "string") throw invalid(`Invalid string: ${param}`, { param });
  return checkPlain(shape, value, param);
}

function checkPlain(
  shape: Exclude<Shape, { is: "object" | "list" | "metadata" }>,
  value: string,
  param: string,
): Value {
  if (value === "")
    throw invalid(`You passed an empty string for '${param}'.`, { code: "parameter_invalid_empty", param });
  if (shape.is === "integer") {
    if (!/^-?\d+$/.test(value))
      throw invalid(`Invalid integer: ${value}`, { code: "parameter_invalid_integer", param });
    return Number(value);
  }
  if (shape.is === "boolean") {
    if (value !== "true" && value !== "false") throw invalid(`Invalid boolean: ${value}`, { param });
    return value === "true";
  }
  if (shape.is === "enum" && !shape.of.includes(value)) {
    throw invalid(`Invalid ${param}: must be one of ${shape.of.join(", ")}`, { param });
  }
  if (shape.is === "url" && !/^https?:\/\//.test(value))
    throw invalid("Not a valid URL", { code: "url_invalid", param });
  if (value.length > 5000) throw invalid(`Invalid string: ${param} is too long`, { param });
  return value;
}

function checkMetadata(value: Tree, param: string): Fields {
  if (typeof value === "string") throw invalid("Invalid object", { param });
  const entries = [...value].map(([name, item]): [string, Value] => {
    if (typeof item !== "string" || item.length > 500 || name.length > 40) throw invalid("Invalid metadata", { param });
    return [name, item];
  });
  if (entries.length > 50) throw invalid("Metadata has a maximum of 50 keys", { param });
  return Object.fromEntries(entries);
}

type Call = { account: Account; id: string; fields: Fields; expand: ReadonlySet<string> };

/** A route of Stripe's API. `path` has at most one group: the id. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  takes: ObjectShape;
  /** The properties that can be expanded, by full path. */
  expands?: readonly string[];
  run: (call: Call) => object;
};

/** One page of a list. */
export function page(things: readonly Thing[], { limit = 10, starting_after: after }: Fields, url: string): object {
  const from = after === undefined ? 0 : things.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw invalid(`No such object: ${String(after)}`, { code: "resource_missing" });
  if (typeof limit !== "number" || limit < 1 || limit > 100) throw invalid("Invalid limit", { param: "limit" });
  const data = things.slice(from, from + limit);
  return { object: "list", url, has_more: from + limit < things.length, data };
}
