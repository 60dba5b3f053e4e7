import { describe, expect, it } from "vitest";
import { createRouter } from "./router";

const find = createRouter(
  ["/a", "/a/{id}", "/a/{id}/content", "/a/{id}/content/{contentId}", "/a/revoked", "/b/{x}/deep"].map((path) => ({
    path,
    target: path,
  })),
);

describe("router", () => {
  it.each([
    ["/a", "/a", {}],
    ["/a/1", "/a/{id}", { id: "1" }],
    ["/a/revoked", "/a/revoked", {}],
    ["/a/revoked/content", "/a/{id}/content", { id: "revoked" }],
    ["/a/1/content/x%2Fy%20z", "/a/{id}/content/{contentId}", { id: "1", contentId: "x/y z" }],
    ["/a/1/content/content", "/a/{id}/content/{contentId}", { id: "1", contentId: "content" }],
    ["/a/__proto__", "/a/{id}", { id: "__proto__" }],
  ])("matches %s", (path, target, params) => expect(find(path)).toEqual({ path: target, target, params }));

  it.each([
    "/",
    "",
    "/a/",
    "/A",
    "//a",
    "/a//content",
    "/a/%E0%A4",
    "/a/1/other",
    "/a/1/content/2/3",
    "/b/1",
    "/constructor",
  ])("doesn't match %s", (path) => expect(find(path)).toBeNull());

  it("refuses ambiguous routes", () => {
    const target = 0;
    expect(() =>
      createRouter([
        { path: "/a/{x}", target },
        { path: "/a/{x}", target },
      ]),
    ).toThrow("same path");
    expect(() =>
      createRouter([
        { path: "/a/{x}", target },
        { path: "/a/{y}/z", target },
      ]),
    ).toThrow("elsewhere");
  });
});
