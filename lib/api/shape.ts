import { z } from "zod";

/** The fields of an object schema in order, unwrapped if need be. Empty for any other schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
}

/** The fields of the object at a path into a schema. Empty where there is none. */
export function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): Readonly<Record<string, z.ZodType>> {
  let at: z.ZodType | undefined = schema;
  for (const step of path) {
    const inner: z.ZodType | undefined = at && unwrapped(at);
    if (inner instanceof z.ZodArray) at = inner.element as z.ZodType;
    else at = inner && shapeOf(inner)[String(step)];
  }
  return at ? shapeOf(at) : {};
}

/** Whether a body, or a field, may be left out. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** What reads the fields, if a schema looks at its whole input first. Such a look changes nothing. */
export const afterPreprocess = (schema: z.ZodType): z.ZodType | null =>
  schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform ? (schema.out as z.ZodType) : null;

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  // A preprocessed schema has the fields of its output.
  return unwrapped(afterPreprocess(schema) ?? (schema.in as z.ZodType));
}
