import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { env } from "@/lib/platform/env";
import { Reply } from "./respond";

export type Presented = { status: number; body: string };

/** The data that a route returned is not what it declares: a defect of ours, hence a 500. */
export class UndeclaredResponse extends Error {
  override name = "UndeclaredResponse";
}

/**
 * Turns what a route returned into the body that it declares. Nothing undeclared leaves: in production it is cut off, in
 * development and tests it is an error, so that it is found. Throws `UndeclaredResponse`.
 */
export function present(responses: Readonly<Record<number, z.ZodType>>, result: unknown): Presented {
  const { status, data } = result instanceof Reply ? result : { status: 200, data: result };
  const schema = responses[status];
  if (!schema) throw new UndeclaredResponse(`Status ${status} is not declared.`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.map(String).join(".")}: ${issue.message}`);
    // The values stay out: they may be what must not be logged.
    throw new UndeclaredResponse(`The response does not fit its declaration. ${problems.join("; ")}`);
  }
  const body = JSON.stringify(parsed.data);
  if (env().nodeEnv !== "production") requireNothingMore(data, body);
  return { status, body };
}

function requireNothingMore(data: unknown, body: string): void {
  const returned: unknown = JSON.parse(JSON.stringify(data));
  const declared: unknown = JSON.parse(body);
  if (!isDeepStrictEqual(returned, declared)) {
    throw new UndeclaredResponse("The response has fields that its declaration does not have, or changes them.");
  }
}
