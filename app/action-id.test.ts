import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { actionId } from "./action-id";

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
