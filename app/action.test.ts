import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/platform/ids";
import { isUnreadAction, withRequestContext } from "@/lib/platform/request-context";
import { action, actionId, actionToken, anybody, read } from "./action";

const form = new FormData();
form.set("name", "Ada");

// Values that a caller may send for any argument, because React decodes them all.
const ODD = [
  undefined,
  null,
  0,
  Number.NaN,
  10n ** 30n,
  true,
  "",
  "a\u0000b",
  "\ud800",
  "x".repeat(5_000),
  {},
  { toString: 1, get: "x", constructor: null },
  Object.create(null),
  [],
  [["a"]],
  new Date(Number.NaN),
  new Map([[{}, 1]]),
  new Set([1]),
  new Blob(["x"]),
  new URLSearchParams("name=Ada"),
  new Error("x"),
  Symbol.for("x"),
  () => "called",
  Promise.resolve("x"),
  // A reference that stays with the client and throws on any access.
  new Proxy(() => undefined, {
    get: () => {
      throw new Error("Cannot access get on the server");
    },
  }),
];

describe("a server action", () => {
  it("gets valid arguments unchanged", async () => {
    const act = action(anybody, [read.id, read.link, read.text, read.form], async (_, ...args) => args);
    expectTypeOf(act).parameters.toEqualTypeOf<[string, string, string, FormData]>();
    expect(await act("03f9c2k7v1m4x8q0z5t6b3n1a", "t0ken", "a text", form)).toEqual([
      "03f9c2k7v1m4x8q0z5t6b3n1a",
      "t0ken",
      "a text",
      form,
    ]);
  });

  it.each(ODD.map((_, n) => [n]))("gets an empty form and some text instead of odd values: no. %i", async (n) => {
    const act = action(anybody, [read.form, read.id, read.link, read.text], async (_, sent, id, link, text) => ({
      fields: [...sent],
      strings: [id, link, text].map((value) => (value.includes("\0") ? "NUL" : typeof value)),
    }));
    const call = act as (...args: unknown[]) => Promise<unknown>;
    const odd = ODD[n];
    expect(await call(odd, odd, odd, odd)).toEqual({ fields: [], strings: ["string", "string", "string"] });
  });

  it.each(ODD.map((_, n) => [n]))("gets data that a schema can parse instead of odd values: no. %i", async (n) => {
    const Body = z.object({ name: z.string().max(9), list: z.array(z.string().max(2)) });
    const act = action(anybody, [read.data], async (_, sent) => Body.safeParse(sent).success);
    expect(await act(ODD[n])).toBe(false);
    expect(await act({ name: ODD[n], list: [ODD[n]] })).toBeTypeOf("boolean");
    expect(await act({ name: "Ada", list: ["a"] })).toBe(true);
  });

  it("authorizes by its arguments before anything else", async () => {
    const seen: unknown[] = [];
    const act = action(
      async (id) => {
        seen.push(["authorize", id]);
        if (id === "foreign") throw new Error("forbidden");
        return "who";
      },
      [read.id, read.form],
      async (who, id) => void seen.push(["act", who, id]),
    );
    await act("own", form);
    await expect(act("foreign", form)).rejects.toThrow("forbidden");
    expect(seen).toEqual([
      ["authorize", "own"],
      ["act", "who", "own"],
      ["authorize", "foreign"],
    ]);
  });

  it("records that it was reached, so that its failures differ from those of a malformed call", async () => {
    const seen = await withRequestContext({ requestId: "r", action: "unread" }, async () => {
      const before = isUnreadAction();
      await action(anybody, [], anybody)();
      return [before, isUnreadAction()];
    });
    expect(seen).toEqual([true, false]);
  });

  it("uses this wrapper in every file", () => {
    const files = globSync("{app,components,lib}/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
    const actions = files
      .map((file) => [file, readFileSync(file, "utf8")] as const)
      .filter(([, code]) => /^\s*"use server"/m.test(code));
    expect(actions.length).toBeGreaterThan(10);
    const bare = actions.flatMap(([file, code]) =>
      [...code.matchAll(/^export (?!const \w+ = action\(|type )[^\n]*/gm)].map(([line]) => `${file}: ${line}`),
    );
    expect(bare).toEqual([]);
    // Inside a function it would be a hidden action.
    expect(actions.filter(([, code]) => !code.startsWith('"use server";\n')).map(([file]) => file)).toEqual([]);
  });
});

describe("an id argument of a server action", () => {
  it.each([newId(), randomBytes(1023).toString("base64"), randomBytes(16).toString("base64"), "+/+/AA=="])(
    "is used unchanged: %s",
    (id) => expect(actionId(id)).toBe(id),
  );

  it.each([
    [undefined],
    [null],
    [7],
    [{ not: "" }],
    [{ contains: "a" }],
    [["03f9c2k7v1m4x8q0z5t6b3n1a"]],
    [""],
    ["a\u0000b"],
    ["a b"],
    ["a'; --"],
    ["ä"],
    ["a".repeat(1365)],
  ])("becomes an unknown id if it isn't one: %j", (argument) => expect(actionId(argument)).toBe("unknown"));
});

describe("a link token argument of a server action", () => {
  it("is used unchanged", () => {
    const token = randomBytes(32).toString("base64url");
    expect(actionToken(token)).toBe(token);
  });

  it.each([
    [undefined],
    [null],
    [123],
    [true],
    [[]],
    [["a"]],
    [{}],
    [{ length: 3 }],
    ["a".repeat(1025)],
    ["a\0"],
    ["a/b"],
  ])("becomes an unknown token if it isn't one: %j", (argument) => expect(actionToken(argument)).toBe("unknown"));
});
