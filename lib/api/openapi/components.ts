import { z } from "zod";

export type JsonSchema = { [key: string]: unknown };

type Direction = "input" | "output";

/** Collects the named schemas that operations refer to, each written once under `#/components/schemas`. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** The JSON Schema of a request (`input`) or response (`output`), by reference if it has an id. Throws when two schemas share an id. */
  add(schema: z.ZodType, io: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    for (const [id, definition] of Object.entries($defs)) this.#keep(id, tidy(definition as JsonSchema, io));
    return tidy(root, io);
  }

  #keep(id: string, definition: JsonSchema): void {
    const existing = this.schemas[id];
    if (existing && JSON.stringify(existing) !== JSON.stringify(definition)) {
      throw new Error(`Two different schemas are called ${id}.`);
    }
    this.schemas[id] = definition;
  }
}

// Turns what zod writes for validators into what an API reference shows.
function tidy(value: unknown, io: Direction): JsonSchema {
  return walk(value, io) as JsonSchema;
}

function walk(value: unknown, io: Direction): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, io));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, member]) => {
    // A format is clearer than the regular expression that checks it.
    if (name === "pattern" || name === "allOf") return !("format" in value);
    // zod writes the safe integers as bounds of every integer.
    if (name === "minimum" || name === "maximum") return Math.abs(Number(member)) !== Number.MAX_SAFE_INTEGER;
    // We add fields without notice, so the document must not rule out others.
    if (name === "additionalProperties") return member !== false;
    return name !== "id";
  });
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      name === "$ref" ? reference(member) : name === "properties" ? fieldsOf(value, io) : walk(member, io),
    ]),
  );
}

// The keys of "properties" are field names, not keywords.
function fieldsOf({ properties, required }: { properties?: unknown; required?: unknown }, io: Direction): JsonSchema {
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]) => {
      const field = walk(schema, io) as JsonSchema;
      return [name, io === "input" && !isRequired(name) ? orNull(field) : field];
    }),
  );
}

// In a request, null means left out. A default would make generated clients require the field.
function orNull({ description, examples, default: _, ...schema }: JsonSchema): JsonSchema {
  return {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
    anyOf: [schema, { type: "null" }],
  };
}

const reference = (target: unknown): string => String(target).replace("#/$defs/", "#/components/schemas/");
