import { z } from "zod";
import { BODY_LIMIT, type Declaration, type DeclaredError, mediaTypeOf, neededBy } from "@/lib/api/declaration";
import { areaWord } from "@/lib/domain/parties/keys/scopes";
import { lookFirst } from "../failures";
import { isOptional, shapeOf } from "../shape";
import type { Components, JsonSchema } from "./components";

type Response = { description: string; headers?: JsonSchema; content?: JsonSchema };

const RATE_LIMIT_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"];
/** Additional headers of some errors. */
const FAILURE_HEADERS: Record<number, readonly string[]> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
const SUCCESSES: Record<number, string> = { 200: "Success.", 201: "Created.", 202: "Accepted." };

/** One route as an OpenAPI operation. */
export function operationOf(declaration: Declaration, method: string, components: Components): JsonSchema {
  const { operationId, tag, summary, description, params, query, example } = declaration;
  const parameters = [
    ...parametersOf("path", params, example?.params, components),
    ...parametersOf("query", query, example?.query, components),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(declaration, components),
    responses: { ...successes(declaration, components), ...failures(declaration, method, components) },
  };
}

function parametersOf(
  place: "path" | "query",
  schema: z.ZodType | undefined,
  example: Record<string, string> | undefined,
  components: Components,
): JsonSchema[] {
  return Object.entries(schema ? shapeOf(schema) : {}).map(([name, field]) => {
    const { description, ...rest } = components.add(field, "input");
    return {
      name,
      in: place,
      required: place === "path" || !isOptional(field),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(example?.[name] !== undefined && { example: example[name] }),
    };
  });
}

function requestBodyOf(declaration: Declaration, components: Components): JsonSchema {
  const { body, isBulk, example } = declaration;
  if (!body) return {};
  const sent = example?.body === undefined ? {} : { example: example.body };
  return {
    requestBody: {
      ...(isBulk && { description: `One JSON object a line. ${OF_A_LINE}` }),
      required: !isOptional(body),
      content: { [mediaTypeOf(declaration)]: { schema: components.add(body, "input"), ...sent } },
    },
  };
}

const OF_A_LINE = "The schema and the example are those of one line.";

function successes(declaration: Declaration, components: Components): Record<string, Response> {
  const { responses, isBulk, example } = declaration;
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: isBulk ? `An answer a line. ${OF_A_LINE}` : (SUCCESSES[Number(status)] ?? "Success."),
        headers: headersOf(RATE_LIMIT_HEADERS),
        content: {
          [mediaTypeOf(declaration)]: {
            schema: components.add(schema, "output"),
            ...exampleOf(status, example),
          },
        },
      },
    ]),
  );
}

function exampleOf(status: string, example: Declaration["example"]): { example?: unknown } {
  const value = status === "200" && example?.repeated !== undefined ? example.repeated : example?.response;
  return value === undefined ? {} : { example: value };
}

function failures(declaration: Declaration, method: string, components: Components): Record<string, Response> {
  const byStatus = new Map<number, DeclaredError[]>();
  for (const error of errorsOf(declaration, method)) {
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  }
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  const described = Object.fromEntries(
    statuses.map(([status, errors]) => [status, failure(status, errors, components)]),
  );
  const { 503: unavailable } = described;
  if (declaration.effect && unavailable) unavailable.headers = { ...unavailable.headers, "Retry-After": RETRY_IF_SAFE };
  return described;
}

/** Of a call that may have taken effect, when a 503 doesn't know. */
const RETRY_IF_SAFE = {
  description: "Seconds to wait before the next request. Absent if the call may have taken effect.",
  required: false,
  schema: { type: "integer", examples: [5] },
};

function failure(status: number, errors: readonly DeclaredError[], components: Components): Response {
  const schemas = [...new Set(errors.map((error) => error.schema ?? ErrorBody))].map((schema) =>
    components.add(schema, "output"),
  );
  const [only] = schemas;
  return {
    description: errors.map(({ code, when }) => (code ? `- \`${code}\`: ${when}` : `- ${when}`)).join("\n"),
    headers: headersOf([...RATE_LIMIT_HEADERS, ...(FAILURE_HEADERS[status] ?? [])]),
    content: { "application/json": { schema: schemas.length === 1 ? only : { anyOf: schemas } } },
  };
}

export function headersOf(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const Problem = z
  .object({
    code: z.string().meta({
      description:
        "`missing_parameter`, `invalid_field`, `missing_field`, or `unknown_field`: ignored, because it is misspelt.",
      examples: ["invalid_field"],
    }),
    field: z.string().meta({ description: "The documented field, as a dotted path.", examples: ["email"] }),
    message: z
      .string()
      .meta({ description: "For people, like `error`.", examples: ["email must be an email address"] }),
  })
  .meta({ id: "Problem" });

/** Contract: Errors, `Error`. */
export const ErrorBody = z
  .object({
    error: z.string().meta({
      description: "What went wrong, for people. Not part of the contract, so it may change.",
      examples: ["email must be an email address"],
    }),
    code: z
      .string()
      .optional()
      .meta({
        description: "What went wrong, for programs. Treat an unknown code as its HTTP status.",
        examples: ["invalid_field"],
      }),
    field: z
      .string()
      .optional()
      .meta({ description: "The invalid field, as a dotted path.", examples: ["email"] }),
    errors: z
      .array(Problem)
      .optional()
      .meta({
        description:
          "Every problem of an invalid request, at most 50, in the order of its fields. `error`, `code` and `field` are the first " +
          "one's. Absent on other errors.",
        examples: [[{ code: "invalid_field", field: "email", message: "email must be an email address" }]],
      }),
  })
  .meta({ id: "Error" });

/** Contract: Limits, `RateLimitError`. */
const RateLimitError = z
  .object({
    error: z.string().meta({ description: "For people.", examples: ["Too many requests"] }),
    retryAfter: z
      .int()
      .optional()
      .meta({ description: "Seconds to wait, as in the Retry-After header.", examples: [12] }),
    limit: z.int().meta({ description: "Requests allowed in the window.", examples: [300] }),
    remaining: z.int().meta({ description: "Requests left in the window.", examples: [0] }),
    reset: z.int().meta({
      description: "Epoch milliseconds at which the oldest counted request leaves the window.",
      examples: [1788609600000],
    }),
  })
  .meta({ id: "RateLimitError" });

/** All errors that a route can return to a method. Null: to any. */
export const errorsOf = (declaration: Declaration, method: string | null): DeclaredError[] => [
  ...standardErrors(declaration, method),
  ...(declaration.errors ?? []),
];

/** The errors that a route can return without declaring them, depending on its input and method. Null: on any. */
export function standardErrors(declaration: Declaration, method: string | null): DeclaredError[] {
  const { params, query, body, bodyLimit = BODY_LIMIT, isBulk, effect } = declaration;
  const fields = isBulk ? [] : [query, body].flatMap((schema) => Object.values(schema ? shapeOf(schema) : {}));
  const needed = method === null ? null : neededBy(declaration, method);
  return [
    ...(fields.some((field) => !isOptional(field))
      ? [{ status: 400, code: "missing_parameter", when: "A required field is missing." }]
      : []),
    ...(fields.length > 0 ? [{ status: 400, code: "invalid_field", when: "A field has an invalid value." }] : []),
    ...(query ? [{ status: 400, code: "invalid_query", when: "The query isn't percent-encoded UTF-8." }] : []),
    ...(body
      ? [
          {
            status: 400,
            code: "invalid_json",
            when: isBulk ? "The body is empty." : "The body isn't a JSON object in UTF-8.",
          },
        ]
      : []),
    { status: 400, when: "The request isn't valid HTTP/1.1." },
    {
      status: 401,
      when: "The Authorization header is missing, or the key is unknown, revoked or expired, or doesn't work from your address.",
    },
    { status: 403, code: "TEST_MODE_UNAVAILABLE", when: "You used a test key. There is no sandbox." },
    { status: 403, when: "Your partner account isn't active." },
    {
      status: 403,
      code: "insufficient_scope",
      when: `The key is restricted, and may not ${needed ? `${needed.access} ${areaWord(needed.area)}` : "make this call"}.`,
    },
    ...(params ? [{ status: 404, when: "It doesn't exist, or belongs to another partner." }] : []),
    {
      status: 405,
      code: "method_not_allowed",
      when: "The path doesn't support this method. `Allow` lists those that it does.",
    },
    { status: 408, when: "The request didn't arrive in time." },
    ...(body
      ? [
          { status: 413, code: "payload_too_large", when: `The body is larger than ${bodyLimit / 1024} KiB.` },
          {
            status: 415,
            code: "unsupported_media_type",
            when: `The body isn't ${mediaTypeOf(declaration)}, or is compressed.`,
          },
        ]
      : []),
    { status: 417, when: "`Expect` asks for something other than `100-continue`." },
    { status: 429, when: "You reached a rate limit. Wait for the seconds in Retry-After.", schema: RateLimitError },
    { status: 431, when: "The headers are larger than 16 KiB." },
    {
      status: 500,
      when: `Something failed on our side. ${effect ? lookFirst(effect) : "Retry with exponential backoff."}`,
    },
    { status: 503, when: "The service is temporarily unavailable. `Retry-After` says when to try again." },
    ...(effect
      ? [{ status: 503, when: `Without \`Retry-After\`: the call may have taken effect. ${lookFirst(effect)}` }]
      : []),
  ];
}
