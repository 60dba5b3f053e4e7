import type { z } from "zod";
import { METHODS, type Route } from "@/lib/api/declaration";
import { Components, type JsonSchema } from "./components";
import { envelopeOf, type WebhookDeclaration } from "./webhooks";

/** The address of a schema, which is also its `$id`. */
export const schemaAddress = (baseUrl: string, name: string): string => `${baseUrl}/schemas/${name}.json`;

/**
 * The JSON Schemas that stand alone, by name: of the body of each event type, and of each named body of a request or a response. Each
 * names its own address as `$id`.
 */
export function jsonSchemas(
  routes: readonly Route[],
  declarations: readonly WebhookDeclaration[],
  baseUrl: string,
): ReadonlyMap<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  const add = (name: string, body: JsonSchema, title: string, description?: string) =>
    schemas.set(name, {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: schemaAddress(baseUrl, name),
      title,
      ...(description && { description }),
      ...body,
    });

  for (const declaration of declarations) {
    add(declaration.type, standAlone(envelopeOf(declaration)), declaration.type, declaration.when);
  }
  const components = new Components();
  for (const { handlers } of routes) {
    for (const method of METHODS) {
      const { body, isBulk, responses = {} } = handlers[method]?.declaration ?? {};
      if (body && !isBulk) components.add(body, "input");
      for (const schema of Object.values(responses)) components.add(schema, "output");
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    add(name, linked(schema, baseUrl) as JsonSchema, name);
  }
  return schemas;
}

function standAlone(schema: z.ZodType): JsonSchema {
  const components = new Components();
  return components.add(schema, "output");
}

// A schema refers to another by its address.
function linked(value: unknown, baseUrl: string): unknown {
  if (Array.isArray(value)) return value.map((item) => linked(item, baseUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "$ref" && typeof member === "string"
        ? schemaAddress(baseUrl, member.replace("#/components/schemas/", ""))
        : linked(member, baseUrl),
    ]),
  );
}
