import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { validate } from "./parse-input";
import { readQuery } from "./read-json";
import { isOptional, shapeOf } from "./shape";

function refusal(run: () => unknown): Pick<AppError, "code" | "field" | "message"> {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, field: error.field, message: error.message };
  }
  throw new Error("nothing was refused");
}

describe("readQuery", () => {
  it("reads declared parameters and ignores the rest", () => {
    const { values, sent } = readQuery("a=1&b=x+y%26&c&&other=%E0%A4x", ["a", "b", "c", "d"]);
    expect(values).toEqual({ a: "1", b: "x y&", c: "" });
    expect(sent).toEqual(["a", "b", "c", "other"]);
  });
  it("says which declared parameters were repeated, and refuses one that doesn't decode", () => {
    expect([...readQuery("a=1&a=2&a=3", ["a"]).repeated]).toEqual(["a"]);
    expect(refusal(() => readQuery("a=%E0%A4", ["a"]))).toMatchObject({ code: "invalid_query" });
    expect(readQuery("a=1&b=2&b=3", ["a"])).toMatchObject({ values: { a: "1" }, repeated: new Set() });
  });
  it("isn't fooled by names of JavaScript's own", () => {
    expect(readQuery("__proto__=x&constructor=y", ["a"]).values).toEqual({});
  });
});

describe("validate", () => {
  const schema = z.object({
    name: z.string().max(3),
    kind: z.enum(["a", "b"]),
    count: z.number().int().min(1).max(5),
    items: z
      .array(z.object({ at: z.iso.datetime() }))
      .max(2)
      .optional(),
  });
  const good = { name: "n", kind: "a", count: 1 };

  it.each([
    [{ ...good, name: 5 }, "name must be a string"],
    [{ ...good, name: "long" }, "name must have at most 3 characters"],
    [{ ...good, kind: "c" }, "kind must be one of a, b"],
    [{ ...good, count: 0 }, "count must be at least 1"],
    [{ ...good, count: 1.5 }, "count must be an int"],
    [
      { ...good, items: [{ at: "x" }] },
      "items.0.at must be an ISO 8601 date-time with a time zone, such as 2026-09-05T12:00:00Z",
    ],
    [{ ...good, items: [1] }, "items.0 must be an object"],
    [{ ...good, items: {} }, "items must be an array"],
  ])("says what is wrong with %j", (input, message) => {
    expect(refusal(() => validate(schema, input)).message).toBe(message);
  });

  it("lets a refinement set its own code and field", () => {
    const either = z.object({ a: z.string().optional(), b: z.string().optional() }).superRefine((value, ctx) => {
      if (!value.a && !value.b)
        ctx.addIssue({ code: "custom", path: ["a"], message: "Send a or b", params: { code: "missing_field" } });
    });
    expect(refusal(() => validate(either, {}))).toEqual({ code: "missing_field", field: "a", message: "Send a or b" });
  });
});

describe("shapeOf", () => {
  const object = z.object({ b: z.string(), a: z.string().optional() });
  it("unwraps object schemas, and keeps the order", () => {
    for (const schema of [
      object,
      object.optional(),
      object.nullable(),
      object.default({ b: "" }),
      object.transform((v) => v.b),
    ]) {
      expect(Object.keys(shapeOf(schema))).toEqual(["b", "a"]);
    }
    expect(shapeOf(z.string())).toEqual({});
  });
  it("tells optional fields from required ones", () => {
    expect([isOptional(z.string().optional()), isOptional(z.string().default("x")), isOptional(z.string())]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("findUnstorableText", () => {
  it("finds NUL and lone surrogates at any depth", () => {
    expect(findUnstorableText({ a: ["x", { b: "\0" }] })).toEqual(["a", 1, "b"]);
    expect(findUnstorableText("\udc00")).toEqual([]);
    expect(findUnstorableText({ a: "😀", b: new Date(), c: null, d: 1 })).toBeNull();
  });
});
