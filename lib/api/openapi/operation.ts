import type { z } from "zod";
import type { Declaration, DeclaredError } from "@/lib/api/declaration";
import { isOptional, shapeOf } from "@/lib/api/parse/shape";
import type { Components, JsonSchema } from "./components";
import { ErrorBody, standardErrors } from "./standard-errors";

type Response = { description: string; headers?: JsonSchema; content?: JsonSchema };

const RATE_LIMIT_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"];
/** What a failure's answer carries besides. */
const FAILURE_HEADERS: Record<number, readonly string[]> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
const SUCCESSES: Record<number, string> = { 200: "Success.", 201: "Created.", 202: "Accepted." };

/** One route as an OpenAPI operation. */
export function operationOf(declaration: Declaration, components: Components): JsonSchema {
  const { operationId, tag, summary, description, params, query, body, example } = declaration;
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
    ...(body && { requestBody: requestBodyOf(body, example?.body, components) }),
    responses: { ...successes(declaration, components), ...failures(declaration, components) },
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

function requestBodyOf(schema: z.ZodType, example: unknown, components: Components): JsonSchema {
  return {
    required: !isOptional(schema),
    content: {
      "application/json": { schema: components.add(schema, "input"), ...(example !== undefined && { example }) },
    },
  };
}

function successes({ responses, example }: Declaration, components: Components): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: SUCCESSES[Number(status)] ?? "Success.",
        headers: headersOf(RATE_LIMIT_HEADERS),
        content: {
          "application/json": {
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

function failures(declaration: Declaration, components: Components): Record<string, Response> {
  const byStatus = new Map<number, DeclaredError[]>();
  for (const error of [...standardErrors(declaration), ...(declaration.errors ?? [])]) {
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  }
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(statuses.map(([status, errors]) => [status, failure(status, errors, components)]));
}

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

function headersOf(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
