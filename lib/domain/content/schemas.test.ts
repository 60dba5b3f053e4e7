import { describe, expect, it } from "vitest";
import { LogContentBody } from "./schemas";

const body = { contentUrl: "https://platform.example.com/posts/1", title: "Behind the scenes" };

describe("what a log call may say", () => {
  it.each([
    ["contentType", "x".repeat(2000), true],
    ["contentType", "x".repeat(2001), false],
    ["contentType", "", true],
    ["externalContentId", ".", false],
    ["externalContentId", "..", false],
    ["externalContentId", "...", true],
    ["externalContentId", "../a", true],
  ] as const)("%s %s: %s", (field, value, isTaken) => {
    expect(LogContentBody.safeParse({ ...body, [field]: value }).success).toBe(isTaken);
  });
});
