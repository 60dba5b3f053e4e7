import { z } from "zod";
import type { WebhookDeclaration } from "@/lib/api/openapi/webhooks";

/** One field of a request or a response, as the reference prints it. */
export type Field = {
  /** Dotted, as in errors. `[]` means each item: `performers[].email`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Lengths, ranges, patterns and allowed values. */
  rules: string[];
};

const JsonSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  examples: z.array(z.unknown()).optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type JsonSchema = z.infer<typeof JsonSchema>;

// zod writes the safe integers as bounds of every integer.
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** The fields of an object schema, in its own order, nested ones below their parent. `io`: a request or a response. */
export function fieldsOf(schema: z.ZodType | undefined, io: "input" | "output"): Field[] {
  if (!schema) return [];
  const document = jsonSchemaOf(schema, io);
  return listFields(resolve(document, document).schema, document, "");
}

/** An example value of the schema, from the examples of its fields. */
export function sampleOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const document = jsonSchemaOf(schema, io);
  return sample(document, document);
}

const jsonSchemaOf = (schema: z.ZodType, io: "input" | "output"): JsonSchema =>
  JsonSchema.parse(z.toJSONSchema(schema, { io, unrepresentable: "any" }));

function listFields(schema: JsonSchema, document: JsonSchema, prefix: string): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const { schema: inner, nullable } = resolve(value, document);
    const name = `${prefix}${key}`;
    const field = {
      name,
      type: nullable ? `${typeOf(inner, document)} or null` : typeOf(inner, document),
      required: required.has(key),
      description: inner.description ?? "",
      rules: rulesOf(inner),
    };
    if (inner.type !== "array") return [field, ...listFields(inner, document, `${name}.`)];
    return [field, ...listFields(resolve(inner.items, document).schema, document, `${name}[].`)];
  });
}

/** Resolves a reference or a nullable schema. The outer description wins. */
function resolve(value: unknown, document: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const schema = JsonSchema.parse(value ?? {});
  if (schema.$ref) {
    const target = resolve(document.$defs?.[schema.$ref.replace("#/$defs/", "")], document);
    return { ...target, schema: { ...target.schema, description: schema.description ?? target.schema.description } };
  }
  const choices = schema.anyOf?.map((choice) => resolve(choice, document).schema) ?? [];
  const real = choices.filter((choice) => choice.type !== "null");
  const [only] = real;
  if (!only || real.length !== 1 || real.length === choices.length) return { schema, nullable: false };
  return { schema: { ...only, description: schema.description ?? only.description }, nullable: true };
}

function typeOf(schema: JsonSchema, document: JsonSchema): string {
  if (schema.type === "array") return `array of ${typeOf(resolve(schema.items, document).schema, document)}s`;
  if (schema.format) return `string (${schema.format})`;
  if (schema.const !== undefined) return typeof schema.const;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type ?? "any";
}

function rulesOf(schema: JsonSchema): string[] {
  const rules: string[] = [];
  if (schema.enum) rules.push(`One of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}`);
  if (schema.const !== undefined) rules.push(`Always \`${String(schema.const)}\``);
  if (schema.default !== undefined) rules.push(`Default \`${JSON.stringify(schema.default)}\``);
  if (schema.maxLength !== undefined) rules.push(`At most ${schema.maxLength} characters`);
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  if (least !== undefined && least > -UNBOUNDED) rules.push(`At least ${least}`);
  if (schema.maximum !== undefined && schema.maximum < UNBOUNDED) rules.push(`At most ${schema.maximum}`);
  if (schema.minItems !== undefined)
    rules.push(`At least ${schema.minItems} ${schema.minItems === 1 ? "item" : "items"}`);
  if (schema.maxItems !== undefined) rules.push(`At most ${schema.maxItems} items`);
  return rules;
}

function sample(given: JsonSchema, document: JsonSchema): unknown {
  const { schema } = resolve(given, document);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(entries.map(([key, value]) => [key, sample(JsonSchema.parse(value), document)]));
  }
  if (schema.type === "array") return [sample(JsonSchema.parse(schema.items ?? {}), document)];
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number") return 1;
  if (schema.format === "date-time") return "2026-09-05T12:00:00.000Z";
  if (schema.format === "uri") return "https://platform.example.com";
  return "string";
}

/** One event type, as the reference prints it. */
export type ReferenceEvent = {
  /** The anchor: `event-` and the type. */
  id: string;
  type: string;
  when: string;
  /** The fields of `data`. */
  fields: Field[];
  /** A complete body. */
  sample: string;
};

/** The declared event types, in their order. */
export function referenceEvents(declarations: readonly WebhookDeclaration[]): ReferenceEvent[] {
  return declarations.map(({ type, when, data, example }) => ({
    id: `event-${type}`,
    type,
    when,
    fields: fieldsOf(data, "output"),
    sample: JSON.stringify(example, null, 2),
  }));
}
