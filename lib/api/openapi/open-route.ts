import type { z } from "zod";
import type { Components, JsonSchema } from "./components";
import { ErrorBody, headersOf } from "./operation";

/** A GET outside the partner API that needs no key. */
export type OpenRoute = {
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  mediaType: string;
  response: z.ZodType;
  /** How long clients may keep the answer. */
  cacheControl: string;
  cacheExample: string;
};

/** An open route as an OpenAPI operation. */
export function openOperationOf(route: OpenRoute, components: Components): JsonSchema {
  const { operationId, tag, summary, description, mediaType, response } = route;
  const cacheControl = {
    description: route.cacheControl,
    required: true,
    schema: { type: "string", examples: [route.cacheExample] },
  };
  const failure = (text: string, headers: readonly string[]) => ({
    description: text,
    headers: headersOf([...headers, "X-Request-Id"]),
    content: { "application/json": { schema: components.add(ErrorBody, "output") } },
  });
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [],
    responses: {
      200: {
        description: "Success.",
        headers: { "Cache-Control": cacheControl, ...headersOf(["X-Request-Id"]) },
        content: { [mediaType]: { schema: components.add(response, "output") } },
      },
      500: failure("Something failed on our side. Retry with exponential backoff.", []),
      503: failure("The service is temporarily unavailable. `Retry-After` says when to try again.", ["Retry-After"]),
    },
  };
}
