import { describe, expect, it } from "vitest";
import { fc } from "@/lib/testing/random";
import { sanitizeName } from "./schemas";

describe("sanitizeName", () => {
  it.each([
    ["Ada", "Ada"],
    ["  Ada \t\r\n King ", "Ada King"],
    ["O'Brien-Łoś", "O'Brien-Łoś"],
    ["<b>Ada</b>", "Ada"],
    ["<script>alert(1)</script>Ada", "alert(1)Ada"],
    ["Ada <script", "Ada"],
    ["<\u0000b>Ada", "Ada"],
    ["<!-- x -->Ada", "Ada"],
    ["a < b > c", "a b c"],
    ["Ada\u202Egnp.exe", "Adagnp.exe"],
    ["\u2066A\u2069d\u200Ba\uFEFF", "Ada"],
    ["A\u0007d\u009Ba\u2028King", "Ada King"],
    ["Ada\uD800", "Ada"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["Zoe\u0308", "Zoë"],
  ])("%j becomes %j", (raw, clean) => {
    expect(sanitizeName(raw)).toBe(clean);
  });

  it.each(["", "   ", "<b></b>", "\u0000\u202E"])("nothing is left of %j", (raw) => {
    expect(sanitizeName(raw)).toBeUndefined();
  });

  it("cuts to 100 characters, never through one", () => {
    expect(sanitizeName("é".repeat(150))).toBe("é".repeat(100));
    expect(sanitizeName(`${"a".repeat(99)}😀😀`)).toBe(`${"a".repeat(99)}😀`);
    expect(sanitizeName(`${"a".repeat(99)} b`)).toBe("a".repeat(99));
  });

  it("leaves nothing that opens a tag, controls or hides, and is stable", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom("<", ">", "/", "b", " ", "\u202E", "\u0000"), fc.string({ unit: "binary" })),
    });
    fc.assert(
      fc.property(text, (raw) => {
        const clean = sanitizeName(raw) ?? "";
        expect(clean).not.toMatch(/[<>\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        expect(Array.from(clean).length).toBeLessThanOrEqual(100);
        expect(sanitizeName(clean) ?? "").toBe(clean);
      }),
      { numRuns: 500 },
    );
  });
});
