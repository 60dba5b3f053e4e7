import { expect, it } from "vitest";
import { RosterFilters, Selection } from "./schemas";

it("a change with invalid filters selects no creators", () => {
  for (const filters of [
    { status: "gone" },
    { reason: "none" },
    { find: "x".repeat(451) },
    { find: "\0" },
    { state: "active" },
  ]) {
    expect(RosterFilters.parse(filters)).toEqual({});
    expect(Selection.safeParse({ filters }).success, JSON.stringify(filters)).toBe(false);
  }
  expect(Selection.safeParse({ accountIds: ["a"], filters: {} }).success).toBe(false);
  const understood = { find: "ada", status: "active", reason: undefined };
  expect(Selection.parse({ filters: understood })).toEqual({ filters: understood });
  expect(Selection.parse({ filters: {} })).toEqual({ filters: {} });
});
