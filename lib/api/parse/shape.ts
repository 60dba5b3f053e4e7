import { z } from "zod";

/** The fields of an object schema, in their order, whatever it is wrapped in; empty for any other schema. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return shapeOf(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodPipe ? shapeOf(schema.in as z.ZodType) : {};
}

/** Whether a body, or a field, may be left out. */
export const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;
