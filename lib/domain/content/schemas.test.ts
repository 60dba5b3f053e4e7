import { describe, expect, it } from "vitest";
import { LogContentBody } from "./schemas";

const body = { contentUrl: "https://platform.example.com/posts/1", title: "Behind the scenes" };

describe("the body of a log call", () => {
  it.each([
    ["title", "x".repeat(2000), true],
    ["title", "x".repeat(2001), false],
    ["title", "", false],
    ["platform", "x".repeat(500), true],
    ["platform", "x".repeat(501), false],
    ["externalContentId", "x".repeat(512), true],
    ["externalContentId", "x".repeat(513), false],
    ["contentType", "x".repeat(2 ** 20), true],
    ["contentType", "", true],
    ["externalContentId", ".", false],
    ["externalContentId", "..", false],
    ["externalContentId", "...", true],
    ["externalContentId", "../a", true],
  ] as const)("%s, case %#", (field, value, isTaken) => {
    expect(LogContentBody.safeParse({ ...body, [field]: value }).success).toBe(isTaken);
  });
});
