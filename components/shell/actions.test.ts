import { expect, test } from "vitest";
import { actsFor, actsIn } from "./actions";
import { hasWords } from "./words";

test("each role sees only what it may do", () => {
  const labels = (role: "owner" | "developer" | "viewer") => actsFor(role).map(({ label }) => label);
  expect(labels("viewer")).toEqual([]);
  expect(labels("developer")).toContain("Rotate a key");
  expect(labels("developer")).not.toContain("Invite a teammate");
  expect(labels("owner")).toContain("Invite a teammate");
});

test("a query that starts with an act names its subject with the rest", () => {
  const found = (query: string, role: "owner" | "viewer" = "owner") =>
    actsIn(query, role).map(({ each, name }) => `${each.verb}: ${name}`);
  expect(found("rotate import")).toEqual(["Rotate: import"]);
  expect(found("Rotate key Import job")).toEqual(["Rotate: import job"]);
  expect(found("ping")).toEqual(["Send a test event to: "]);
  expect(found("api import")).toEqual(["Rotate: import", "Revoke: import"]);
  expect(found("import")).toEqual([]);
  expect(found("ro import")).toEqual([]);
  expect(found("rotate import", "viewer")).toEqual([]);
});

test("words are found by their starts, in any order", () => {
  expect(hasWords("Invite a teammate add member", "team inv")).toBe(true);
  expect(hasWords("Invite a teammate", "vite")).toBe(false);
});

test("an act leads to a page of the portal, and executes nothing", () => {
  for (const { href, each } of actsFor("owner")) {
    for (const address of [href, each?.href("a".repeat(25)) ?? href])
      expect(address).toMatch(/^\/portal\/[\w/-]+(\?do=[\w-]+)?$/);
  }
});
