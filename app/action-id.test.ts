import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { actionId, actionToken } from "./action-id";

describe("an id that a server action is called with", () => {
  it.each([newId(), randomBytes(1023).toString("base64"), randomBytes(16).toString("base64"), "+/+/AA=="])(
    "is taken as it is: %s",
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
  ])("names nothing where it is none: %j", (argument) => expect(actionId(argument)).toBe("unknown"));
});

describe("the token of a link that a server action is called with", () => {
  it("is taken as it is", () => {
    const token = randomBytes(32).toString("base64url");
    expect(actionToken(token)).toBe(token);
  });

  it.each([[undefined], [null], [123], [true], [[]], [["a"]], [{}], [{ length: 3 }], ["a".repeat(1025)]])(
    "is of no link where it is no text: %j",
    (argument) => expect(actionToken(argument)).toBe("unknown"),
  );
});
